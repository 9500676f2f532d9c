(** How the four dataset distances bound one another. What is stable under the symmetric distance
    is therefore stable, with the same map, under the ordered ones. *)
From Coq Require Import List Arith Lia Permutation.
From Scrim Require Import Rows Distances SymmetricDistance InsertDeleteDistance.
Import ListNotations.

Section Comparisons.
  Context {A : Type} `{Distinguishable A}.
  Implicit Types (x y : list A).

  (** Forgetting the order of rows brings datasets closer. *)
  Theorem symmetric_le_insert_delete x y :
    symmetric_distance x y <= insert_delete_distance x y.
  Proof.
    pose proof (insert_delete_alignment x y) as Ha. revert Ha.
    generalize (insert_delete_distance x y) as d. intros d Ha.
    induction Ha as [|d a x y Ha IH|d a x y Ha IH|d b x y Ha IH].
    - reflexivity.
    - now rewrite symmetric_distance_shared.
    - pose proof (symmetric_distance_add a x y). lia.
    - pose proof (symmetric_distance_add b y x) as Hadd.
      rewrite (symmetric_distance_comm (b :: y)), (symmetric_distance_comm y) in Hadd. lia.
  Qed.

  (** Datasets of one size are an even distance apart: one replacement is two steps. *)
  Theorem symmetric_is_twice_change_one x y :
    length x = length y -> symmetric_distance x y = 2 * change_one_distance x y.
  Proof.
    intros Hlen. destruct (common_part x y) as (c & p & q & Hx & Hy & Hd).
    apply Permutation_length in Hx, Hy. rewrite app_length in Hx, Hy.
    assert (Hpq : length p = length q) by lia.
    unfold change_one_distance. rewrite Hd, Hpq.
    replace (length q + length q) with (2 * length q) by lia. now rewrite Nat.div2_double.
  Qed.

  (** One changed place is at most one deletion and one insertion there. *)
  Theorem insert_delete_le_twice_hamming x y :
    length x = length y -> insert_delete_distance x y <= 2 * hamming_distance x y.
  Proof.
    intros Hlen. enough (exists d, d <= 2 * hamming_distance x y /\ alignment d x y)
      as (d & Hd & Ha) by (pose proof (alignment_bounds _ _ _ Ha); lia).
    revert y Hlen. induction x as [|a x IH]; intros [|b y] Hlen; try discriminate.
    - exists 0. split; [lia|constructor].
    - injection Hlen as Hlen. destruct (IH y Hlen) as (d & Hd & Ha). simpl.
      destruct (same_row a b) as [<-|_].
      + exists d. split; [lia|now constructor].
      + exists (S (S d)). split; [lia|now repeat constructor].
  Qed.

  (** Forgetting the order of places brings datasets closer. *)
  Theorem change_one_le_hamming x y :
    length x = length y -> change_one_distance x y <= hamming_distance x y.
  Proof.
    intros Hlen. pose proof (symmetric_is_twice_change_one x y Hlen).
    pose proof (symmetric_le_insert_delete x y).
    pose proof (insert_delete_le_twice_hamming x y Hlen). lia.
  Qed.

  (** The same facts between closeness predicates. *)
  Corollary close_symmetric_of_insert_delete d x y :
    close_insert_delete d x y -> close_symmetric d x y.
  Proof.
    unfold close_insert_delete, close_symmetric.
    pose proof (symmetric_le_insert_delete x y). lia.
  Qed.

  Corollary close_change_one_of_hamming d x y : close_hamming d x y -> close_change_one d x y.
  Proof.
    intros [Hlen Hd]. split; [exact Hlen|]. pose proof (change_one_le_hamming x y Hlen). lia.
  Qed.

  (** Between datasets of one size, d_in additions and removals are floor(d_in / 2) changes. *)
  Corollary close_change_one_of_symmetric d x y :
    of_equal_size close_symmetric d x y -> close_change_one (d / 2) x y.
  Proof.
    intros [Hlen Hd]. split; [exact Hlen|]. unfold close_symmetric in Hd.
    rewrite (symmetric_is_twice_change_one x y Hlen) in Hd.
    apply Nat.div_le_lower_bound; lia.
  Qed.
End Comparisons.
