(** Equation 7 of Quantile scores (2025), see docs/departures.md, clips #(x < c) and |x| - #(x = c)
    separately. That form is not stable with the constant max(num, den - num) once the dataset is
    larger than the limit. *)
From Coq Require Import List Arith ZArith Lia.
From Scrim Require Import Rows Distances QuantileScore QuantileTightness.
Import ListNotations.
Open Scope Z_scope.

Definition separately_clipped_score (num den limit c : Z) (x : list Z) : Z :=
  Z.abs (den * Z.min (rows_below c x) limit
         - num * Z.min (Z.of_nat (length x) - rows_equal c x) limit).

(** alpha = 1/2, limit 2: one added row moves the score by 2, while max(1, 2 - 1) = 1. *)
Theorem separate_clipping_unsound :
  exists a x c,
    Z.abs (separately_clipped_score 1 2 2 c (a :: x) - separately_clipped_score 1 2 2 c x) = 2 /\
    2 > Z.max 1 (2 - 1).
Proof. exists 0, [0; 2], 1. split; [reflexivity|lia]. Qed.

(** Nor is it an accident of small numbers: it happens for every alpha strictly between 0 and 1 and
    every limit that is not tiny; one added row then moves the score by den. *)
Theorem separate_clipping_unsound_everywhere (num den limit : Z) :
  0 < num < den -> den <= limit * (den - num) ->
  exists a x c,
    Z.abs (separately_clipped_score num den limit c (a :: x)
           - separately_clipped_score num den limit c x) = den /\
    den > Z.max num (den - num).
Proof.
  intros Halpha Hlimit. assert (1 < limit) by nia.
  exists 0, (2 :: repeat 0 (Z.to_nat (limit - 1))), 1. split; [|lia].
  unfold separately_clipped_score. simpl length. rewrite repeat_length. evaluate_counts.
  rewrite (Z.min_l (1 + (0 + Z.of_nat (Z.to_nat (limit - 1)))) limit) by lia.
  rewrite (Z.min_l (0 + Z.of_nat (Z.to_nat (limit - 1))) limit) by lia.
  rewrite !Z.min_r by lia.
  rewrite !Z.add_0_l, Z2Nat.id by lia.
  rewrite (Z.abs_eq (den * (1 + (limit - 1)) - num * limit)) by nia.
  rewrite (Z.abs_eq (den * (limit - 1) - num * limit)) by nia.
  nia.
Qed.
