(** The score of a candidate by the closest of its ranks, and its stability: rows that equal the
    candidate give it a rank each. *)
From Coq Require Import List Arith ZArith Lia Permutation.
From Scrim Require Import Rows Distances Stability Comparisons Paths ValueDistances QuantileScore
  QuantileStability.
Import ListNotations.
Open Scope Z_scope.

Definition rows_not_below (c : Z) : list Z -> Z := count (fun row => c <=? row).
Definition rows_not_above (c : Z) : list Z -> Z := count (fun row => row <=? c).

Lemma rows_below_or_not (c : Z) (x : list Z) :
  rows_below c x + rows_not_below c x = Z.of_nat (length x).
Proof.
  unfold rows_below, rows_not_below. induction x as [|a x IH]; [reflexivity|].
  rewrite !count_cons. change (length (a :: x)) with (S (length x)).
  destruct (Z.ltb_spec a c), (Z.leb_spec c a); lia.
Qed.

Lemma rows_above_or_not (c : Z) (x : list Z) :
  rows_above c x + rows_not_above c x = Z.of_nat (length x).
Proof.
  unfold rows_above, rows_not_above. induction x as [|a x IH]; [reflexivity|].
  rewrite !count_cons. change (length (a :: x)) with (S (length x)).
  destruct (Z.ltb_spec c a), (Z.leb_spec a c); lia.
Qed.

Section IntervalScore.
  Variables num den limit : Z.

  (** How far all ranks of c are above the ideal one, and below it; counts clipped at [limit]. *)
  Definition too_high (c : Z) (x : list Z) : Z :=
    (den - num) * Z.min (rows_below c x) limit - num * Z.min (rows_not_below c x) limit.
  Definition too_low (c : Z) (x : list Z) : Z :=
    num * Z.min (rows_above c x) limit - (den - num) * Z.min (rows_not_above c x) limit.

  Definition interval_score (c : Z) (x : list Z) : Z :=
    Z.max 0 (Z.max (too_high c x) (too_low c x)).
  Definition interval_scores (candidates : list Z) (x : list Z) : list Z :=
    map (fun c => interval_score c x) candidates.

  Theorem interval_score_permutation (c : Z) (x y : list Z) :
    Permutation x y -> interval_score c x = interval_score c y.
  Proof.
    intros Hp. unfold interval_score, too_high, too_low, rows_below, rows_above, rows_not_below,
      rows_not_above.
    now rewrite !(count_permutation _ x y Hp).
  Qed.

  (** Without clipping it is 0 exactly where c is an alpha-quantile. *)
  Theorem interval_score_zero (c : Z) (x : list Z) :
    Z.of_nat (length x) <= limit ->
    interval_score c x = 0 <->
    den * rows_below c x <= num * Z.of_nat (length x) <= den * rows_not_above c x.
  Proof.
    intros Hlimit. unfold interval_score, too_high, too_low.
    pose proof (rows_below_or_not c x). pose proof (rows_above_or_not c x).
    pose proof (count_nonneg (fun row => row <? c) x).
    pose proof (count_nonneg (fun row => c <? row) x).
    pose proof (count_nonneg (fun row => row <=? c) x).
    pose proof (count_nonneg (fun row => c <=? row) x).
    fold (rows_below c x) (rows_above c x) (rows_not_above c x) (rows_not_below c x) in *.
    rewrite !Z.min_l by lia.
    replace (rows_not_below c x) with (Z.of_nat (length x) - rows_below c x) by lia.
    replace (rows_above c x) with (Z.of_nat (length x) - rows_not_above c x) by lia.
    split; intros; nia.
  Qed.

  Hypothesis alpha_in_unit : 0 <= num <= den.

  (** A row is below c or not, and moves one clipped count by 0 or 1. *)
  Lemma too_high_added_row (c a : Z) (x : list Z) :
    - num <= too_high c (a :: x) - too_high c x <= den - num.
  Proof.
    unfold too_high, rows_below, rows_not_below. rewrite !count_cons.
    set (b := count (fun row => row <? c) x). set (t := count (fun row => c <=? row) x).
    assert (Hmin : forall n, Z.min (1 + n) limit = Z.min n limit \/
                             Z.min (1 + n) limit = Z.min n limit + 1) by lia.
    destruct (Z.ltb_spec a c), (Z.leb_spec c a); try lia;
      rewrite ?Z.add_0_l; [destruct (Hmin b) as [->| ->] | destruct (Hmin t) as [->| ->]]; lia.
  Qed.

  Lemma too_low_added_row (c a : Z) (x : list Z) :
    - (den - num) <= too_low c (a :: x) - too_low c x <= num.
  Proof.
    unfold too_low, rows_above, rows_not_above. rewrite !count_cons.
    set (t := count (fun row => c <? row) x). set (b := count (fun row => row <=? c) x).
    assert (Hmin : forall n, Z.min (1 + n) limit = Z.min n limit \/
                             Z.min (1 + n) limit = Z.min n limit + 1) by lia.
    destruct (Z.ltb_spec c a), (Z.leb_spec a c); try lia;
      rewrite ?Z.add_0_l; [destruct (Hmin t) as [->| ->] | destruct (Hmin b) as [->| ->]]; lia.
  Qed.

  (** Unknown size, one row: max(num, den - num). *)
  Theorem interval_score_added_row (c a : Z) (x : list Z) :
    Z.abs (interval_score c (a :: x) - interval_score c x) <= Z.max num (den - num).
  Proof.
    unfold interval_score. pose proof (too_high_added_row c a x).
    pose proof (too_low_added_row c a x). lia.
  Qed.

  (** Known size, one changed row: den. *)
  Theorem interval_score_changed_row (c a b : Z) (x : list Z) :
    Z.abs (interval_score c (a :: x) - interval_score c (b :: x)) <= den.
  Proof.
    unfold interval_score.
    pose proof (too_high_added_row c a x). pose proof (too_low_added_row c a x).
    pose proof (too_high_added_row c b x). pose proof (too_low_added_row c b x). lia.
  Qed.

  (** ** The maps are those of the other score. *)

  Variable candidates : list Z.

  Theorem interval_scores_stable_symmetric :
    stable close_symmetric close_linf (interval_scores candidates) (map_unknown_size num den).
  Proof.
    intros x y d Hd. apply close_linf_per_candidate. intros c _.
    apply (bounded_per_added_row (interval_score c)); auto; [lia| |].
    - intros u v. apply interval_score_permutation.
    - intros a u. apply interval_score_added_row.
  Qed.

  Theorem interval_scores_stable_insert_delete :
    stable close_insert_delete close_linf (interval_scores candidates) (map_unknown_size num den).
  Proof.
    intros x y d Hd. apply interval_scores_stable_symmetric.
    now apply close_symmetric_of_insert_delete.
  Qed.

  Theorem interval_scores_stable_change_one :
    stable close_change_one close_linf (interval_scores candidates) (map_changed_rows den).
  Proof.
    intros x y d Hd. apply close_linf_per_candidate. intros c _.
    apply (bounded_per_changed_row (interval_score c)); auto; [lia| |].
    - intros u v. apply interval_score_permutation.
    - intros a b u. apply interval_score_changed_row.
  Qed.

  Theorem interval_scores_stable_hamming :
    stable close_hamming close_linf (interval_scores candidates) (map_changed_rows den).
  Proof.
    intros x y d Hd. apply interval_scores_stable_change_one.
    now apply close_change_one_of_hamming.
  Qed.

  Theorem interval_scores_stable_symmetric_known_size :
    stable (of_equal_size close_symmetric) close_linf (interval_scores candidates)
      (map_known_size den).
  Proof.
    intros x y d Hd. apply interval_scores_stable_change_one.
    now apply close_change_one_of_symmetric.
  Qed.

  Theorem interval_scores_stable_insert_delete_known_size :
    stable (of_equal_size close_insert_delete) close_linf (interval_scores candidates)
      (map_known_size den).
  Proof.
    intros x y d [Hlen Hd]. apply interval_scores_stable_symmetric_known_size.
    split; [exact Hlen|]. now apply close_symmetric_of_insert_delete.
  Qed.
End IntervalScore.

(** ** A quantile, or a row counted from either end *)

Inductive wanted_rank : Type :=
| as_fraction (num den : Z)
| from_smallest (rows : Z)
| from_largest (rows : Z).

(** How far a row more or less moves the score of it, at most. *)
Definition rank_sensitivity (wanted : wanted_rank) : Z :=
  match wanted with
  | as_fraction num den => Z.max num (den - num)
  | from_smallest _ | from_largest _ => 1
  end.

(** How far a rank is from those between two others. *)
Definition outside (rank first final : Z) : Z := Z.max 0 (Z.max (first - rank) (rank - final)).

Definition rank_score (wanted : wanted_rank) (limit c : Z) (x : list Z) : Z :=
  match wanted with
  | as_fraction num den => interval_score num den limit c x
  | from_smallest rows => outside rows (rows_below c x) (rows_not_above c x)
  | from_largest rows => outside rows (rows_above c x) (rows_not_below c x)
  end.

Definition is_rank (wanted : wanted_rank) : Prop :=
  match wanted with as_fraction num den => 0 <= num <= den | _ => True end.

Theorem rank_score_added_row (wanted : wanted_rank) (limit c a : Z) (x : list Z) :
  is_rank wanted ->
  Z.abs (rank_score wanted limit c (a :: x) - rank_score wanted limit c x) <=
    rank_sensitivity wanted.
Proof.
  destruct wanted as [num den|rows|rows]; simpl; intros Hin.
  - now apply interval_score_added_row.
  - unfold outside, rows_below, rows_not_above. rewrite !count_cons.
    destruct (Z.ltb_spec a c), (Z.leb_spec a c); lia.
  - unfold outside, rows_above, rows_not_below. rewrite !count_cons.
    destruct (Z.ltb_spec c a), (Z.leb_spec c a); lia.
Qed.

(** One row attains it. *)
Theorem rank_sensitivity_attained (wanted : wanted_rank) (limit : Z) :
  is_rank wanted -> 1 <= limit ->
  exists c a x,
    Z.abs (rank_score wanted limit c (a :: x) - rank_score wanted limit c x) =
      rank_sensitivity wanted.
Proof.
  destruct wanted as [num den|rows|rows]; simpl; intros Hin Hlimit.
  - destruct (Z.le_ge_cases num (den - num)); [exists 1, 0, [] | exists 0, 1, []];
      unfold interval_score, too_high, too_low, rows_below, rows_above, rows_not_below,
        rows_not_above; cbn -[Z.min Z.max Z.mul Z.sub Z.abs];
      rewrite !(Z.min_l 0), (Z.min_l 1) by lia; lia.
  - destruct (Z.le_gt_cases rows 0); [exists 1, 0, [] | exists 0, 0, []];
      unfold outside, rows_below, rows_not_above; cbn -[Z.max Z.sub Z.abs]; lia.
  - destruct (Z.le_gt_cases rows 0); [exists 0, 1, [] | exists 0, 0, []];
      unfold outside, rows_above, rows_not_below; cbn -[Z.max Z.sub Z.abs]; lia.
Qed.

(** ** Rows that equal a selected candidate, of which a fixed share goes below *)

(** Of so many tied rows. *)
Definition tied_rows_below (share parts rows : Z) : Z := share * rows / parts.

(** A row more is a row more on one side, and no change on the other. *)
Theorem tied_rows_parted (share parts rows more : Z) :
  0 <= share <= parts -> 0 < parts -> 0 <= more ->
  let below := tied_rows_below share parts in
  Z.abs (below (rows + more) - below rows) +
    Z.abs ((rows + more - below (rows + more)) - (rows - below rows)) = more.
Proof.
  intros Hshare Hparts Hmore below. unfold below, tied_rows_below.
  assert (Hup : share * rows / parts <= share * (rows + more) / parts)
    by (apply Z.div_le_mono; nia).
  assert (Hdown : share * (rows + more) / parts <= share * rows / parts + more).
  { rewrite <- Z.div_add by lia. apply Z.div_le_mono; nia. }
  lia.
Qed.
