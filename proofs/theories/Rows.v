(** Rows of a dataset: any type whose values can be told apart.

    A dataset is a list of rows. Where the order of values matters (clamping, quantile scores) a
    row is an integer: only the order is used there, and every totally ordered finite set of
    values, such as the non-NaN numbers of one floating-point type, is order-isomorphic to a
    range of integers. -0.0 and 0.0 are one value, infinities are the two ends. *)
From Coq Require Import ZArith.

Class Distinguishable (A : Type) := same_row : forall a b : A, {a = b} + {a <> b}.

#[global] Instance distinguishable_integer : Distinguishable Z := Z.eq_dec.

#[global] Instance distinguishable_option {A : Type} `{Distinguishable A} :
  Distinguishable (option A).
Proof. intros a b. decide equality; apply same_row. Defined.
