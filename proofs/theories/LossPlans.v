(** What an accountant computes, as a plan of steps: whatever products, windows and grids it chooses,
    the result is above all releases together, and so is every delta read from it. *)
From Coq Require Import List ZArith QArith Qpower Qminmax Lia Lqa.
From Scrim Require Import RationalPowers LossLaws LossDistributions LossGrids.
Import ListNotations.
Open Scope Z_scope.

(** * Plans *)

(** What is done, from the single releases on. A release has a law of losses, and a distribution
    that stands for it. *)
Inductive plan :=
| Release (l : law) (d : distribution)
| Composed (a b : plan)
| Trimmed (most : Z) (p : plan)
| Coarsened (s : Z) (p : plan)
| Moved (o s : Z) (size : nat) (moves : list (nat * Z)) (p : plan).

Fixpoint computed (t : Z) (p : plan) : distribution :=
  match p with
  | Release _ d => d
  | Composed a b => compose t (computed t a) (computed t b)
  | Trimmed most p => trim most (computed t p)
  | Coarsened s p => coarsen s (computed t p)
  | Moved o s size moves p => move o s size moves (computed t p)
  end.

Fixpoint releases (p : plan) : list law :=
  match p with
  | Release l _ => [l]
  | Composed a b => releases a ++ releases b
  | Trimmed _ p | Coarsened _ p | Moved _ _ _ _ p => releases p
  end.

(** Distributions stand for releases, products are of one grid, and shares are large enough; which
    windows, which grids and when is free. *)
Fixpoint sound (q : Q) (t : Z) (p : plan) : Prop :=
  match p with
  | Release l d => nonneg l /\ 0 < whole l /\ valid t d /\ above q (law_of d) l
  | Composed a b => sound q t a /\ sound q t b /\ step (computed t a) = step (computed t b)
  | Trimmed _ p => sound q t p
  | Coarsened s p => sound q t p /\ 0 <= s <= units /\ coarsening_share q s (step (computed t p))
  | Moved o s size moves p =>
      sound q t p /\ 0 < s /\ (0 < size)%nat /\ moves_fit size moves /\
      length moves = length (masses (computed t p)) /\
      moves_suffice q o s moves (offset (computed t p)) (step (computed t p))
  end.

Lemma computed_valid q t p : 0 < t -> sound q t p -> valid t (computed t p).
Proof.
  intros Ht. induction p as [l d|a IHa b IHb|most p IH|s p IH|o s size moves p IH]; simpl.
  - tauto.
  - intros (Ha & Hb & _). apply compose_valid; auto.
  - intros Hp. apply trim_valid. auto.
  - intros (Hp & Hs & _). apply coarsen_valid; auto.
  - intros (Hp & Hs & Hsize & Hfit & Hlen & _). apply move_valid; auto.
Qed.

Lemma releases_fine q t p :
  sound q t p -> Forall (fun l => nonneg l /\ 0 < whole l) (releases p).
Proof.
  induction p as [l d|a IHa b IHb|most p IH|s p IH|o s size moves p IH]; simpl; try tauto.
  - intros (Hn & Hw & _). repeat constructor; apply Hn || exact Hw.
  - intros (Ha & Hb & _). apply Forall_app. auto.
Qed.

Lemma together_fine laws :
  Forall (fun l => nonneg l /\ 0 < whole l) laws -> nonneg (together laws) /\ 0 < whole (together laws).
Proof.
  intros H. split.
  - apply together_nonneg. eapply Forall_impl; [|exact H]. simpl. tauto.
  - induction H as [|l laws [_ Hl] _ IH]; simpl; [reflexivity|]. rewrite whole_composed. nia.
Qed.

(** What is computed is above all releases together. *)
Theorem computed_above q t p :
  (0 < q)%Q -> 0 < t -> sound q t p -> above q (law_of (computed t p)) (together (releases p)).
Proof.
  intros Hq Ht.
  assert (Hstep : forall p d, sound q t p -> valid t d ->
    above q (law_of (computed t p)) (together (releases p)) ->
    above q (law_of d) (law_of (computed t p)) -> above q (law_of d) (together (releases p))).
  { intros p' d Hp Hd Hbelow Habove.
    destruct (together_fine _ (releases_fine q t p' Hp)) as [_ Hw].
    eapply above_trans; [| | |exact Habove|exact Hbelow].
    - rewrite (valid_whole t); [lia|now apply (computed_valid q)].
    - lia.
    - rewrite (valid_whole t); [lia|exact Hd]. }
  induction p as [l d|a IHa b IHb|most p IH|s p IH|o s size moves p IH]; intros Hp.
  - destruct Hp as (Hn & Hw & Hd & Ha). cbn [releases computed together fold_right].
    assert (Hsame : same (composed l nothing) l).
    { eapply same_trans; [apply composed_comm|apply composed_nothing]. }
    intros f top Hf Hc. rewrite (Hsame f top), (same_whole _ _ Hsame). now apply Ha.
  - destruct Hp as (Ha & Hb & Hsteps). specialize (IHa Ha). specialize (IHb Hb).
    pose proof (computed_valid q t a Ht Ha) as Va. pose proof (computed_valid q t b Ht Hb) as Vb.
    destruct (together_fine _ (releases_fine q t a Ha)) as [Na Wa].
    destruct (together_fine _ (releases_fine q t b Hb)) as [Nb Wb].
    cbn [releases computed].
    assert (H1 : above q (law_of (compose t (computed t a) (computed t b)))
                   (composed (law_of (computed t a)) (law_of (computed t b)))).
    { apply dominates_above. now apply compose_dominates. }
    assert (H2 : above q (composed (law_of (computed t a)) (law_of (computed t b)))
                   (composed (together (releases a)) (together (releases b)))).
    { apply composed_above; trivial; try (eapply valid_nonneg; eassumption).
      rewrite (valid_whole t) by assumption. exact Ht. }
    assert (H3 : above q (composed (together (releases a)) (together (releases b)))
                   (together (releases a ++ releases b))).
    { apply same_above, same_sym, together_app. }
    assert (W : whole (together (releases a ++ releases b)) =
                whole (together (releases a)) * whole (together (releases b))).
    { rewrite (same_whole _ _ (together_app _ _)). apply whole_composed. }
    assert (Wc : whole (law_of (compose t (computed t a) (computed t b))) = t).
    { apply valid_whole. now apply compose_valid. }
    eapply above_trans; [| | |exact H1|]; rewrite ?whole_composed, ?(valid_whole t), ?W, ?Wc
      by assumption; [nia|nia|lia|].
    eapply above_trans; [| | |exact H2|exact H3]; rewrite ?whole_composed, ?(valid_whole t), ?W
      by assumption; nia.
  - cbn [releases computed] in *. specialize (IH Hp).
    pose proof (computed_valid q t p Ht Hp) as Vp.
    apply Hstep; trivial; [now apply trim_valid|]. apply raises_above.
    + rewrite (valid_whole t) by exact Vp. lia.
    + now apply (trim_raises t).
  - cbn [releases computed] in *. destruct Hp as (Hp & Hs & Hshare). specialize (IH Hp).
    pose proof (computed_valid q t p Ht Hp) as Vp.
    apply Hstep; trivial; [now apply coarsen_valid|]. apply (coarsen_above q t); trivial. lia.
  - cbn [releases computed] in *. destruct Hp as (Hp & Hs & Hsize & Hfit & Hlen & Hm).
    specialize (IH Hp). pose proof (computed_valid q t p Ht Hp) as Vp.
    apply Hstep; trivial; [now apply move_valid|]. apply (move_above q t); trivial. lia.
Qed.

(** Where no mass moves down, every tail is at least as large, too. *)
Corollary computed_dominates t p :
  0 < t -> sound 1 t p -> dominates (law_of (computed t p)) (together (releases p)).
Proof. intros Ht Hp. apply above_at_one_dominates. now apply computed_above. Qed.

(** ** Powers by squaring, from the highest digit; between products anything is done that keeps the
    releases. *)
Fixpoint power (reduce : plan -> plan) (single : plan) (n : positive) : plan :=
  match n with
  | xH => single
  | xO n => let half := power reduce single n in reduce (Composed half half)
  | xI n => let half := power reduce single n in
            reduce (Composed (reduce (Composed half half)) (reduce single))
  end.

Theorem power_releases reduce single l n :
  (forall p, releases (reduce p) = releases p) -> releases single = [l] ->
  releases (power reduce single n) = repeat l (Pos.to_nat n).
Proof.
  intros Hr Hs. induction n as [n IH|n IH|]; cbn [power].
  - rewrite Hr. cbn [releases]. rewrite !Hr. cbn [releases]. rewrite IH, Hs.
    change [l] with (repeat l 1). rewrite <- !repeat_app. f_equal. lia.
  - rewrite Hr. cbn [releases]. rewrite IH, <- repeat_app. f_equal. lia.
  - rewrite Hs. reflexivity.
Qed.

(** * Delta *)

(** (1 - e^epsilon e^-loss)_+, with e = e^epsilon and q = e^-unit; 1 at an infinite loss. *)
Definition hockey_stick (e q : Q) (l : Z) : Q := Qmax 0 (1 - e * q ^ l).

Theorem hockey_stick_rises e q : (0 <= e)%Q -> (0 < q)%Q -> (q <= 1)%Q -> rising (hockey_stick e q) 1.
Proof.
  intros He Hq Hq1. unfold hockey_stick. split.
  - intros a b Hab. apply Q.max_le_compat_l. replace b with (a + (b - a)) by lia.
    rewrite power_plus by exact Hq. pose proof (power_positive q Hq a) as Ha.
    pose proof (power_at_most_one q Hq (b - a) Hq1 ltac:(lia)) as Hb.
    pose proof (scale_le _ _ _ (Qlt_le_weak _ _ Ha) Hb) as H.
    pose proof (scale_le _ _ _ He H). lra.
  - intros a. apply Q.max_lub; [lra|]. pose proof (power_positive q Hq a) as Ha.
    pose proof (scale_le _ _ _ He (Qlt_le_weak _ _ Ha)). lra.
Qed.

Theorem hockey_stick_convex e q : (0 < q)%Q -> (q <= 1)%Q -> convex q (hockey_stick e q).
Proof.
  intros Hq Hq1 a b c Hab Hbc. unfold hockey_stick.
  set (p := (q ^ (b - a))%Q). set (r := (q ^ (c - b))%Q). set (y := (e * q ^ a)%Q).
  assert (Hc : (q ^ (c - a) == p * r)%Q).
  { unfold p, r. rewrite <- power_plus by exact Hq. now replace (b - a + (c - b)) with (c - a) by lia. }
  assert (Eb : (e * q ^ b == y * p)%Q).
  { unfold y, p. rewrite <- Qmult_assoc, <- power_plus by exact Hq.
    now replace (a + (b - a)) with b by lia. }
  assert (Ec : (e * q ^ c == y * p * r)%Q).
  { unfold y, p, r. rewrite <- !Qmult_assoc, <- !power_plus by exact Hq.
    now replace (a + (b - a + (c - b))) with c by lia. }
  assert (Hp0 : (0 < p)%Q) by now apply power_positive.
  assert (Hr0 : (0 < r)%Q) by now apply power_positive.
  assert (Hp : (p <= 1)%Q) by (apply power_at_most_one; trivial; lia).
  assert (Hr : (r <= 1)%Q) by (apply power_at_most_one; trivial; lia).
  assert (Hpr : (p * r <= p)%Q) by (pose proof (scale_le p r 1 ltac:(lra) Hr); lra).
  rewrite Hc, Eb, Ec.
  set (u := Qmax 0 (1 - y * p * r)). set (v := Qmax 0 (1 - y)).
  assert (Hu : (0 <= u /\ 1 - y * p * r <= u)%Q) by (split; [apply Q.le_max_l|apply Q.le_max_r]).
  assert (Hv : (0 <= v /\ 1 - y <= v)%Q) by (split; [apply Q.le_max_l|apply Q.le_max_r]).
  assert (H1 : (0 <= (1 - p) * u)%Q) by (apply Qmult_le_0_compat; lra).
  assert (H2 : (0 <= (p - p * r) * v)%Q) by (apply Qmult_le_0_compat; lra).
  destruct (Q.max_spec 0 (1 - y * p)) as [[_ E]|[_ E]]; rewrite E.
  - pose proof (scale_le (1 - p) _ _ ltac:(lra) (proj2 Hu)).
    pose proof (scale_le (p - p * r) _ _ ltac:(lra) (proj2 Hv)). lra.
  - lra.
Qed.

(** No delta that is read from what was computed is below the delta of all releases together: as
    numerators over the wholes. *)
Theorem delta_is_covered e q t p :
  (0 <= e)%Q -> (0 < q)%Q -> (q <= 1)%Q -> 0 < t -> sound q t p ->
  (value (hockey_stick e q) 1 (together (releases p)) * inject_Z t <=
   value (hockey_stick e q) 1 (law_of (computed t p)) * inject_Z (whole (together (releases p))))%Q.
Proof.
  intros He Hq Hq1 Ht Hp.
  pose proof (computed_above q t p Hq Ht Hp _ _ (hockey_stick_rises e q He Hq Hq1)
                (hockey_stick_convex e q Hq Hq1)) as H.
  rewrite (valid_whole t) in H by now apply (computed_valid q). exact H.
Qed.

(** * What goes wrong otherwise *)

(** Three quarters of no loss, one quarter of the loss 1; and with some mass on infinity. *)
Definition quarter := Distribution 0 1 [3; 1] 0.
Definition with_infinity := Distribution 0 1 [3] 1.

(** Its square: the tail at 2 is a sixteenth, and a quarter rounded up. *)
Example square_of_quarter : compose 4 quarter quarter = Distribution 0 1 [2; 1; 1] 0.
Proof. reflexivity. Qed.

(** Tails rounded to the nearest: nothing at 2. *)
Example rounded_to_nearest_is_below :
  ~ dominates (law_of (Distribution 0 1 [2; 2; 0] 0)) (composed (law_of quarter) (law_of quarter)).
Proof. intros H. specialize (H 2). vm_compute in H. apply H. reflexivity. Qed.

(** An infinite loss of the first alone is one of the sum. *)
Example infinity_of_one_is_of_both : infinity (compose 4 with_infinity quarter) = 1.
Proof. reflexivity. Qed.

Example dropped_infinity_is_below :
  ~ dominates (law_of (Distribution 0 1 [3; 1] 0)) (composed (law_of with_infinity) (law_of quarter)).
Proof. intros H. specialize (H 2). vm_compute in H. apply H. reflexivity. Qed.

(** A window that moves its highest mass down to the last loss that is kept, and not to infinity. *)
Example clipped_downward_is_below :
  ~ dominates (law_of (Distribution 0 1 [4] 0)) (law_of quarter).
Proof. intros H. specialize (H 1). vm_compute in H. apply H. reflexivity. Qed.

(** A share that is too small is not above: of a mass between two losses that are 2 apart, a half goes
    up, at q = 1/2 where two thirds must. *)
Example half_shares_are_below :
  ~ above (1 # 2) (law_of (Distribution 0 2 [2; 2] 0)) (law_of (Distribution 0 1 [0; 4] 0)).
Proof.
  intros H.
  specialize (H (hockey_stick 1 (1 # 2)) 1%Q (hockey_stick_rises 1 (1 # 2) ltac:(lra) ltac:(lra) ltac:(lra))
                (hockey_stick_convex 1 (1 # 2) ltac:(lra) ltac:(lra))).
  vm_compute in H. apply H. reflexivity.
Qed.
