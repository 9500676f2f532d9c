(** Writes the functions the theorems are about as OCaml, into the current directory.

    Booleans, lists, pairs and options become OCaml's own; the numbers stay Coq's, integers as
    lists of bits and not machine words, so nothing can overflow and nothing about numbers is
    trusted to a mapping. *)
From Coq Require Import List ZArith QArith Qcanon Extraction ExtrOcamlBasic.
From Scrim Require Import Rows Distances Clamp Sums QuantileScore QuantileStability
  IntervalScore SeparateClipping CountByCategories CountByEdges HeadSetIntegral ThresholdSearch
  AboveThreshold Filter LossDistributions LossGrids WorstSpreads KeepRule LeastRows Persons Bounding
  GroupedDistance GroupBounding ParallelGroups.
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

(** Counts between edges; no number is a NaN. *)
Definition edge_counts (others : bool) (edges : list Z) (x : list (option Z)) : list Z :=
  count_by_edges others edges x.

(** The maps of so many counts: where rows are added or removed, where they are changed, and where
    they are added and removed in pairs. Under L2: whether a distance is large enough. *)
Inductive row_edits := added_or_removed | changed | in_pairs.

Definition linf_of_counts (edits : row_edits) (d_in : Z) : Z :=
  let d := Z.to_nat d_in in
  Z.of_nat (match edits with in_pairs => Nat.div d 2 | _ => d end).
Definition l1_of_counts (edits : row_edits) (counts d_in : Z) : Z :=
  let d := Z.to_nat d_in in
  let changes := l1_map_changed_rows (seq 0 (Z.to_nat counts)) in
  match edits with
  | added_or_removed => Z.of_nat d
  | changed => changes d
  | in_pairs => changes (Nat.div d 2)
  end.
Definition l2_of_counts_covered (edits : row_edits) (counts d_in : Z) (d_out : Q) : bool :=
  let d := Z.to_nat d_in in
  let changes := l2_squared_map_changed_rows (seq 0 (Z.to_nat counts)) in
  let squared := match edits with
                 | added_or_removed => Z.of_nat d * Z.of_nat d
                 | changed => changes d
                 | in_pairs => changes (Nat.div d 2)
                 end in
  (Qle_bool 0 d_out && Qle_bool (inject_Z squared) (d_out * d_out))%bool.

(** The search on given noise, and whether a loss is at least what the map says; nothing where the
    map makes no claim. *)
Definition crossings (at_least : bool) (threshold most largest : Z) (scores : list Z) (bar : Z)
    (noise : list Z) : option (list (Z * Z)) :=
  option_map (saturated_gaps largest)
    (first_crossings at_least threshold (Z.to_nat most) scores bar noise).
Definition above_threshold_covered (monotonic : bool) (positives : Z)
    (threshold_scale score_scale d_in d_out : Q) : option bool :=
  option_map (fun loss => Qle_bool (this loss) d_out)
    (above_threshold_map monotonic (Z.to_nat positives) (Q2Qc threshold_scale) (Q2Qc score_scale)
       (Q2Qc d_in)).

(** A budget, what is asked of it and its children (each question or opening with the position of
    an account and its amounts): 1 or 0 for each, then what each account has spent, then what is
    left. *)
Definition filter_trace (loss delta : Z) (events : list ((bool * Z) * (Z * Z))) : list Z :=
  let event e := match e with
                 | ((true, position), amounts) => Ask (Z.to_nat position) amounts
                 | ((false, parent), amounts) => Open (Some (Z.to_nat parent)) amounts
                 end in
  let (f, answers) := run (open [] None (loss, delta)) (map event events) in
  let both (c : cost) := [fst c; snd c] in
  map (fun answer : bool => if answer then 1 else 0) answers
  ++ flat_map (fun a => both (spent a)) f
  ++ flat_map (fun position => both (left f position)) (seq 0 (length f)).

(** Distributions of losses with masses of so many bits, on a grid, and what is made of them. *)
Definition loss_from_tails (bits offset step : Z) (tails : list Z) (infinite : Z) : distribution :=
  from_tails (2 ^ bits) offset step tails infinite.
Definition loss_compose (bits : Z) : distribution -> distribution -> distribution :=
  compose (2 ^ bits).
Definition loss_move (offset step size : Z) (moves : list (Z * Z)) : distribution -> distribution :=
  move offset step (Z.to_nat size) (map (fun m => (Z.to_nat (fst m), snd m)) moves).
Definition loss_text (d : distribution) : list Z := offset d :: step d :: infinity d :: masses d.

(** The spreads of a change over keys, three numbers each. *)
Definition spreads (groups total in_each : Z) : list Z :=
  flat_map (fun s => [full s; partial s; single s]) (worst_spreads groups total in_each).

(** Whether a key with so many rows is told with at least this probability. *)
Definition kept_at_least (ratio delta : Q) (count : Z) (p : Q) : bool :=
  Qle_bool p (keep ratio delta (Z.to_nat count)).

(** Bounding. What is ordered is a rank with a value, first by the rank: the hash of the library, or any
    number that orders as it does. The rank is not told; answers are in the order of their values. *)
Definition ranked : Z * Z -> Z * Z -> bool := by_both Z.leb Z.leb.
Definition in_order : list (Z * Z) -> list (Z * Z) := sort ranked.
Definition rows_bounded (rows : Z) (x : list (Z * (Z * Z))) : list Z :=
  sort Z.leb (map snd (bound_rows (fun _ => ranked) (Z.to_nat rows) x)).
Definition groups_bounded (groups rows : Z) (x : list (Z * ((Z * Z) * (Z * Z)))) : list (Z * Z) :=
  in_order (map (fun row => (snd (fst row), snd (snd row)))
    (bound_groups (fun _ => ranked) (fun _ _ => ranked) (Z.to_nat groups) (Z.to_nat rows) x)).
Definition totals_bounded (groups lower upper : Z) (x : list (Z * ((Z * Z) * Z))) : list (Z * Z) :=
  in_order (map (fun row => (snd (fst row), snd row))
    (person_totals (fun _ => ranked) (Z.to_nat groups) lower upper x)).

(** Distances of tables with persons, and with groups: groups, rows in all, rows in each. *)
Definition persons_apart (x y : list (Z * Z)) : Z := Z.of_nat (person_distance x y).
Definition groups_apart (x y : list (Z * Z)) : list Z :=
  let change := changes (keys_of (x ++ y)) x y in
  map Z.of_nat [list_sum (map is_changed change); list_sum change; list_max change].

(** What releases over so many keys lose; the costs are those of 1, 2, ... rows, and of more the last. *)
Definition parallel_loss (groups total in_each keys : Z) (costs : list Z) : Z :=
  let cost rows := match rows with
                   | O => 0
                   | S before => nth before costs (last costs 0)
                   end in
  worst_loss (repeat cost (Z.to_nat keys)) (Z.to_nat groups) (Z.to_nat total) (Z.to_nat in_each).

(** Stability maps; a negative d_in reads as 0. *)
Definition unknown_size (num den d_in : Z) : Z := map_unknown_size num den (Z.to_nat d_in).
Definition changed_rows (den d_in : Z) : Z := map_changed_rows den (Z.to_nat d_in).
Definition known_size (den d_in : Z) : Z := map_known_size den (Z.to_nat d_in).

(** The maps of sums of rows between bounds, likewise. *)
Definition sum_unknown_size (lower upper d_in : Z) : Z :=
  sum_map_unknown_size lower upper (Z.to_nat d_in).
Definition sum_changed_rows (lower upper d_in : Z) : Z :=
  sum_map_changed_rows lower upper (Z.to_nat d_in).
Definition sum_known_size (lower upper d_in : Z) : Z :=
  sum_map_changed_rows lower upper (Nat.div (Z.to_nat d_in) 2).

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
  edge_counts linf_of_counts l1_of_counts l2_of_counts_covered crossings above_threshold_covered
  filter_trace loss_from_tails loss_compose loss_move trim coarsen loss_text spreads kept_at_least
  rows_bounded groups_bounded totals_bounded persons_apart groups_apart parallel_loss
  unknown_size changed_rows known_size sum_unknown_size sum_changed_rows sum_known_size
  rank_score rank_sensitivity tied_rows_below permute_and_flip_law
  Z.add Z.mul Z.opp Z.ltb Z.div_eucl Qred.
