(** Writes the functions the theorems are about as OCaml, into the current directory.

    Booleans, lists, pairs and options become OCaml's own; the numbers stay Coq's, integers as
    lists of bits and not machine words, so nothing can overflow and nothing about numbers is
    trusted to a mapping. *)
From Coq Require Import List ZArith QArith Qcanon Extraction ExtrOcamlBasic.
From Scrim Require Import Rows Distances Clamp Sums QuantileScore QuantileStability IntervalScore SeparateClipping
  CountByCategories HeadSetIntegral.
Import ListNotations.
Open Scope Z_scope.

(** Distances between datasets of integers. *)
Definition symmetric (x y : list Z) : Z := Z.of_nat (symmetric_distance x y).
Definition insert_delete (x y : list Z) : Z := Z.of_nat (insert_delete_distance x y).

(** The distances that exist between datasets of one size only. *)
Definition if_equal_size (distance : list Z -> list Z -> nat) (x y : list Z) : option Z :=
  if Nat.eqb (length x) (length y) then Some (Z.of_nat (distance x y)) else None.
Definition change_one : list Z -> list Z -> option Z := if_equal_size change_one_distance.
Definition hamming : list Z -> list Z -> option Z := if_equal_size hamming_distance.

Definition category_counts (categories x : list Z) : list Z := count_by_categories categories x.
Definition category_counts_and_rest (categories x : list Z) : list Z :=
  count_by_categories_and_rest categories x.

(** Stability maps; a negative d_in reads as 0. *)
Definition unknown_size (num den d_in : Z) : Z := map_unknown_size num den (Z.to_nat d_in).
Definition changed_rows (den d_in : Z) : Z := map_changed_rows den (Z.to_nat d_in).
Definition known_size (den d_in : Z) : Z := map_known_size den (Z.to_nat d_in).

(** The law of permute-and-flip for given probabilities of heads, in the form that
    [permute_and_flip_integral] proves. Candidates are the positions 0, 1, ... *)
Definition permute_and_flip_law (p : list Q) : list Q :=
  let heads i := nth (Z.to_nat i) (map Q2Qc p) 0%Qc in
  let candidates := map Z.of_nat (seq 0 (length p)) in
  let law i := (heads i * integral (all_tails heads (remove same_row i candidates)))%Qc in
  map (fun i => this (law i)) candidates.

Extraction "scrim_oracle.ml"
  clamp_rows saturated_sum score scores interval_score unclipped_score separately_clipped_score
  symmetric insert_delete change_one hamming category_counts category_counts_and_rest
  unknown_size changed_rows known_size permute_and_flip_law
  Z.add Z.mul Z.opp Z.ltb Z.div_eucl Qred.
