(** The four distances between datasets, as functions that compute, and what it means for two
    datasets to be [d_in]-close under each. Definitions only. *)
From Coq Require Import List Arith.
From Scrim Require Import Rows.
Import ListNotations.

Section Distances.
  Context {A : Type} `{Distinguishable A}.

  (** A dataset read as a multiset is its histogram. *)
  Definition multiplicity (row : A) (x : list A) : nat := count_occ same_row x row.

  (** |m - n|: one of the two truncated differences is 0. *)
  Definition gap (m n : nat) : nat := (m - n) + (n - m).

  (** The L1 distance of the two histograms. Order of rows does not matter. *)
  Definition symmetric_distance (x y : list A) : nat :=
    list_sum (map (fun row => gap (multiplicity row x) (multiplicity row y))
                  (nodup same_row (x ++ y))).

  (** The number of rows to replace, order ignored; meaningful between datasets of one size. One
      replacement is one removal and one addition. [Paths.change_one_distance_path] and
      [Paths.replace_path_length] say that this is indeed the least number of replacements. *)
  Definition change_one_distance (x y : list A) : nat := Nat.div2 (symmetric_distance x y).

  (** The number of places that differ; meaningful between datasets of one size. *)
  Fixpoint hamming_distance (x y : list A) : nat :=
    match x, y with
    | a :: x', b :: y' => (if same_row a b then 0 else 1) + hamming_distance x' y'
    | _, _ => 0
    end.

  (** The least number of insertions and deletions of rows that turns the sequence x into y. *)
  Fixpoint insert_delete_distance (x : list A) : list A -> nat :=
    match x with
    | [] => fun y => length y
    | a :: x' =>
        fix from_y (y : list A) : nat :=
          match y with
          | [] => S (length x')
          | b :: y' =>
              let edit := S (Nat.min (insert_delete_distance x' y) (from_y y')) in
              if same_row a b then Nat.min (insert_delete_distance x' y') edit else edit
          end
    end.

  Definition close_symmetric (d : nat) (x y : list A) : Prop := symmetric_distance x y <= d.

  Definition close_insert_delete (d : nat) (x y : list A) : Prop :=
    insert_delete_distance x y <= d.

  Definition close_change_one (d : nat) (x y : list A) : Prop :=
    length x = length y /\ change_one_distance x y <= d.

  Definition close_hamming (d : nat) (x y : list A) : Prop :=
    length x = length y /\ hamming_distance x y <= d.

  (** The restriction of a closeness to datasets of one size (public, whatever it is). *)
  Definition of_equal_size (close : nat -> list A -> list A -> Prop) (d : nat) (x y : list A) :
    Prop := length x = length y /\ close d x y.
End Distances.
