(** Keys that are told where a noisy count reaches a threshold: how keyed counts differ, the worst
    way to spread a change over groups, and how likely a key is told that only one of two
    neighbours has, as finite sums. *)
From Coq Require Import List ZArith QArith Lia Lqa.
Import ListNotations.

(** * How keyed counts differ: at how many keys, by how much in all, by how much in each. *)
Section KeyedChange.
  Open Scope Z_scope.

  (** A difference, as the list of how much each key moves. *)
  Fixpoint groups (v : list Z) : Z :=
    match v with [] => 0 | a :: v => (if a =? 0 then 0 else 1) + groups v end.
  Fixpoint total (v : list Z) : Z :=
    match v with [] => 0 | a :: v => Z.abs a + total v end.
  Fixpoint in_each (v : list Z) : Z :=
    match v with [] => 0 | a :: v => Z.max (Z.abs a) (in_each v) end.

  Definition within (g t e : Z) (v : list Z) : Prop := groups v <= g /\ total v <= t /\ in_each v <= e.

  Lemma parts_nonneg (v : list Z) : 0 <= groups v /\ 0 <= total v /\ 0 <= in_each v.
  Proof. induction v as [|a v IH]; simpl; [lia|]. destruct (a =? 0); lia. Qed.

  Lemma groups_le_total (v : list Z) : groups v <= total v.
  Proof. induction v as [|a v IH]; simpl; [lia|]. destruct (Z.eqb_spec a 0); lia. Qed.

  Lemma in_each_le_total (v : list Z) : in_each v <= total v.
  Proof. induction v as [|a v IH]; simpl; [lia|]. pose proof (parts_nonneg v). lia. Qed.

  Lemma total_le_product_of (e : Z) (v : list Z) : in_each v <= e -> total v <= groups v * e.
  Proof.
    induction v as [|a v IH]; simpl; intros He; [lia|].
    assert (total v <= groups v * e) by (apply IH; lia).
    destruct (Z.eqb_spec a 0); [subst; simpl; lia|].
    assert (Z.abs a <= e) by lia. nia.
  Qed.

  Lemma total_le_product (v : list Z) : total v <= groups v * in_each v.
  Proof. apply total_le_product_of. lia. Qed.

  (** The normal form allows the same differences. *)
  Theorem normal_form_allows_the_same (g t e : Z) (v : list Z) :
    within g t e v <->
    within (Z.min g t) (Z.min t (Z.min g t * Z.min e t)) (Z.min e t) v.
  Proof.
    unfold within. pose proof (parts_nonneg v). pose proof (groups_le_total v).
    pose proof (in_each_le_total v). split.
    - intros (Hg & Ht & He).
      assert (total v <= groups v * Z.min e t) by (apply total_le_product_of; lia).
      assert (0 <= Z.min e t) by lia.
      assert (groups v * Z.min e t <= Z.min g t * Z.min e t)
        by (apply Z.mul_le_mono_nonneg_r; lia).
      lia.
    - lia.
  Qed.
End KeyedChange.

(** * The worst spread: as unevenly as it goes. *)
Section Spreads.
  Open Scope Z_scope.

  (** What a group adds beyond what it adds with one row: convex, from 0 at 0. *)
  Variable f : Z -> Z.
  Variable w : Z.  (** the most rows beyond the first *)
  Hypothesis w_positive : 0 < w.
  Hypothesis f_zero : f 0 = 0.
  Hypothesis f_convex : forall k, 0 < k -> k < w -> f k - f (k - 1) <= f (k + 1) - f k.

  Lemma steps_rise (j : nat) (k : Z) :
    0 < k -> k + Z.of_nat j <= w -> f k - f (k - 1) <= f (k + Z.of_nat j) - f (k + Z.of_nat j - 1).
  Proof.
    intros Hk. induction j as [|j IH]; intros Hj.
    - rewrite Z.add_0_r. lia.
    - assert (Hstep := f_convex (k + Z.of_nat j) ltac:(lia) ltac:(lia)).
      replace (k + Z.of_nat (S j)) with (k + Z.of_nat j + 1) by lia.
      replace (k + Z.of_nat j + 1 - 1) with (k + Z.of_nat j) by lia.
      specialize (IH ltac:(lia)). lia.
  Qed.

  (** What y rows more add does not fall in what is there. *)
  Lemma increments_rise (y : nat) (x x' : Z) :
    0 <= x -> x <= x' -> x' + Z.of_nat y <= w ->
    f (x + Z.of_nat y) - f x <= f (x' + Z.of_nat y) - f x'.
  Proof.
    intros Hx Hxx'. induction y as [|y IH]; intros Hw.
    - rewrite !Z.add_0_r. lia.
    - specialize (IH ltac:(lia)).
      assert (Hstep := steps_rise (Z.to_nat (x' - x)) (x + Z.of_nat y + 1) ltac:(lia) ltac:(lia)).
      replace (x + Z.of_nat y + 1 + Z.of_nat (Z.to_nat (x' - x))) with (x' + Z.of_nat y + 1)
        in Hstep by lia.
      replace (x + Z.of_nat y + 1 - 1) with (x + Z.of_nat y) in Hstep by lia.
      replace (x' + Z.of_nat y + 1 - 1) with (x' + Z.of_nat y) in Hstep by lia.
      replace (x + Z.of_nat (S y)) with (x + Z.of_nat y + 1) by lia.
      replace (x' + Z.of_nat (S y)) with (x' + Z.of_nat y + 1) by lia.
      lia.
  Qed.

  (** As many groups with w as fit, and the rest in one. *)
  Definition uneven (d : Z) : Z := d / w * f w + f (d mod w).

  Lemma uneven_takes_one_more (k d : Z) :
    0 <= k <= w -> 0 <= d -> f k + uneven d <= uneven (k + d).
  Proof.
    intros Hk Hd. unfold uneven.
    pose proof (Z.mod_pos_bound d w w_positive) as Hr.
    pose proof (Z.div_mod d w ltac:(lia)) as Hdiv.
    set (q := d / w) in *. set (r := d mod w) in *.
    destruct (Z_lt_ge_dec (k + r) w) as [Hlt|Hge].
    - assert (Hq : (k + d) / w = q) by (symmetry; apply (Z.div_unique _ _ _ (k + r)); lia).
      assert (Hm : (k + d) mod w = k + r) by (symmetry; apply (Z.mod_unique _ _ q); lia).
      rewrite Hq, Hm.
      assert (Hinc := increments_rise (Z.to_nat r) 0 k ltac:(lia) ltac:(lia) ltac:(lia)).
      rewrite Z2Nat.id in Hinc by lia. simpl in Hinc. rewrite f_zero in Hinc. lia.
    - assert (Hq : (k + d) / w = q + 1)
        by (symmetry; apply (Z.div_unique _ _ _ (k + r - w)); lia).
      assert (Hm : (k + d) mod w = k + r - w) by (symmetry; apply (Z.mod_unique _ _ (q + 1)); lia).
      rewrite Hq, Hm.
      assert (Hinc := increments_rise (Z.to_nat (w - k)) (k + r - w) k
                        ltac:(lia) ltac:(lia) ltac:(lia)).
      rewrite Z2Nat.id in Hinc by lia.
      replace (k + r - w + (w - k)) with r in Hinc by lia.
      replace (k + (w - k)) with w in Hinc by lia.
      lia.
  Qed.

  Fixpoint sum (r : list Z) : Z := match r with [] => 0 | k :: r => k + sum r end.
  Fixpoint sum_of (r : list Z) : Z := match r with [] => 0 | k :: r => f k + sum_of r end.

  (** No way to spread rows over groups is worse. *)
  Theorem uneven_is_worst (r : list Z) :
    Forall (fun k => 0 <= k <= w) r -> sum_of r <= uneven (sum r).
  Proof.
    intros Hr. assert (Hsum : 0 <= sum r /\ sum_of r <= uneven (sum r)); [|lia].
    induction Hr as [|k r Hk Hr IH]; simpl.
    - unfold uneven. rewrite Z.div_0_l, Z.mod_0_l, f_zero by lia. lia.
    - pose proof (uneven_takes_one_more k (sum r) Hk ltac:(lia)). lia.
  Qed.
End Spreads.

(** * How likely a key is told, for noise with finitely many values. *)
Section Tails.
  Open Scope Q_scope.

  (** The noise: values with their probabilities. *)
  Variable noise : list (Z * Q).
  Hypothesis noise_nonneg : Forall (fun each => 0 <= snd each) noise.

  Fixpoint mass (event : Z -> bool) (law : list (Z * Q)) : Q :=
    match law with
    | [] => 0
    | (z, p) :: law => (if event z then p else 0) + mass event law
    end.

  (** A count r is told at the threshold t: r + Z >= t. *)
  Definition told (t r : Z) : Q := mass (fun z => (t - r <=? z)%Z) noise.

  Lemma mass_le_of (a b : Z -> bool) (law : list (Z * Q)) :
    Forall (fun each => 0 <= snd each) law -> (forall z, a z = true -> b z = true) ->
    mass a law <= mass b law.
  Proof.
    intros Hlaw Hab. induction Hlaw as [|[z p] law Hp Hlaw IH]; simpl; [lra|]. simpl in Hp.
    pose proof (Hab z) as Hz. destruct (a z), (b z); lra || discriminate (Hz eq_refl).
  Qed.

  Lemma mass_le (a b : Z -> bool) :
    (forall z, a z = true -> b z = true) -> mass a noise <= mass b noise.
  Proof. intros Hab. apply mass_le_of; assumption. Qed.

  (** A larger count is told no less often, a larger threshold reached no more often. *)
  Theorem told_rises (t r r' : Z) : (r <= r')%Z -> told t r <= told t r'.
  Proof. intros Hr. apply mass_le. intros z. rewrite !Z.leb_le. lia. Qed.
  Theorem told_falls (t t' r : Z) : (t <= t')%Z -> told t' r <= told t r.
  Proof. intros Ht. apply mass_le. intros z. rewrite !Z.leb_le. lia. Qed.

  (** The rule > at t is the rule >= at t + 1: whoever mixes them states the tail of another
      threshold. *)
  Theorem beyond_is_at_one_more (t r : Z) : mass (fun z => (t - r <? z)%Z) noise == told (t + 1) r.
  Proof.
    unfold told. clear noise_nonneg. induction noise as [|[z p] law IH]; simpl; [lra|].
    assert (Heq : (t - r <? z)%Z = (t + 1 - r <=? z)%Z).
    { destruct (Z.ltb_spec (t - r) z), (Z.leb_spec (t + 1 - r) z); lia. }
    rewrite Heq, IH. reflexivity.
  Qed.
End Tails.

(** * What a release costs. *)
Section Cost.
  Open Scope Q_scope.

  (** That none of some independent keys is told. *)
  Fixpoint none_told (ps : list Q) : Q :=
    match ps with [] => 1 | p :: ps => (1 - p) * none_told ps end.

  Lemma none_told_bounds (ps : list Q) :
    Forall (fun p => 0 <= p <= 1) ps -> 0 <= none_told ps <= 1.
  Proof. induction 1 as [|p ps Hp Hps IH]; simpl; [lra|]. nra. Qed.

  (** At most the sum of how likely each is. *)
  Theorem any_told_le_sum (ps : list Q) :
    Forall (fun p => 0 <= p <= 1) ps -> 1 - none_told ps <= fold_right Qplus 0 ps.
  Proof.
    induction 1 as [|p ps Hp Hps IH]; simpl; [lra|].
    pose proof (none_told_bounds ps Hps). nra.
  Qed.

  (** Given that none is told which only one has (which has probability a, and b for the other),
      what is told of shared keys has probabilities r and s, within a factor c of each other. The
      event has probability p and q. *)
  Theorem threshold_cost (a b c p q r s : Q) :
    0 <= a <= 1 -> 0 <= b <= 1 -> 1 <= c -> 0 <= r <= 1 ->
    p <= (1 - a) + a * r -> b * s <= q -> r <= c * s ->
    p - c * q <= 1 - a \/ p - c * q <= 1 - b.
  Proof.
    intros Ha Hb Hc Hr Hp Hq Hrs.
    assert (Hcq : b * r <= c * q).
    { apply Qle_trans with (b * (c * s)); [nra|].
      apply Qle_trans with (c * (b * s)); [nra|]. nra. }
    destruct (Qlt_le_dec b a) as [Hba|Hab].
    - right. assert ((a - b) * r <= a - b) by nra. lra.
    - left. assert ((a - b) * r <= 0) by nra. lra.
  Qed.

  (** Independent keys that are told by coins: the cost of two is that of their deltas joined. h is
      what the second tells, as the first sees it. *)
  Theorem joined_cost (d1 d2 e1 p h1 h2 : Q) :
    0 <= d2 < 1 -> 0 <= d1 ->
    h1 / (1 - d2) <= e1 * (h2 / (1 - d2)) + d1 -> p <= d2 + h1 ->
    p <= e1 * h2 + (1 - (1 - d1) * (1 - d2)).
  Proof.
    intros Hd2 Hd1 Hh Hp. assert (Hpos : 0 < 1 - d2) by lra.
    assert (h1 <= e1 * h2 + d1 * (1 - d2)).
    { apply (Qmult_le_compat_r _ _ (1 - d2)) in Hh; [|lra].
      rewrite Qmult_plus_distr_l in Hh.
      assert (E1 : h1 / (1 - d2) * (1 - d2) == h1) by (field; lra).
      assert (E2 : e1 * (h2 / (1 - d2)) * (1 - d2) == e1 * h2) by (field; lra).
      rewrite E1, E2 in Hh. exact Hh. }
    nra.
  Qed.
End Cost.
