(** What a stability relation and a stability map promise. *)

Section Stability.
  Context {X Y D_in D_out : Type}.
  Variables (close_in : D_in -> X -> X -> Prop) (close_out : D_out -> Y -> Y -> Prop).

  (** A relation is valid for f when d_in-close inputs go to d_out-close outputs whenever the
      relation holds of (d_in, d_out). It need not hold of every such pair (sound, not
      necessarily complete). *)
  Definition valid_relation (f : X -> Y) (relation : D_in -> D_out -> Prop) : Prop :=
    forall x x' d_in d_out,
      relation d_in d_out -> close_in d_in x x' -> close_out d_out (f x) (f x').

  (** A map is valid for f when d_in-close inputs go to map(d_in)-close outputs.
      [close_out] may equally be a statement about output distributions: then f is a
      measurement and the map is its privacy map. *)
  Definition stable (f : X -> Y) (map : D_in -> D_out) : Prop :=
    forall x x' d_in, close_in d_in x x' -> close_out (map d_in) (f x) (f x').
End Stability.
