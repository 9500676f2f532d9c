(** Distances between vectors of scores or counts. *)
From Coq Require Import List ZArith Lia.
Import ListNotations.
Open Scope Z_scope.

(** No entry moves by more than d. *)
Definition close_linf (d : Z) (u v : list Z) : Prop :=
  Forall2 (fun a b => Z.abs (a - b) <= d) u v.

(** No two entries move apart by more than d: the difference of the differences is at most d. A
    shift of all entries alike does not count. *)
Definition close_range (d : Z) (u v : list Z) : Prop :=
  length u = length v /\
  forall a b a' b', In (a, b) (combine u v) -> In (a', b') (combine u v) ->
                    Z.abs ((a - b) - (a' - b')) <= d.

(** The entries move by at most d in total. *)
Fixpoint l1_distance (u v : list Z) : Z :=
  match u, v with
  | a :: u', b :: v' => Z.abs (a - b) + l1_distance u' v'
  | _, _ => 0
  end.

Definition close_l1 (d : Z) (u v : list Z) : Prop := length u = length v /\ l1_distance u v <= d.

(** The sum of the squares of their moves is at most d: the L2 distance is at most the root of d. *)
Fixpoint l2_squared (u v : list Z) : Z :=
  match u, v with
  | a :: u', b :: v' => (a - b) * (a - b) + l2_squared u' v'
  | _, _ => 0
  end.

Definition close_l2_squared (d : Z) (u v : list Z) : Prop :=
  length u = length v /\ l2_squared u v <= d.

Lemma l1_distance_nonneg (u v : list Z) : 0 <= l1_distance u v.
Proof.
  revert v. induction u as [|a u IH]; intros [|b v]; simpl; try lia. specialize (IH v). lia.
Qed.

(** The L2 distance is at most the L1 distance. *)
Theorem l2_of_l1 (d : Z) (u v : list Z) : close_l1 d u v -> close_l2_squared (d * d) u v.
Proof.
  intros [Hlen Hd]. split; [exact Hlen|].
  enough (l2_squared u v <= l1_distance u v * l1_distance u v)
    by (pose proof (l1_distance_nonneg u v); nia).
  clear Hd Hlen. revert v. induction u as [|a u IH]; intros [|b v]; simpl; try lia.
  specialize (IH v). pose proof (l1_distance_nonneg u v). nia.
Qed.

(** Without further knowledge the range distance is at most twice the L-infinity distance. *)
Theorem range_of_linf (d : Z) (u v : list Z) : close_linf d u v -> close_range (2 * d) u v.
Proof.
  intros Hd. split; [induction Hd; simpl; congruence|].
  enough (Hall : forall a b, In (a, b) (combine u v) -> Z.abs (a - b) <= d).
  { intros a b a' b' Hab Hab'. apply Hall in Hab, Hab'. lia. }
  induction Hd as [|a b u v Hab Hd IH]; intros a0 b0 Hin; [contradiction|].
  destruct Hin as [Heq|Hin]; [now injection Heq as <- <-|now apply IH].
Qed.

(** Every distance weakens. *)
Theorem close_linf_weakens (d d' : Z) (u v : list Z) :
  d <= d' -> close_linf d u v -> close_linf d' u v.
Proof. intros Hle Hd. unfold close_linf in *. induction Hd; constructor; [lia|assumption]. Qed.

Theorem close_range_weakens (d d' : Z) (u v : list Z) :
  d <= d' -> close_range d u v -> close_range d' u v.
Proof.
  intros Hle [Hlen Hd]. split; [exact Hlen|]. intros a b a' b' H H'.
  specialize (Hd a b a' b' H H'). lia.
Qed.

(** ** Numbers that do not fit become the largest that does *)

Definition saturated (largest : Z) (u : list Z) : list Z := map (Z.min largest) u.

(** Nothing moves further by that. (Of the range this is not true entry by entry: see
    [CountByCategories.saturated_counts_stable_range].) *)
Theorem saturated_linf (largest d : Z) (u v : list Z) :
  close_linf d u v -> close_linf d (saturated largest u) (saturated largest v).
Proof.
  intros Hd. unfold close_linf, saturated in *. induction Hd; simpl; constructor; [lia|auto].
Qed.

Theorem saturated_l1 (largest d : Z) (u v : list Z) :
  close_l1 d u v -> close_l1 d (saturated largest u) (saturated largest v).
Proof.
  intros [Hlen Hd]. split; [unfold saturated; now rewrite !map_length|].
  enough (l1_distance (saturated largest u) (saturated largest v) <= l1_distance u v) by lia.
  clear. revert v. induction u as [|a u IH]; intros [|b v]; simpl; try lia. specialize (IH v). lia.
Qed.

Theorem saturated_l2 (largest d : Z) (u v : list Z) :
  close_l2_squared d u v -> close_l2_squared d (saturated largest u) (saturated largest v).
Proof.
  intros [Hlen Hd]. split; [unfold saturated; now rewrite !map_length|].
  enough (l2_squared (saturated largest u) (saturated largest v) <= l2_squared u v) by lia.
  clear. revert v. induction u as [|a u IH]; intros [|b v]; simpl; try lia. specialize (IH v).
  assert (Z.abs (Z.min largest a - Z.min largest b) <= Z.abs (a - b)) by lia. nia.
Qed.

(** ** Vectors that hold one value per candidate *)

Section PerCandidate.
  Context {C : Type}.
  Variables (candidates : list C) (value value' : C -> Z).

  Lemma close_linf_per_candidate (d : Z) :
    (forall c, In c candidates -> Z.abs (value c - value' c) <= d) ->
    close_linf d (map value candidates) (map value' candidates).
  Proof.
    intros Hd. unfold close_linf. induction candidates as [|c cs IH]; simpl; constructor.
    - apply Hd. now left.
    - apply IH. intros c' Hc'. apply Hd. now right.
  Qed.

  Lemma combine_per_candidate (a b : Z) :
    In (a, b) (combine (map value candidates) (map value' candidates)) <->
    exists c, In c candidates /\ a = value c /\ b = value' c.
  Proof.
    induction candidates as [|c cs IH]; simpl.
    - split; [tauto|]. intros (c & [] & _).
    - rewrite IH. split.
      + intros [Heq|(c' & Hin & Ha & Hb)]; [injection Heq as <- <-; eauto|eauto].
      + intros (c' & [<-|Hin] & -> & ->); [now left|right; eauto].
  Qed.

  Lemma close_range_per_candidate (d : Z) :
    (forall c c', In c candidates -> In c' candidates ->
                  Z.abs ((value c - value' c) - (value c' - value' c')) <= d) ->
    close_range d (map value candidates) (map value' candidates).
  Proof.
    intros Hd. split; [now rewrite !map_length|]. intros a b a' b' H H'.
    apply combine_per_candidate in H as (c & Hc & -> & ->).
    apply combine_per_candidate in H' as (c' & Hc' & -> & ->). auto.
  Qed.
End PerCandidate.
