(** A function applied to every row is 1-stable under all four dataset distances: rows that agree
    before agree after, so no place, no edit and no bar of the histogram is gained. *)
From Coq Require Import List Arith Lia Permutation.
From Scrim Require Import Rows Distances Stability SymmetricDistance InsertDeleteDistance
  Comparisons.
Import ListNotations.

Section RowByRow.
  Context {A B : Type} `{Distinguishable A} `{Distinguishable B}.
  Variable f : A -> B.

  (** The size is kept. *)
  Theorem row_by_row_size (x : list A) : length (map f x) = length x.
  Proof. apply map_length. Qed.

  (** Rows do not see one another, so blocks may be processed apart. *)
  Theorem row_by_row_blocks (x y : list A) : map f (x ++ y) = map f x ++ map f y.
  Proof. apply map_app. Qed.

  Theorem row_by_row_symmetric_distance (x y : list A) :
    symmetric_distance (map f x) (map f y) <= symmetric_distance x y.
  Proof.
    destruct (common_part x y) as (c & p & q & Hx & Hy & ->).
    rewrite <- (map_length f p), <- (map_length f q).
    apply (common_part_minimal _ _ (map f c)); rewrite <- map_app; now apply Permutation_map.
  Qed.

  Theorem row_by_row_insert_delete_distance (x y : list A) :
    insert_delete_distance (map f x) (map f y) <= insert_delete_distance x y.
  Proof.
    apply alignment_bounds. pose proof (insert_delete_alignment x y) as Ha. revert Ha.
    generalize (insert_delete_distance x y). intros d Ha.
    induction Ha; simpl; now constructor.
  Qed.

  Theorem row_by_row_hamming_distance (x y : list A) :
    hamming_distance (map f x) (map f y) <= hamming_distance x y.
  Proof.
    revert y. induction x as [|a x IH]; intros [|b y]; simpl; try lia.
    specialize (IH y). destruct (same_row a b) as [<-|_].
    - destruct (same_row (f a) (f a)); [lia|contradiction].
    - destruct (same_row (f a) (f b)); lia.
  Qed.

  (** d_out = d_in under the symmetric distance, *)
  Theorem row_by_row_stable_symmetric :
    stable close_symmetric close_symmetric (map f) (fun d_in => d_in).
  Proof.
    intros x y d Hd. unfold close_symmetric in *.
    pose proof (row_by_row_symmetric_distance x y). lia.
  Qed.

  (** the insert-delete distance, *)
  Theorem row_by_row_stable_insert_delete :
    stable close_insert_delete close_insert_delete (map f) (fun d_in => d_in).
  Proof.
    intros x y d Hd. unfold close_insert_delete in *.
    pose proof (row_by_row_insert_delete_distance x y). lia.
  Qed.

  (** the change-one distance, *)
  Theorem row_by_row_stable_change_one :
    stable close_change_one close_change_one (map f) (fun d_in => d_in).
  Proof.
    intros x y d [Hlen Hd].
    assert (Hlen' : length (map f x) = length (map f y)) by (now rewrite !map_length).
    split; [exact Hlen'|].
    pose proof (row_by_row_symmetric_distance x y) as Hsym.
    rewrite (symmetric_is_twice_change_one x y Hlen),
      (symmetric_is_twice_change_one _ _ Hlen') in Hsym. lia.
  Qed.

  (** and the Hamming distance. *)
  Theorem row_by_row_stable_hamming :
    stable close_hamming close_hamming (map f) (fun d_in => d_in).
  Proof.
    intros x y d [Hlen Hd]. split; [now rewrite !map_length|].
    pose proof (row_by_row_hamming_distance x y). lia.
  Qed.

  (** The constant 1 cannot be lowered for an injective f: nothing is lost. *)
  Theorem row_by_row_tight (x y : list A) :
    (forall a b, f a = f b -> a = b) ->
    symmetric_distance (map f x) (map f y) = symmetric_distance x y.
  Proof.
    intros Hinj. revert y. induction x as [|a x IH]; intros y.
    - simpl. rewrite !(symmetric_distance_comm []), !symmetric_distance_nil_r.
      apply map_length.
    - destruct (in_dec same_row a y) as [Ha|Ha].
      + destruct (in_split _ _ Ha) as (y1 & y2 & ->).
        rewrite (symmetric_distance_permutation (a :: x) (a :: x) (y1 ++ a :: y2)
                   (a :: y1 ++ y2)), symmetric_distance_shared, <- IH;
          [|reflexivity|symmetry; apply Permutation_middle].
        rewrite <- (symmetric_distance_shared (f a) (map f x)).
        apply symmetric_distance_permutation; [reflexivity|].
        rewrite !map_app. simpl. symmetry. apply Permutation_middle.
      + simpl. rewrite !symmetric_distance_unshared, IH; auto.
        intros Hin. apply in_map_iff in Hin as (b & Hb & Hin). apply Hinj in Hb. congruence.
  Qed.
End RowByRow.
