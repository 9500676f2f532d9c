(** Chaining: stability of g after f from the stability of each. *)
From Coq Require Import Arith Lia.
From Scrim Require Import Stability.

Section Chain.
  Context {X Y W D_in D_mid D_out : Type}.
  Variables (close_in : D_in -> X -> X -> Prop) (close_mid : D_mid -> Y -> Y -> Prop)
            (close_out : D_out -> W -> W -> Prop).
  Variables (f : X -> Y) (g : Y -> W).

  (** Two relations chain through any middle distance that satisfies both. *)
  Theorem chain_relations (first : D_in -> D_mid -> Prop) (second : D_mid -> D_out -> Prop) :
    valid_relation close_in close_mid f first ->
    valid_relation close_mid close_out g second ->
    valid_relation close_in close_out (fun x => g (f x))
      (fun d_in d_out => exists d_mid, first d_in d_mid /\ second d_mid d_out).
  Proof. intros Hf Hg x x' d_in d_out (d_mid & H1 & H2) Hx. eauto. Qed.

  (** Hence a middle distance proposed by a hint is sound whatever the hint says: a forward map
      of the first ... *)
  Theorem chain_relations_forward (first : D_in -> D_mid -> Prop) (second : D_mid -> D_out -> Prop)
      (forward : D_in -> D_mid) :
    valid_relation close_in close_mid f first ->
    valid_relation close_mid close_out g second ->
    valid_relation close_in close_out (fun x => g (f x))
      (fun d_in d_out => first d_in (forward d_in) /\ second (forward d_in) d_out).
  Proof. intros Hf Hg x x' d_in d_out [H1 H2] Hx. eauto. Qed.

  (** ... or a backward map of the second. *)
  Theorem chain_relations_backward (first : D_in -> D_mid -> Prop)
      (second : D_mid -> D_out -> Prop) (backward : D_out -> D_mid) :
    valid_relation close_in close_mid f first ->
    valid_relation close_mid close_out g second ->
    valid_relation close_in close_out (fun x => g (f x))
      (fun d_in d_out => first d_in (backward d_out) /\ second (backward d_out) d_out).
  Proof. intros Hf Hg x x' d_in d_out [H1 H2] Hx. eauto. Qed.

  (** Maps compose. *)
  Theorem chain_maps (first : D_in -> D_mid) (second : D_mid -> D_out) :
    stable close_in close_mid f first ->
    stable close_mid close_out g second ->
    stable close_in close_out (fun x => g (f x)) (fun d_in => second (first d_in)).
  Proof. intros Hf Hg x x' d_in Hx. apply Hg, Hf, Hx. Qed.
End Chain.

Section Weakening.
  Context {X Y D_in D_out : Type}.
  Variables (close_in : D_in -> X -> X -> Prop) (close_out : D_out -> Y -> Y -> Prop).
  Variable at_most : D_out -> D_out -> Prop.
  Hypothesis close_out_weakens :
    forall d d' y y', at_most d d' -> close_out d y y' -> close_out d' y y'.

  (** A valid map gives the valid relation "map(d_in) <= d_out", and may be replaced by any map
      that is nowhere smaller (rounding up, saturation). *)
  Theorem relation_of_map (f : X -> Y) (map : D_in -> D_out) :
    stable close_in close_out f map ->
    valid_relation close_in close_out f (fun d_in d_out => at_most (map d_in) d_out).
  Proof. intros Hf x x' d_in d_out Hle Hx. eauto. Qed.

  Theorem larger_map (f : X -> Y) (map map' : D_in -> D_out) :
    (forall d, at_most (map d) (map' d)) ->
    stable close_in close_out f map -> stable close_in close_out f map'.
  Proof. intros Hle Hf x x' d_in Hx. eauto. Qed.
End Weakening.

(** Where the second map is non-decreasing, looking for a middle distance finds nothing that the
    composed map does not: the forward hint loses nothing. *)
Theorem forward_hint_is_complete (first second : nat -> nat) :
  (forall d d', d <= d' -> second d <= second d') ->
  forall d_in d_out,
    (exists d_mid, first d_in <= d_mid /\ second d_mid <= d_out) <->
    second (first d_in) <= d_out.
Proof.
  intros Hmono d_in d_out. split.
  - intros (d_mid & H1 & H2). specialize (Hmono _ _ H1). lia.
  - intros H. exists (first d_in). lia.
Qed.

(** A constant c has the forward map c * d_in and, for c > 0, the backward map d_out / c rounded
    down, which is exact: it is the largest d_in that the relation admits. *)
Theorem backward_of_constant (c d_in d_out : nat) :
  0 < c -> (c * d_in <= d_out <-> d_in <= d_out / c).
Proof. intros Hc. split; intros H.
  - apply Nat.div_le_lower_bound; lia.
  - pose proof (Nat.mul_div_le d_out c). nia.
Qed.

(** Constants multiply along a chain. *)
Theorem chain_constants {X Y W : Type} (close_in : nat -> X -> X -> Prop)
    (close_mid : nat -> Y -> Y -> Prop) (close_out : nat -> W -> W -> Prop)
    (f : X -> Y) (g : Y -> W) (c c' : nat) :
  stable close_in close_mid f (fun d => c * d) ->
  stable close_mid close_out g (fun d => c' * d) ->
  stable close_in close_out (fun x => g (f x)) (fun d => (c' * c) * d).
Proof.
  intros Hf Hg x x' d_in Hx. rewrite <- Nat.mul_assoc.
  exact (chain_maps _ _ _ _ _ _ _ Hf Hg x x' d_in Hx).
Qed.
