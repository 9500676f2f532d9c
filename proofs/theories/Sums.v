(** Sums of rows that are moved between bounds: exact, in any order, and stable. *)
From Coq Require Import List Arith ZArith Lia Permutation.
From Scrim Require Import Rows Distances Stability Comparisons Paths Clamp.
Import ListNotations.
Open Scope Z_scope.

Definition close_absolute (d : Z) (a b : Z) : Prop := Z.abs (a - b) <= d.

Section Sums.
  Variables lower upper : Z.
  Hypothesis bounds_in_order : lower <= upper.

  Definition sum_rows (x : list Z) : Z := fold_right Z.add 0 (clamp_rows lower upper x).

  Lemma sum_cons (a : Z) (x : list Z) : sum_rows (a :: x) = clamp lower upper a + sum_rows x.
  Proof. reflexivity. Qed.

  (** The order of rows does not matter, nor into which blocks they are cut. *)
  Theorem sum_permutation (x y : list Z) : Permutation x y -> sum_rows x = sum_rows y.
  Proof. intros Hp. induction Hp; rewrite ?sum_cons; lia. Qed.

  Theorem sum_app (x y : list Z) : sum_rows (x ++ y) = sum_rows x + sum_rows y.
  Proof. induction x as [|a x IH]; simpl app; rewrite ?sum_cons; [reflexivity|lia]. Qed.

  (** No partial sum of n rows is further from 0 than n times the larger bound: so 128 bits hold
      any, and the sum modulo 2^128 is the sum. *)
  Theorem sum_fits (x : list Z) :
    Z.abs (sum_rows x) <= Z.of_nat (length x) * Z.max (Z.abs lower) (Z.abs upper).
  Proof.
    induction x as [|a x IH]; [reflexivity|].
    rewrite sum_cons. change (length (a :: x)) with (S (length x)). unfold clamp. nia.
  Qed.

  (** What does not fit the output becomes the closest number that does. *)
  Variables least most : Z.
  Definition saturated_sum (x : list Z) : Z := clamp least most (sum_rows x).

  (** One row: the larger bound in absolute value. One changed row: the width of the bounds. *)
  Theorem saturated_sum_added_row (a : Z) (x : list Z) :
    Z.abs (saturated_sum (a :: x) - saturated_sum x) <= Z.max (Z.abs lower) (Z.abs upper).
  Proof. unfold saturated_sum. rewrite sum_cons. unfold clamp. lia. Qed.

  Theorem saturated_sum_changed_row (a b : Z) (x : list Z) :
    Z.abs (saturated_sum (a :: x) - saturated_sum (b :: x)) <= upper - lower.
  Proof. unfold saturated_sum. rewrite !sum_cons. unfold clamp. lia. Qed.

  Lemma saturated_sum_permutation (x y : list Z) :
    Permutation x y -> saturated_sum x = saturated_sum y.
  Proof. intros Hp. unfold saturated_sum. now rewrite (sum_permutation x y Hp). Qed.

  Definition sum_map_unknown_size (d_in : nat) : Z :=
    Z.of_nat d_in * Z.max (Z.abs lower) (Z.abs upper).
  Definition sum_map_changed_rows (d_in : nat) : Z := Z.of_nat d_in * (upper - lower).

  Theorem sum_stable_symmetric :
    stable close_symmetric close_absolute saturated_sum sum_map_unknown_size.
  Proof.
    intros x y d Hd. apply (bounded_per_added_row saturated_sum); auto; [lia| |].
    - intros u v. apply saturated_sum_permutation.
    - intros a u. apply saturated_sum_added_row.
  Qed.

  Theorem sum_stable_insert_delete :
    stable close_insert_delete close_absolute saturated_sum sum_map_unknown_size.
  Proof. intros x y d Hd. now apply sum_stable_symmetric, close_symmetric_of_insert_delete. Qed.

  Theorem sum_stable_change_one :
    stable close_change_one close_absolute saturated_sum sum_map_changed_rows.
  Proof.
    intros x y d Hd. apply (bounded_per_changed_row saturated_sum); auto; [lia| |].
    - intros u v. apply saturated_sum_permutation.
    - intros a b u. apply saturated_sum_changed_row.
  Qed.

  Theorem sum_stable_hamming :
    stable close_hamming close_absolute saturated_sum sum_map_changed_rows.
  Proof. intros x y d Hd. now apply sum_stable_change_one, close_change_one_of_hamming. Qed.

  Theorem sum_stable_symmetric_known_size :
    stable (of_equal_size close_symmetric) close_absolute saturated_sum
      (fun d_in => sum_map_changed_rows (d_in / 2)).
  Proof. intros x y d Hd. now apply sum_stable_change_one, close_change_one_of_symmetric. Qed.

  (** Both are attained, where the output has room. *)
  Theorem sum_added_row_attained :
    least <= Z.min lower 0 -> Z.max upper 0 <= most ->
    exists a, Z.abs (saturated_sum [a] - saturated_sum []) = Z.max (Z.abs lower) (Z.abs upper).
  Proof.
    intros Hleast Hmost.
    assert (Hin : lower <= lower <= upper /\ lower <= upper <= upper) by lia.
    destruct (Z.le_ge_cases (Z.abs lower) (Z.abs upper)); [exists upper | exists lower];
      unfold saturated_sum; rewrite sum_cons; change (sum_rows []) with 0; unfold clamp; lia.
  Qed.

  Theorem sum_changed_row_attained :
    least <= lower -> upper <= most ->
    Z.abs (saturated_sum [upper] - saturated_sum [lower]) = upper - lower.
  Proof.
    intros Hleast Hmost.
    unfold saturated_sum. rewrite !sum_cons. change (sum_rows []) with 0. unfold clamp. lia.
  Qed.
End Sums.
