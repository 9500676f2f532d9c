(** Stability of quantile scores under the L-infinity distance. *)
From Coq Require Import List Arith ZArith Lia Permutation.
From Scrim Require Import Rows Distances Stability Comparisons Paths ValueDistances QuantileScore.
Import ListNotations.
Open Scope Z_scope.

Section QuantileStability.
  Variables num den limit : Z.
  Hypothesis alpha_in_unit : 0 <= num <= den.

  Notation signed_score := (signed_score num den limit).
  Notation score := (score num den limit).
  Notation scores := (scores num den limit).

  (** One added row moves a clipped count by 0 or 1; a row is not both below and above c. *)
  Lemma signed_score_added_row (c a : Z) (x : list Z) :
    - num <= signed_score c (a :: x) - signed_score c x <= den - num.
  Proof.
    unfold QuantileScore.signed_score, rows_below, rows_above. rewrite !count_cons.
    set (b := count (fun row => row <? c) x). set (t := count (fun row => c <? row) x).
    assert (Hmin : forall n, Z.min (1 + n) limit = Z.min n limit \/
                             Z.min (1 + n) limit = Z.min n limit + 1) by lia.
    destruct (Z.ltb_spec a c), (Z.ltb_spec c a); try lia;
      rewrite ?Z.add_0_l; [destruct (Hmin b) as [->| ->] | destruct (Hmin t) as [->| ->]]; lia.
  Qed.

  (** Unknown size, one row: max(num, den - num). *)
  Theorem score_added_row (c a : Z) (x : list Z) :
    Z.abs (score c (a :: x) - score c x) <= Z.max num (den - num).
  Proof. unfold QuantileScore.score. pose proof (signed_score_added_row c a x). lia. Qed.

  (** Known size, one changed row: den. *)
  Theorem score_changed_row (c a b : Z) (x : list Z) :
    Z.abs (score c (a :: x) - score c (b :: x)) <= den.
  Proof.
    unfold QuantileScore.score. pose proof (signed_score_added_row c a x).
    pose proof (signed_score_added_row c b x). lia.
  Qed.

  (** ** The maps *)

  Definition map_unknown_size (d_in : nat) : Z := Z.of_nat d_in * Z.max num (den - num).
  Definition map_changed_rows (d_in : nat) : Z := Z.of_nat d_in * den.
  Definition map_known_size (d_in : nat) : Z := map_changed_rows (d_in / 2).

  Variable candidates : list Z.

  (** Unknown size, symmetric distance: d_in * max(num, den - num). *)
  Theorem scores_stable_symmetric :
    stable close_symmetric close_linf (scores candidates) map_unknown_size.
  Proof.
    intros x y d Hd. apply close_linf_per_candidate. intros c _.
    apply (bounded_per_added_row (score c)); auto; [lia| |].
    - intros u v. apply score_permutation.
    - intros a u. apply score_added_row.
  Qed.

  (** Unknown size, insert-delete distance: the same. *)
  Theorem scores_stable_insert_delete :
    stable close_insert_delete close_linf (scores candidates) map_unknown_size.
  Proof.
    intros x y d Hd. apply scores_stable_symmetric.
    now apply close_symmetric_of_insert_delete.
  Qed.

  (** Known size, change-one distance: d_in * den. *)
  Theorem scores_stable_change_one :
    stable close_change_one close_linf (scores candidates) map_changed_rows.
  Proof.
    intros x y d Hd. apply close_linf_per_candidate. intros c _.
    apply (bounded_per_changed_row (score c)); auto; [lia| |].
    - intros u v. apply score_permutation.
    - intros a b u. apply score_changed_row.
  Qed.

  (** Known size, Hamming distance: the same. *)
  Theorem scores_stable_hamming :
    stable close_hamming close_linf (scores candidates) map_changed_rows.
  Proof.
    intros x y d Hd. apply scores_stable_change_one.
    now apply close_change_one_of_hamming.
  Qed.

  (** Known size, symmetric distance: floor(d_in / 2) * den. *)
  Theorem scores_stable_symmetric_known_size :
    stable (of_equal_size close_symmetric) close_linf (scores candidates) map_known_size.
  Proof.
    intros x y d Hd. apply scores_stable_change_one.
    now apply close_change_one_of_symmetric.
  Qed.

  (** Known size, insert-delete distance: the same. *)
  Theorem scores_stable_insert_delete_known_size :
    stable (of_equal_size close_insert_delete) close_linf (scores candidates) map_known_size.
  Proof.
    intros x y d [Hlen Hd]. apply scores_stable_symmetric_known_size.
    split; [exact Hlen|]. now apply close_symmetric_of_insert_delete.
  Qed.
End QuantileStability.
