(** The constants of the quantile scores are attained: none can be lowered. *)
From Coq Require Import List Arith ZArith Lia Permutation.
From Scrim Require Import Rows Distances SymmetricDistance Comparisons ValueDistances
  QuantileScore QuantileStability.
Import ListNotations.
Open Scope Z_scope.

Lemma count_nil {A : Type} (which : A -> bool) : count which [] = 0.
Proof. reflexivity. Qed.

(** Counts of the datasets below, made of copies of c - 1, c and c + 1. *)
Ltac evaluate_counts :=
  unfold score, signed_score, rows_below, rows_above, rows_equal;
  rewrite ?count_app, ?count_cons, ?count_repeat, ?count_nil;
  repeat match goal with
    | |- context [?m <? ?n] => destruct (Z.ltb_spec m n); try (exfalso; lia)
    | |- context [?m =? ?n] => destruct (Z.eqb_spec m n); try (exfalso; lia)
    end.

Section QuantileTightness.
  Variables num den limit c : Z.
  Hypothesis alpha_in_unit : 0 <= num <= den.

  (** Unknown size: for every d_in up to the limit, d_in added rows move the score of c by exactly
      d_in * max(num, den - num). *)
  Theorem unknown_size_attained (d_in : nat) :
    Z.of_nat d_in <= limit ->
    exists x y, close_symmetric d_in x y /\
      Z.abs (score num den limit c x - score num den limit c y) = map_unknown_size num den d_in.
  Proof.
    intros Hlimit. unfold map_unknown_size.
    assert (Hclose : forall a : Z, close_symmetric d_in (repeat a d_in) []).
    { intros a. unfold close_symmetric. now rewrite symmetric_distance_nil_r, repeat_length. }
    destruct (Z.le_ge_cases num (den - num)) as [Hle|Hle].
    - exists (repeat (c - 1) d_in), []. split; [apply Hclose|].
      evaluate_counts. rewrite !Z.min_l, Z.max_r by lia. nia.
    - exists (repeat (c + 1) d_in), []. split; [apply Hclose|].
      evaluate_counts. rewrite !Z.min_l, Z.max_l by lia. nia.
  Qed.

  (** Known size: for every d_in up to half the limit, d_in changed rows move the score of c by
      exactly d_in * den. The datasets have 2 * d_in rows. *)
  Theorem changed_rows_attained (d_in : nat) :
    2 * Z.of_nat d_in <= limit ->
    exists x y, close_change_one d_in x y /\
      Z.abs (score num den limit c x - score num den limit c y) = map_changed_rows den d_in.
  Proof.
    intros Hlimit. unfold map_changed_rows.
    assert (Hclose : forall a b : Z,
      close_change_one d_in (repeat a d_in ++ repeat a d_in) (repeat a d_in ++ repeat b d_in)).
    { intros a b.
      assert (Hlen : length (repeat a d_in ++ repeat a d_in) =
                     length (repeat a d_in ++ repeat b d_in))
        by (now rewrite !app_length, !repeat_length).
      split; [exact Hlen|].
      pose proof (symmetric_is_twice_change_one _ _ Hlen).
      pose proof (common_part_minimal _ _ (repeat a d_in) (repeat a d_in) (repeat b d_in)
                    (Permutation_refl _) (Permutation_refl _)) as Hmin.
      rewrite !repeat_length in Hmin. lia. }
    destruct (Z.le_ge_cases num (den - num)) as [Hle|Hle].
    - exists (repeat (c - 1) d_in ++ repeat (c - 1) d_in),
             (repeat (c - 1) d_in ++ repeat (c + 1) d_in).
      split; [apply Hclose|]. evaluate_counts. rewrite !Z.min_l by lia.
      rewrite (Z.abs_eq ((den - num) * (Z.of_nat d_in + Z.of_nat d_in) - num * (0 + 0))) by nia.
      rewrite (Z.abs_eq ((den - num) * (Z.of_nat d_in + 0) - num * (0 + Z.of_nat d_in))) by nia.
      nia.
    - exists (repeat (c + 1) d_in ++ repeat (c + 1) d_in),
             (repeat (c + 1) d_in ++ repeat (c - 1) d_in).
      split; [apply Hclose|]. evaluate_counts. rewrite !Z.min_l by lia.
      rewrite (Z.abs_neq ((den - num) * (0 + 0) - num * (Z.of_nat d_in + Z.of_nat d_in))) by nia.
      rewrite (Z.abs_neq ((den - num) * (0 + Z.of_nat d_in) - num * (Z.of_nat d_in + 0))) by nia.
      nia.
  Qed.

  (** Known size, symmetric distance: floor(d_in / 2) * den is attained as well. *)
  Theorem known_size_attained (d_in : nat) :
    Z.of_nat d_in <= limit ->
    exists x y, of_equal_size close_symmetric d_in x y /\
      Z.abs (score num den limit c x - score num den limit c y) = map_known_size den d_in.
  Proof.
    intros Hlimit. pose proof (Nat.mul_div_le d_in 2).
    destruct (changed_rows_attained (d_in / 2)%nat) as (x & y & [Hlen Hd] & Heq); [lia|].
    exists x, y. split; [|exact Heq]. split; [exact Hlen|].
    unfold close_symmetric. pose proof (symmetric_is_twice_change_one x y Hlen). lia.
  Qed.
End QuantileTightness.

(** For 0 < alpha < 1 the range distance per added row is twice the L-infinity distance: one row
    moves one score up and another down, each by max(num, den - num). Scores are therefore
    monotonic for alpha = 0 and alpha = 1 only. *)
Theorem two_sided_range_attained (num den limit : Z) :
  0 < num < den -> den <= limit ->
  exists candidates a x,
    forall d, close_range d (scores num den limit candidates (a :: x))
                            (scores num den limit candidates x) ->
              2 * Z.max num (den - num) <= d.
Proof.
  intros Halpha Hlimit. exists [1; 3].
  destruct (Z.le_ge_cases num (den - num)) as [Hle|Hle].
  - exists 0, (repeat 2 (Z.to_nat (den - num))). intros d [_ Hrange].
    specialize (Hrange _ _ _ _ (or_intror (or_introl eq_refl)) (or_introl eq_refl)).
    revert Hrange. evaluate_counts. rewrite !Z2Nat.id by lia. rewrite !Z.min_l, Z.max_r by lia.
    rewrite (Z.abs_eq ((den - num) * (1 + (den - num)) - num * (0 + 0))) by nia.
    rewrite (Z.abs_eq ((den - num) * (den - num) - num * 0)) by nia.
    rewrite (Z.abs_neq ((den - num) * (1 + 0) - num * (0 + (den - num)))) by nia.
    rewrite (Z.abs_neq ((den - num) * 0 - num * (den - num))) by nia.
    nia.
  - exists 4, (repeat 2 (Z.to_nat num)). intros d [_ Hrange].
    specialize (Hrange _ _ _ _ (or_introl eq_refl) (or_intror (or_introl eq_refl))).
    revert Hrange. evaluate_counts. rewrite !Z2Nat.id by lia. rewrite !Z.min_l, Z.max_l by lia.
    rewrite (Z.abs_neq ((den - num) * (0 + 0) - num * (1 + num))) by nia.
    rewrite (Z.abs_neq ((den - num) * 0 - num * num)) by nia.
    rewrite (Z.abs_eq ((den - num) * (0 + num) - num * (1 + 0))) by nia.
    rewrite (Z.abs_eq ((den - num) * num - num * 0)) by nia.
    nia.
Qed.
