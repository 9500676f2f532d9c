(** Keys alone: the largest probabilities with which a key may be told that so many rows have. *)
From Coq Require Import List Arith ZArith QArith Qminmax Lia Lqa.
From Scrim Require Import RationalPowers KeyThresholds LogConcave.
Import ListNotations.
Open Scope Q_scope.

(** Two coins are close: with r = e^epsilon, for heads and for tails, each way round. *)
Definition close (r d a b : Q) : Prop :=
  (b <= r * a + d /\ a <= r * b + d) /\ (1 - a <= r * (1 - b) + d /\ 1 - b <= r * (1 - a) + d).

Section Keep.
  Variables r d : Q.
  Hypothesis r_at_least_one : 1 <= r.
  Hypothesis d_nonneg : 0 <= d.

  (** The most that the next count may have: by how often it is told, by how often it is not, and a
      probability. *)
  Definition next (p : Q) : Q := Qmin (Qmin (r * p + d) (1 - / r * (1 - p - d))) 1.

  Fixpoint keep (n : nat) : Q := match n with O => 0 | S n => next (keep n) end.

  Lemma r_positive : 0 < r.
  Proof. lra. Qed.

  Lemma inverse_times (x : Q) : r * (/ r * x) == x.
  Proof. field. lra. Qed.

  (** What the least of the three means. *)
  Lemma below_next (p q : Q) :
    q <= next p <-> q <= r * p + d /\ 1 - p <= r * (1 - q) + d /\ q <= 1.
  Proof.
    unfold next. rewrite !Q.min_glb_iff. pose proof r_positive as Hr.
    assert (H : q <= 1 - / r * (1 - p - d) <-> 1 - p <= r * (1 - q) + d).
    { pose proof (inverse_times (1 - p - d)) as E. split; intros Hq.
      - pose proof (scale_le r _ _ (Qlt_le_weak _ _ Hr) Hq). lra.
      - apply (cancel_le r); [exact Hr|]. lra. }
    rewrite H. tauto.
  Qed.

  Lemma next_rises (p q : Q) : p <= q -> next p <= next q.
  Proof.
    intros Hpq. apply below_next.
    destruct (proj1 (below_next p (next p)) (Qle_refl _)) as (H1 & H2 & H3).
    pose proof (scale_le r p q ltac:(lra) Hpq). repeat split; lra.
  Qed.

  (** It never falls. *)
  Lemma at_most_next (p : Q) : 0 <= p <= 1 -> p <= next p.
  Proof.
    intros Hp. apply below_next. pose proof (scale_le p 1 r ltac:(lra) ltac:(lra)).
    pose proof (scale_le (1 - p) 1 r ltac:(lra) ltac:(lra)). repeat split; lra.
  Qed.

  Theorem keep_is_a_probability (n : nat) : 0 <= keep n <= 1.
  Proof.
    induction n as [|n IH]; simpl; [lra|]. split.
    - pose proof (at_most_next (keep n) IH). lra.
    - destruct (proj1 (below_next (keep n) (next (keep n))) (Qle_refl _)) as (_ & _ & H). exact H.
  Qed.

  Theorem keep_rises (n : nat) : keep n <= keep (S n).
  Proof. apply at_most_next, keep_is_a_probability. Qed.

  (** One row more or less costs (epsilon, delta), whichever is asked about. *)
  Theorem keep_private (n : nat) : close r d (keep n) (keep (S n)).
  Proof.
    pose proof (keep_rises n) as Hr. pose proof (keep_is_a_probability n) as H0.
    pose proof (keep_is_a_probability (S n)) as H1.
    destruct (proj1 (below_next (keep n) (next (keep n))) (Qle_refl _)) as (Hup & Hdown & _).
    change (next (keep n)) with (keep (S n)) in *.
    pose proof (scale_le (keep (S n)) 1 r ltac:(lra) ltac:(lra)).
    pose proof (scale_le (1 - keep n) 1 r ltac:(lra) ltac:(lra)).
    repeat split; lra.
  Qed.

  (** No rule tells a key more often at any count: a key that does not occur cannot be told, and
      neighbouring counts are close. *)
  Theorem keep_is_largest (rule : nat -> Q) :
    rule O <= 0 -> (forall n, rule n <= 1) -> (forall n, close r d (rule n) (rule (S n))) ->
    forall n, rule n <= keep n.
  Proof.
    intros Hzero Hone Hclose. induction n as [|n IH]; simpl; [exact Hzero|].
    apply Qle_trans with (next (rule n)); [|now apply next_rises].
    destruct (Hclose n) as [[H1 _] [H2 _]]. apply below_next. auto.
  Qed.

  (** ** Several rows *)

  Fixpoint power (n : nat) : Q := match n with O => 1 | S n => r * power n end.
  (** d (1 + r + ... + r^(n - 1)) *)
  Fixpoint delta_of (n : nat) : Q := match n with O => 0 | S n => delta_of n + power n * d end.

  Lemma power_at_least_one (n : nat) : 1 <= power n.
  Proof. induction n as [|n IH]; simpl; [lra|]. pose proof (scale_le r _ _ ltac:(lra) IH). lra. Qed.

  Lemma delta_from_below (n : nat) : r * delta_of n + d == delta_of n + power n * d.
  Proof. induction n as [|n IH]; simpl; [ring|]. rewrite Qmult_plus_distr_r. lra. Qed.

  (** So many rows more or less. *)
  Theorem keep_private_for_several (k n : nat) :
    close (power k) (delta_of k) (keep n) (keep (k + n)).
  Proof.
    induction k as [|k IH]; [unfold close; simpl; repeat split; lra|].
    destruct IH as [[H1 H2] [H3 H4]]. destruct (keep_private (k + n)) as [[H5 H6] [H7 H8]].
    change (S k + n)%nat with (S (k + n)). pose proof (power_at_least_one k) as Hp.
    pose proof (delta_from_below k). cbn [power delta_of].
    repeat split.
    - pose proof (scale_le r _ _ ltac:(lra) H1). lra.
    - pose proof (scale_le (power k) _ _ ltac:(lra) H6). lra.
    - pose proof (scale_le (power k) _ _ ltac:(lra) H7). lra.
    - pose proof (scale_le r _ _ ltac:(lra) H4). lra.
  Qed.

  Lemma delta_of_nonneg (n : nat) : 0 <= delta_of n.
  Proof.
    induction n as [|n IH]; simpl; [lra|]. pose proof (power_at_least_one n).
    pose proof (scale_le (power n) 0 d ltac:(lra) d_nonneg). lra.
  Qed.

  (** What several rows of one key cost leaves a log-concave rest. *)
  Theorem rest_is_log_concave (n : nat) :
    delta_of (S (S n)) <= 1 ->
    (1 - delta_of n) * (1 - delta_of (S (S n))) <= (1 - delta_of (S n)) * (1 - delta_of (S n)).
  Proof.
    intros H. set (x := power n * d). set (y := power (S n) * d).
    assert (Hx : 0 <= x).
    { unfold x. pose proof (power_at_least_one n).
      pose proof (scale_le (power n) 0 d ltac:(lra) d_nonneg). lra. }
    assert (Hxy : x <= y).
    { unfold x, y. cbn [power]. pose proof (scale_le x 1 r Hx r_at_least_one). unfold x in *. lra. }
    assert (E1 : delta_of (S n) == delta_of n + x) by (simpl; reflexivity).
    assert (E2 : delta_of (S (S n)) == delta_of n + x + y) by (simpl; reflexivity).
    rewrite E2 in H. rewrite E1, E2. set (c := delta_of n) in *.
    (* (1 - c)(1 - c - x - y) <= (1 - c - x)^2, as y - x and x^2 are not negative *)
    pose proof (scale_le (1 - c) 0 (y - x) ltac:(lra) ltac:(lra)).
    pose proof (scale_le x 0 x Hx Hx). lra.
  Qed.

  Lemma delta_of_at_most (m n : nat) : (m <= n)%nat -> delta_of m <= delta_of n.
  Proof.
    induction 1 as [|n _ IH]; [lra|]. simpl. pose proof (power_at_least_one n).
    pose proof (scale_le (power n) 0 d ltac:(lra) d_nonneg). lra.
  Qed.

  (** So the worst way to spread rows over keys, at most e in each, is as uneven as it goes: what
      the map states. *)
  Theorem keep_worst_spread (e : Z) (rows : list Z) :
    (0 < e)%Z -> delta_of (Z.to_nat e) < 1 -> Forall (fun k => 0 <= k <= e)%Z rows ->
    let rest k := 1 - delta_of (Z.to_nat k) in
    1 - product_of rest rows <=
    1 - rest e ^ (KeyThresholds.sum rows / e) * rest (KeyThresholds.sum rows mod e)%Z.
  Proof.
    intros He Hless Hrows rest.
    destruct (uneven_is_worst_product rest e He) with (r := rows) as [_ H]; trivial.
    - unfold rest. simpl. lra.
    - intros k Hk. unfold rest.
      pose proof (delta_of_at_most (Z.to_nat k) (Z.to_nat e) ltac:(lia)). lra.
    - intros k Hk. unfold rest.
      replace (Z.to_nat (k - 1)) with (Z.to_nat k - 1)%nat by lia.
      replace (Z.to_nat (k + 1)) with (S (S (Z.to_nat k - 1))) by lia.
      replace (Z.to_nat k) with (S (Z.to_nat k - 1)) at 3 4 by lia.
      apply rest_is_log_concave.
      pose proof (delta_of_at_most (S (S (Z.to_nat k - 1))) (Z.to_nat e) ltac:(lia)). lra.
    - unfold uneven_product in H. lra.
  Qed.
End Keep.

(** More is told where the ratio is larger: from ratios on either side of e^epsilon follow
    probabilities on either side. *)
Theorem keep_rises_with_ratio (r r' d : Q) (n : nat) :
  1 <= r -> r <= r' -> 0 <= d -> keep r d n <= keep r' d n.
Proof.
  intros Hr Hrr Hd. induction n as [|n IH]; [apply Qle_refl|]. cbn [keep].
  pose proof (keep_is_a_probability r d Hr Hd n) as Hp.
  pose proof (keep_is_a_probability r d Hr Hd (S n)) as Hnext. cbn [keep] in Hnext.
  apply Qle_trans with (next r' d (keep r d n)); [|apply next_rises; lra].
  destruct (proj1 (below_next r d Hr (keep r d n) _) (Qle_refl _)) as (H1 & H2 & H3).
  apply below_next; [lra|].
  pose proof (Qmult_le_compat_r _ _ (keep r d n) Hrr ltac:(lra)).
  pose proof (Qmult_le_compat_r _ _ (1 - next r d (keep r d n)) Hrr ltac:(lra)).
  repeat split; lra.
Qed.

(** An instance: e^epsilon = 2, delta = 1/4. *)
Example keep_of_two : map Qred (map (keep 2 (1 # 4)) [0; 1; 2; 3; 4]%nat) = [0; 1 # 4; 3 # 4; 1; 1].
Proof. reflexivity. Qed.
