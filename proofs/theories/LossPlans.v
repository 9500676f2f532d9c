(** What an accountant computes, as a plan of steps: whatever products, windows and grids it chooses,
    the result is above all releases together, and so is every delta read from it. *)
From Coq Require Import List ZArith QArith Qpower Qminmax Lia Lqa.
From Scrim Require Import LossLaws LossDistributions.
Import ListNotations.
Open Scope Z_scope.

(** * Powers of q = e^-unit *)
Section Powers.
  Variable q : Q.
  Hypothesis q_positive : (0 < q)%Q.

  Lemma q_not_zero : ~ (q == 0)%Q.
  Proof. lra. Qed.

  Lemma power_plus m n : (q ^ (m + n) == q ^ m * q ^ n)%Q.
  Proof. apply Qpower_plus, q_not_zero. Qed.

  Lemma power_nat_positive n : (0 < q ^ (Z.of_nat n))%Q.
  Proof.
    induction n as [|n IH]; [reflexivity|]. rewrite Nat2Z.inj_succ, <- Z.add_1_r, power_plus.
    change (q ^ 1)%Q with q. rewrite <- (Qmult_0_l q). now apply Qmult_lt_compat_r.
  Qed.

  Lemma power_positive n : (0 < q ^ n)%Q.
  Proof.
    destruct (Z_le_gt_dec 0 n) as [Hn|Hn].
    - rewrite <- (Z2Nat.id n Hn). apply power_nat_positive.
    - assert (H : (q ^ n * q ^ (- n) == 1)%Q).
      { rewrite <- power_plus, Z.add_opp_diag_r. reflexivity. }
      assert (Hm : (0 < q ^ (- n))%Q).
      { rewrite <- (Z2Nat.id (- n)) by lia. apply power_nat_positive. }
      destruct (Qlt_le_dec 0 (q ^ n)) as [Hlt|Hle]; [exact Hlt|].
      pose proof (Qmult_le_compat_r _ _ _ Hle (Qlt_le_weak _ _ Hm)). lra.
  Qed.

  Lemma power_at_most_one n : (q <= 1)%Q -> 0 <= n -> (q ^ n <= 1)%Q.
  Proof.
    intros Hq Hn. rewrite <- (Z2Nat.id n Hn). induction (Z.to_nat n) as [|m IH]; [simpl; lra|].
    rewrite Nat2Z.inj_succ, <- Z.add_1_r, power_plus. change (q ^ 1)%Q with q.
    pose proof (power_nat_positive m). pose proof (scale_le _ _ _ (Qlt_le_weak _ _ H) Hq). lra.
  Qed.

  Lemma power_below_one n : (q < 1)%Q -> 0 < n -> (q ^ n < 1)%Q.
  Proof.
    intros Hq Hn. replace n with (n - 1 + 1) by lia. rewrite power_plus.
    change (q ^ 1)%Q with q.
    pose proof (power_at_most_one (n - 1) (Qlt_le_weak _ _ Hq) ltac:(lia)) as H.
    pose proof (Qmult_le_compat_r _ _ q H ltac:(lra)). lra.
  Qed.
End Powers.

(** * Which shares are large enough *)

(** All of the mass moves up; or it lies at or below y, and the upper loss gets at least what keeps
    the mean of q^loss: (1 - q^(y - lower)) / (1 - q^(upper - lower)) of it. *)
Definition share_suffices (q : Q) (s lower x upper : Z) : Prop :=
  (s = units /\ x <= upper) \/
  ((q < 1)%Q /\ lower < upper /\
   exists y, x <= y /\ lower <= y <= upper /\
             (inject_Z units * (1 - q ^ (y - lower)) <= inject_Z s * (1 - q ^ (upper - lower)))%Q).

Lemma convex_is_fair q f top s lower x upper :
  (0 < q)%Q -> rising f top -> convex q f -> share_suffices q s lower x upper ->
  fair f s lower x upper.
Proof.
  intros Hq [Hf _] Hc [[-> Hx]|(Hq1 & Hlu & y & Hxy & Hy & Hs)]; unfold fair.
  - rewrite Z.sub_diag. change (inject_Z 0) with 0%Q.
    assert (Hu : (0 <= inject_Z units)%Q) by (apply inject_nonneg; discriminate).
    pose proof (scale_le _ _ _ Hu (Hf x upper Hx)). lra.
  - specialize (Hc lower y upper ltac:(lia) ltac:(lia)).
    assert (Hpos : (0 < 1 - q ^ (upper - lower))%Q).
    { pose proof (power_below_one q Hq (upper - lower) Hq1 ltac:(lia)). lra. }
    assert (Hgap : (0 <= f upper - f lower)%Q).
    { pose proof (Hf lower upper ltac:(lia)). lra. }
    assert (Hu : (0 <= inject_Z units)%Q) by (apply inject_nonneg; discriminate).
    apply Qle_trans with (inject_Z units * f y)%Q; [apply scale_le; [exact Hu|now apply Hf]|].
    apply (cancel_le (1 - q ^ (upper - lower))); [exact Hpos|].
    pose proof (Qmult_le_compat_r _ _ _ Hs Hgap). pose proof (scale_le _ _ _ Hu Hc).
    set (a := (q ^ (upper - lower))%Q) in *. set (b := (q ^ (y - lower))%Q) in *.
    unfold Zminus. rewrite inject_Z_plus, inject_Z_opp. lra.
Qed.

(** Between neighbours of one grid the least share is 1 / (1 + q^step). *)
Lemma middle_share_suffices q s h x :
  (0 < q)%Q -> (q < 1)%Q -> 0 < h -> (inject_Z units <= inject_Z s * (1 + q ^ h))%Q ->
  share_suffices q s (x - h) x (x + h).
Proof.
  intros Hq Hq1 Hh Hs. right. split; [exact Hq1|]. split; [lia|]. exists x.
  split; [lia|]. split; [lia|].
  replace (x - (x - h)) with h by lia. replace (x + h - (x - h)) with (h + h) by lia.
  rewrite power_plus by exact Hq. pose proof (power_below_one q Hq h Hq1 Hh).
  assert (Hpos : (0 <= 1 - q ^ h)%Q) by lra.
  pose proof (Qmult_le_compat_r _ _ _ Hs Hpos). lra.
Qed.

Definition coarsening_share (q : Q) (s h : Z) : Prop :=
  s = units \/ ((q < 1)%Q /\ (inject_Z units <= inject_Z s * (1 + q ^ h))%Q).

Lemma coarsening_is_fair q f top s h :
  (0 < q)%Q -> rising f top -> convex q f -> 0 < h -> coarsening_share q s h ->
  forall x, fair f s (x - h) x (x + h).
Proof.
  intros Hq Hf Hc Hh Hs x. apply (convex_is_fair q f top); trivial.
  destruct Hs as [->|[Hq1 Hs]]; [left; lia|now apply middle_share_suffices].
Qed.

Theorem coarsen_above q t s d :
  (0 < q)%Q -> 0 <= t -> 0 <= s <= units -> coarsening_share q s (step d) -> valid t d ->
  above q (law_of (coarsen s d)) (law_of d).
Proof.
  intros Hq Ht Hs Hshare Hd f top Hf Hc.
  rewrite (valid_whole t d Hd), (valid_whole t _ (coarsen_valid t s d Hs Hd)).
  apply Qmult_le_compat_r; [|now apply inject_nonneg]. destruct Hd as (Hst & _ & Hw & _).
  unfold value, law_of, coarsen. cbn [finite infinite offset step masses infinity].
  pose proof (coarsen_from_raises f top s (step d) (masses d) Hf Hst Hw
                (coarsening_is_fair q f top s _ Hq Hf Hc Hst Hshare) (offset d) 0) as H.
  change (inject_Z 0) with 0%Q in H. lra.
Qed.

(** Each loss of a grid is shared well between its neighbours on another. *)
Fixpoint moves_suffice (q : Q) (first s : Z) (moves : list (nat * Z)) (o h : Z) : Prop :=
  match moves with
  | [] => True
  | (lower, sh) :: moves =>
      share_suffices q sh (first + Z.of_nat lower * s) o (first + Z.of_nat (S lower) * s) /\
      moves_suffice q first s moves (o + h) h
  end.

Lemma moves_are_fair q f top first s moves o h :
  (0 < q)%Q -> rising f top -> convex q f -> moves_suffice q first s moves o h ->
  fair_moves f first s moves o h.
Proof.
  intros Hq Hf Hc. revert o. induction moves as [|[lower sh] moves IH]; intros o; simpl; [auto|].
  intros [Hs Hm]. split; [now apply (convex_is_fair q f top)|now apply IH].
Qed.

Theorem move_above q t o s size moves d :
  (0 < q)%Q -> 0 <= t -> 0 < s -> (0 < size)%nat -> moves_fit size moves ->
  length moves = length (masses d) -> moves_suffice q o s moves (offset d) (step d) -> valid t d ->
  above q (law_of (move o s size moves d)) (law_of d).
Proof.
  intros Hq Ht Hs Hsize Hfit Hlen Hm Hd f top Hf Hc.
  rewrite (valid_whole t d Hd), (valid_whole t _ (move_valid t o s size moves d Hs Hsize Hfit Hlen Hd)).
  apply Qmult_le_compat_r; [|now apply inject_nonneg]. destruct Hd as (_ & _ & Hw & _).
  unfold value, law_of, move. cbn [finite infinite offset step masses infinity].
  pose proof (share_out_raises f top o s size moves (offset d) (step d) (masses d) Hf Hs Hfit Hlen Hw
                (moves_are_fair q f top o s moves _ _ Hq Hf Hc Hm)). lra.
Qed.

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
