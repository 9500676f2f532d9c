(** The bounded range of a pair of output laws. *)
From Coq Require Import QArith Qcanon.
Open Scope Qc_scope.

(** The ratio P(y) / P'(y) varies by a factor of at most r over the outcomes y: the bounded range
    of the pair is at most ln r. *)
Definition within_range {Y : Type} (r : Qc) (outcome : Y -> Prop) (law law' : Y -> Qc) : Prop :=
  forall y z, outcome y -> outcome z -> law y * law' z <= r * (law' y * law z).
