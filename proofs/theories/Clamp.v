(** Clamping rows to public bounds. *)
From Coq Require Import List ZArith Lia.
From Scrim Require Import Rows Distances Stability RowByRow.
Import ListNotations.
Open Scope Z_scope.

Definition clamp (lower upper row : Z) : Z := Z.max lower (Z.min row upper).

Definition clamp_rows (lower upper : Z) (x : list Z) : list Z := map (clamp lower upper) x.

Section Clamp.
  Variables lower upper : Z.

  (** Output domain: every row lies within the bounds, *)
  Theorem clamp_within_bounds (row : Z) :
    lower <= upper -> lower <= clamp lower upper row <= upper.
  Proof. unfold clamp. lia. Qed.

  Theorem clamp_rows_within_bounds (x : list Z) :
    lower <= upper -> Forall (fun row => lower <= row <= upper) (clamp_rows lower upper x).
  Proof.
    intros Hbounds. apply Forall_map, Forall_forall. intros row _.
    now apply clamp_within_bounds.
  Qed.

  (** and there are as many. *)
  Theorem clamp_rows_size (x : list Z) : length (clamp_rows lower upper x) = length x.
  Proof. apply row_by_row_size. Qed.

  (** Rows within the bounds are kept. *)
  Theorem clamp_identity (row : Z) : lower <= row <= upper -> clamp lower upper row = row.
  Proof. unfold clamp. lia. Qed.

  (** For lower <= upper the order of the two comparisons does not matter. *)
  Theorem clamp_either_order (row : Z) :
    lower <= upper -> clamp lower upper row = Z.min (Z.max lower row) upper.
  Proof. unfold clamp. lia. Qed.

  (** Clamping brings values no further apart (Lipschitz constant 1), and keeps their order. *)
  Theorem clamp_lipschitz (row row' : Z) :
    Z.abs (clamp lower upper row - clamp lower upper row') <= Z.abs (row - row').
  Proof. unfold clamp. lia. Qed.

  Theorem clamp_monotone (row row' : Z) :
    row <= row' -> clamp lower upper row <= clamp lower upper row'.
  Proof. unfold clamp. lia. Qed.

  (** d_out = d_in under each of the four dataset distances. *)
  Theorem clamp_stable_symmetric :
    stable close_symmetric close_symmetric (clamp_rows lower upper) (fun d_in => d_in).
  Proof. apply row_by_row_stable_symmetric. Qed.

  Theorem clamp_stable_insert_delete :
    stable close_insert_delete close_insert_delete (clamp_rows lower upper) (fun d_in => d_in).
  Proof. apply row_by_row_stable_insert_delete. Qed.

  Theorem clamp_stable_change_one :
    stable close_change_one close_change_one (clamp_rows lower upper) (fun d_in => d_in).
  Proof. apply row_by_row_stable_change_one. Qed.

  Theorem clamp_stable_hamming :
    stable close_hamming close_hamming (clamp_rows lower upper) (fun d_in => d_in).
  Proof. apply row_by_row_stable_hamming. Qed.
End Clamp.
