(** The search for the first scores that cross a threshold, as a function of the noise that was
    drawn; and for every run over some scores a run over neighbouring ones with the same outcome. *)
From Coq Require Import List Arith ZArith Lia.
From Scrim Require Import ValueDistances.
Import ListNotations.
Open Scope Z_scope.

(** How far a score is beyond the threshold, on the side that is asked for. *)
Definition margin (at_least : bool) (threshold score : Z) : Z :=
  if at_least then score - threshold else threshold - score.

(** The first [most] positions whose margin and noise reach [bar], the noise of the threshold, each
    with the gap by which it does. Noise is drawn for each score that is looked at and for no other:
    a list that is longer or shorter is not a run, and has no outcome. *)
Fixpoint search (margins : list Z) (most : nat) (position bar : Z) (noise : list Z) :
  option (list (Z * Z)) :=
  match margins, most with
  | m :: margins', S fewer =>
      match noise with
      | [] => None
      | nu :: noise' =>
          let gap := m + nu - bar in
          if 0 <=? gap
          then option_map (cons (position, gap)) (search margins' fewer (position + 1) bar noise')
          else search margins' most (position + 1) bar noise'
      end
  | _, _ => match noise with [] => Some [] | _ :: _ => None end
  end.

Definition first_crossings (at_least : bool) (threshold : Z) (most : nat) (scores : list Z)
    (bar : Z) (noise : list Z) : option (list (Z * Z)) :=
  search (map (margin at_least threshold) scores) most 0 bar noise.

(** Gaps are told up to the largest number that the release can hold. *)
Definition saturated_gaps (largest : Z) (crossings : list (Z * Z)) : list (Z * Z) :=
  map (fun crossing => (fst crossing, Z.min (snd crossing) largest)) crossings.

(** It finds at most as many as were asked for. *)
Theorem search_finds_at_most margins most position bar noise found :
  search margins most position bar noise = Some found -> (length found <= most)%nat.
Proof.
  revert most position noise found. induction margins as [|m margins IH];
    intros [|fewer] position [|nu noise] found; simpl; intros Hs; try discriminate;
    try (injection Hs as <-; simpl; lia).
  destruct (0 <=? m + nu - bar); [|now apply IH in Hs].
  destruct (search margins fewer (position + 1) bar noise) as [rest|] eqn:Hr; [|discriminate].
  injection Hs as <-. apply IH in Hr. simpl. lia.
Qed.

(** Gaps are never negative. *)
Theorem search_gaps_nonneg margins most position bar noise found :
  search margins most position bar noise = Some found ->
  Forall (fun crossing => 0 <= snd crossing) found.
Proof.
  revert most position noise found. induction margins as [|m margins IH];
    intros [|fewer] position [|nu noise] found; simpl; intros Hs; try discriminate;
    try (injection Hs as <-; constructor).
  destruct (Z.leb_spec 0 (m + nu - bar)); [|now apply IH in Hs].
  destruct (search margins fewer (position + 1) bar noise) as [rest|] eqn:Hr; [|discriminate].
  injection Hs as <-. constructor; [assumption|]. now apply IH in Hr.
Qed.

(** ** The run that leads to the same outcome *)

(** The draws of a run, and that of the threshold first. Noise is never negative. *)
Definition run : Type := nat * list nat.

Definition outcome (margins : list Z) (most : nat) (r : run) : option (list (Z * Z)) :=
  search margins most 0 (Z.of_nat (fst r)) (map Z.of_nat (snd r)).

(** The threshold moves up by s, and each score that crosses by s minus what it moved itself. *)
Fixpoint moved_draws (s : Z) (margins margins' : list Z) (bar : Z) (noise : list nat) : list nat :=
  match margins, margins', noise with
  | m :: ms, m' :: ms', nu :: noise' =>
      (nu + (if (0 <=? m + Z.of_nat nu - bar)%Z then Z.to_nat (s - (m' - m)) else 0))%nat
      :: moved_draws s ms ms' bar noise'
  | _, _, _ => noise
  end.

Definition counterpart (s : Z) (margins margins' : list Z) (r : run) : run :=
  ((fst r + Z.to_nat s)%nat, moved_draws s margins margins' (Z.of_nat (fst r)) (snd r)).

(** By how much the draws of the scores move in total. *)
Fixpoint moved_by (s : Z) (margins margins' : list Z) (bar : Z) (noise : list nat) : nat :=
  match margins, margins', noise with
  | m :: ms, m' :: ms', nu :: noise' =>
      ((if (0 <=? m + Z.of_nat nu - bar)%Z then Z.to_nat (s - (m' - m)) else 0)
       + moved_by s ms ms' bar noise')%nat
  | _, _, _ => 0%nat
  end.

Section Counterpart.
  Variables (s : Z) (range : nat).
  Hypothesis s_nonneg : 0 <= s.

  (** No margin moves by more than s, nor by less than s - range. *)
  Definition within_shift (margins margins' : list Z) : Prop :=
    Forall2 (fun m m' => m' - m <= s /\ s - (m' - m) <= Z.of_nat range) margins margins'.

  (** A score crosses in one run exactly if it does in the other. *)
  Lemma crosses_alike m m' bar nu :
    m' - m <= s ->
    let crosses := 0 <=? m + Z.of_nat nu - bar in
    let nu' := (nu + (if crosses then Z.to_nat (s - (m' - m)) else 0))%nat in
    (0 <=? m' + Z.of_nat nu' - (bar + s)) = crosses /\
    (crosses = true -> m' + Z.of_nat nu' - (bar + s) = m + Z.of_nat nu - bar).
  Proof.
    intros Hs crosses. subst crosses. cbv zeta. destruct (Z.leb_spec 0 (m + Z.of_nat nu - bar)).
    - split; [apply Z.leb_le|intros _]; lia.
    - split; [apply Z.leb_gt; lia|discriminate].
  Qed.

  Lemma moved_search margins margins' most position bar noise :
    within_shift margins margins' ->
    search margins' most position (bar + s)
      (map Z.of_nat (moved_draws s margins margins' bar noise)) =
    search margins most position bar (map Z.of_nat noise).
  Proof.
    intros Hw. revert most position noise.
    induction Hw as [|m m' ms ms' [Hm _] Hw IH]; intros most position noise; [reflexivity|].
    destruct noise as [|nu noise]; [reflexivity|]. destruct most as [|fewer]; [reflexivity|].
    cbn [moved_draws map search].
    destruct (crosses_alike m m' bar nu Hm) as [Halike Hgap]. cbv zeta in Halike, Hgap.
    rewrite Halike. destruct (0 <=? m + Z.of_nat nu - bar).
    - rewrite Hgap by reflexivity. now rewrite IH.
    - apply IH.
  Qed.

  (** The counterpart has the same outcome. *)
  Theorem counterpart_outcome margins margins' most r :
    within_shift margins margins' ->
    outcome margins' most (counterpart s margins margins' r) = outcome margins most r.
  Proof.
    intros Hw. unfold outcome, counterpart. simpl.
    replace (Z.of_nat (fst r + Z.to_nat s)) with (Z.of_nat (fst r) + s) by lia.
    now apply moved_search.
  Qed.

  (** Different runs have different counterparts. *)
  Theorem counterpart_injective margins margins' r r' :
    within_shift margins margins' ->
    counterpart s margins margins' r = counterpart s margins margins' r' -> r = r'.
  Proof.
    intros Hw. destruct r as [bar noise], r' as [bar' noise']. unfold counterpart. simpl.
    intros Heq. injection Heq as Hbar Hnoise. assert (bar' = bar) as -> by lia. f_equal.
    clear Hbar. revert noise noise' Hnoise.
    induction Hw as [|m m' ms ms' [Hm _] Hw IH]; intros noise noise' Hnoise; [exact Hnoise|].
    destruct noise as [|nu noise], noise' as [|nu' noise']; try discriminate; [reflexivity|].
    cbn [moved_draws] in Hnoise. injection Hnoise as Hnu Hrest.
    f_equal; [|now apply IH].
    destruct (Z.leb_spec 0 (m + Z.of_nat nu - Z.of_nat bar)),
      (Z.leb_spec 0 (m + Z.of_nat nu' - Z.of_nat bar)); lia.
  Qed.

  (** Each crossing moves a draw by at most the range, and nothing else does. *)
  Theorem moved_by_at_most margins margins' most position bar noise found :
    within_shift margins margins' ->
    search margins most position bar (map Z.of_nat noise) = Some found ->
    (moved_by s margins margins' bar noise <= most * range)%nat.
  Proof.
    intros Hw. revert most position noise found.
    induction Hw as [|m m' ms ms' [Hm Hr] Hw IH]; intros most position noise found Hs;
      [simpl; lia|].
    destruct noise as [|nu noise]; [simpl; lia|]. destruct most as [|fewer]; [discriminate|].
    cbn [moved_by]. cbn [map search] in Hs. destruct (0 <=? m + Z.of_nat nu - bar).
    - destruct (search ms fewer (position + 1) bar (map Z.of_nat noise)) as [rest|] eqn:Hrest;
        [|discriminate].
      apply IH in Hrest. simpl. lia.
    - apply IH in Hs. lia.
  Qed.
End Counterpart.

(** ** The shift between neighbours *)

(** The scores move by at most d each; where the distance is monotonic they move apart by at most d
    too. *)
Definition close_scores (monotonic : bool) (d : nat) (u v : list Z) : Prop :=
  close_linf (Z.of_nat d) u v /\ (monotonic = true -> close_range (Z.of_nat d) u v).

Definition range_distance (monotonic : bool) (d : nat) : nat := if monotonic then d else 2 * d.

Lemma close_scores_range monotonic d u v :
  close_scores monotonic d u v -> close_range (Z.of_nat (range_distance monotonic d)) u v.
Proof.
  intros [Hlinf Hrange]. destruct monotonic; simpl range_distance; [now apply Hrange|].
  replace (Z.of_nat (d + (d + 0))) with (2 * Z.of_nat d) by lia. now apply range_of_linf.
Qed.

Lemma largest_move (d : nat) (u v : list Z) :
  close_linf (Z.of_nat d) u v ->
  exists s, 0 <= s <= Z.of_nat d /\ (forall a b, In (a, b) (combine u v) -> b - a <= s) /\
            (s = 0 \/ exists a b, In (a, b) (combine u v) /\ b - a = s).
Proof.
  intros Hd. induction Hd as [|a b u v Hab Hd (s & Hs & Hmax & Hat)].
  - exists 0. split; [lia|]. split; [intros a b []|now left].
  - exists (Z.max s (b - a)). split; [lia|]. split.
    + intros a0 b0 [Heq|Hin]; [injection Heq as <- <-; lia|]. apply Hmax in Hin. lia.
    + destruct (Z.max_spec s (b - a)) as [[_ ->]|[_ ->]].
      * right. exists a, b. split; [now left|reflexivity].
      * destruct Hat as [->|(a' & b' & Hin & Heq)]; [now left|].
        right. exists a', b'. split; [now right|exact Heq].
Qed.

(** Margins move as scores do, or all the other way. *)
Lemma close_margins monotonic at_least threshold d u v :
  close_scores monotonic d u v ->
  close_scores monotonic d (map (margin at_least threshold) u) (map (margin at_least threshold) v).
Proof.
  intros [Hlinf Hrange]. split.
  - unfold close_linf in *. clear Hrange.
    induction Hlinf as [|a b u v Hab Hd IH]; simpl; constructor;
      [|exact IH]. unfold margin. destruct at_least; lia.
  - intros Hm. destruct (Hrange Hm) as [Hlen Hr]. split; [now rewrite !map_length|].
    assert (Hfrom : forall x y, In (x, y) (combine (map (margin at_least threshold) u)
                                                   (map (margin at_least threshold) v)) ->
              exists a b, In (a, b) (combine u v) /\ x = margin at_least threshold a /\
                          y = margin at_least threshold b).
    { clear. revert v.
      induction u as [|a u IH]; intros [|b v] x y Hin; simpl in Hin; try contradiction.
      destruct Hin as [Heq|Hin].
      - injection Heq as <- <-. exists a, b. simpl. auto.
      - destruct (IH v x y Hin) as (a' & b' & Hin' & Hx & Hy). exists a', b'. simpl. auto. }
    intros x y x' y' H1 H2.
    apply Hfrom in H1 as (a & b & Hab & -> & ->). apply Hfrom in H2 as (a' & b' & Hab' & -> & ->).
    specialize (Hr a b a' b' Hab Hab'). unfold margin. destruct at_least; lia.
Qed.

(** Neighbouring margins: a shift of at most d from which no margin is further than the range. *)
Theorem shift_exists monotonic d margins margins' :
  close_scores monotonic d margins margins' ->
  exists s, 0 <= s <= Z.of_nat d /\ within_shift s (range_distance monotonic d) margins margins'.
Proof.
  intros Hclose. destruct (close_scores_range _ _ _ _ Hclose) as [_ Hrange].
  destruct Hclose as [Hlinf _].
  destruct (largest_move d margins margins' Hlinf) as (s & Hs & Hmax & Hat).
  exists s. split; [exact Hs|]. unfold within_shift.
  assert (Hfar : forall a b, In (a, b) (combine margins margins') ->
                             s - (b - a) <= Z.of_nat (range_distance monotonic d)).
  { intros a b Hin. destruct Hat as [->|(a' & b' & Hin' & <-)].
    - enough (Z.abs (a - b) <= Z.of_nat d) by (destruct monotonic; simpl; lia).
      clear - Hlinf Hin. induction Hlinf as [|a0 b0 u v Hab Hd IH]; [contradiction|].
      destruct Hin as [Heq|Hin]; [now injection Heq as <- <-|now apply IH].
    - specialize (Hrange a b a' b' Hin Hin'). lia. }
  clear Hrange Hat. induction Hlinf as [|a b u v Hab Hd IH]; constructor.
  - split; [apply Hmax|apply Hfar]; now left.
  - apply IH; intros a0 b0 Hin; [apply Hmax|apply Hfar]; now right.
Qed.
