(** For alpha = 0 and alpha = 1 one row moves all scores the same way, so the range distance needs
    no factor 2. *)
From Coq Require Import List Arith ZArith Lia Permutation.
From Scrim Require Import Rows Distances Stability Comparisons Paths ValueDistances QuantileScore
  QuantileStability.
Import ListNotations.
Open Scope Z_scope.

Section QuantileMonotonic.
  Variables num den limit : Z.
  Hypothesis den_nonneg : 0 <= den.
  Hypothesis alpha_is_extreme : num = 0 \/ num = den.
  Hypothesis limit_nonneg : 0 <= limit.

  Notation score := (score num den limit).
  Notation scores := (scores num den limit).

  (** The score is then one clipped count: of the rows below c, or of the rows above c. *)
  Lemma extreme_score (c : Z) (x : list Z) :
    score c x = den * Z.min (if num =? 0 then rows_below c x else rows_above c x) limit.
  Proof.
    unfold QuantileScore.score, signed_score.
    pose proof (count_nonneg (fun row => row <? c) x).
    pose proof (count_nonneg (fun row => c <? row) x).
    unfold rows_below, rows_above.
    set (b := Z.min (count (fun row => row <? c) x) limit) in *.
    set (t := Z.min (count (fun row => c <? row) x) limit) in *.
    destruct alpha_is_extreme as [-> | ->].
    - rewrite Z.eqb_refl. fold b. replace ((den - 0) * b - 0 * t) with (den * b) by ring.
      apply Z.abs_eq. nia.
    - destruct (Z.eqb_spec den 0) as [-> |_]; [fold b; lia|]. fold t.
      replace ((den - den) * b - den * t) with (- (den * t)) by ring.
      rewrite Z.abs_opp. apply Z.abs_eq. nia.
  Qed.

  (** An added row moves the score of every candidate up or not at all. *)
  Theorem extreme_score_added_row (c a : Z) (x : list Z) :
    0 <= score c (a :: x) - score c x <= den.
  Proof.
    rewrite !extreme_score. unfold rows_below, rows_above. rewrite !count_cons.
    destruct (num =? 0); rewrite <- Z.mul_sub_distr_l; split; destruct (_ <? _); nia.
  Qed.

  (** A changed row moves the scores of all candidates one way too: which one depends on the order
      of the two rows and not on the candidate. *)
  Theorem extreme_score_changed_row (a b : Z) :
    (forall c x, 0 <= score c (a :: x) - score c (b :: x) <= den) \/
    (forall c x, 0 <= score c (b :: x) - score c (a :: x) <= den).
  Proof.
    assert (Hmul : forall m n, 0 <= m - n <= 1 -> 0 <= den * m - den * n <= den) by (intros; nia).
    destruct (num =? 0) eqn:Hnum; destruct (Z.le_ge_cases a b) as [Hab|Hab];
      [left|right|right|left]; intros c x; rewrite !extreme_score, Hnum;
      unfold rows_below, rows_above; rewrite !count_cons; apply Hmul;
      repeat match goal with |- context [?m <? ?n] =>
        is_var m; is_var n; destruct (Z.ltb_spec m n) end; lia.
  Qed.

  Variable candidates : list Z.

  (** Range distance d_in * den, unknown size: [d_in] for den = 1. *)
  Theorem extreme_scores_range_symmetric :
    stable close_symmetric close_range (scores candidates) (fun d_in => Z.of_nat d_in * den).
  Proof.
    intros x y d Hd. apply close_range_per_candidate. intros c c' _ _.
    pose proof (bounded_per_added_row (fun u => score c u - score c' u) den den_nonneg) as Hb.
    replace (score c x - score c y - (score c' x - score c' y))
      with (score c x - score c' x - (score c y - score c' y)) by ring.
    apply Hb; [| |exact Hd].
    - intros u v Hp. now rewrite !(score_permutation _ _ _ _ u v Hp).
    - intros a u. pose proof (extreme_score_added_row c a u).
      pose proof (extreme_score_added_row c' a u). lia.
  Qed.

  (** Range distance d_in * den, d_in changed rows. *)
  Theorem extreme_scores_range_change_one :
    stable close_change_one close_range (scores candidates) (fun d_in => Z.of_nat d_in * den).
  Proof.
    intros x y d Hd. apply close_range_per_candidate. intros c c' _ _.
    pose proof (bounded_per_changed_row (fun u => score c u - score c' u) den den_nonneg) as Hb.
    replace (score c x - score c y - (score c' x - score c' y))
      with (score c x - score c' x - (score c y - score c' y)) by ring.
    apply Hb; [| |exact Hd].
    - intros u v Hp. now rewrite !(score_permutation _ _ _ _ u v Hp).
    - intros a b u. destruct (extreme_score_changed_row a b) as [H|H];
        pose proof (H c u); pose proof (H c' u); lia.
  Qed.

  (** The same for insert-delete, Hamming, and, size known, floor(d_in / 2) * den. *)
  Theorem extreme_scores_range_insert_delete :
    stable close_insert_delete close_range (scores candidates) (fun d_in => Z.of_nat d_in * den).
  Proof.
    intros x y d Hd. apply extreme_scores_range_symmetric.
    now apply close_symmetric_of_insert_delete.
  Qed.

  Theorem extreme_scores_range_hamming :
    stable close_hamming close_range (scores candidates) (fun d_in => Z.of_nat d_in * den).
  Proof.
    intros x y d Hd. apply extreme_scores_range_change_one.
    now apply close_change_one_of_hamming.
  Qed.

  Theorem extreme_scores_range_known_size :
    stable (of_equal_size close_symmetric) close_range (scores candidates)
      (fun d_in => Z.of_nat (d_in / 2) * den).
  Proof.
    intros x y d Hd. apply extreme_scores_range_change_one.
    now apply close_change_one_of_symmetric.
  Qed.
End QuantileMonotonic.

(** The statement is about the map, not about the measured L-infinity distance: over several rows
    scores may still move in opposite directions. Here d_in = 3, the L-infinity distance is 1 and
    the range distance is 2. So a metric "L-infinity, monotonic" whose range distance is its own
    distance must be read as a bound along a path of rows. *)
Theorem measured_linf_does_not_bound_range :
  let x := [0] in let y := [2; 2] in let candidates := [1; 3] in
  close_symmetric 3 x y /\
  close_linf 1 (scores 0 1 100 candidates x) (scores 0 1 100 candidates y) /\
  ~ close_range 1 (scores 0 1 100 candidates x) (scores 0 1 100 candidates y).
Proof.
  cbv zeta. split; [vm_compute; lia|]. split.
  - repeat constructor; vm_compute; congruence.
  - intros [_ H]. specialize (H 1 0 1 2). vm_compute in H. intuition congruence.
Qed.
