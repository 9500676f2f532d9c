(* Answers questions about the functions extracted from the proofs, one line each:

     clamp LOWER UPPER x...                    the clamped rows
     sum LOWER UPPER LEAST MOST x...           the sum of clamped rows, clamped
     score NUM DEN LIMIT C x...                the score of the candidate C
     scores NUM DEN LIMIT c... | x...          the score of every candidate
     interval_score NUM DEN LIMIT C x...       the score of C by the closest of its ranks
     unclipped_score NUM DEN C x...            the form without a limit
     separately_clipped_score NUM DEN LIMIT C x...   the form that is not stable
     count k... | x...                         rows in every category
     count_and_rest k... | x...                the same, and the rows in none
     count_by_edges e... | x...                rows between increasing edges; a row may be "nan"
     count_by_edges_and_others e... | x...     the same, and those below and above
     linf_of_counts EDITS D_IN                 the maps of COUNTS counts; EDITS is added_or_removed,
     l1_of_counts EDITS COUNTS D_IN            changed or in_pairs
     l2_of_counts EDITS COUNTS D_IN D_OUT      whether the distance D_OUT = a or a/b covers it
     crossings SIDE THRESHOLD MOST LARGEST BAR x... | NOISE...
                                               position and gap of each score that crosses, SIDE
                                               is at_least or at_most; "undefined" unless there is
                                               noise for just the scores that are looked at
     above_threshold METRIC POSITIVES THRESHOLD_SCALE SCORE_SCALE D_IN D_OUT
                                               whether the loss D_OUT covers the map; METRIC is
                                               monotonic or any; "undefined" if no loss does
     filter LOSS DELTA (ask|open POSITION LOSS DELTA)...
                                               1 or 0 for each, then loss and delta that each
                                               account has spent, then what is left of each
     losses BITS STEP...                       what is left of a distribution of losses after these
                                               steps, as OFFSET STEP INFINITY w...; each works on
                                               a stack:
                                                 tails OFFSET STEP INFINITY N t...   pushes one
                                                 copy         pushes the last one again
                                                 compose      replaces two by their product
                                                 trim MOST, coarsen SHARE (of 2^64),
                                                 move OFFSET STEP SIZE N (LOWER SHARE)...
                                                              replace one
     spreads GROUPS TOTAL IN_EACH              FULL PARTIAL SINGLE of each spread of a change
     keep RATIO DELTA COUNT P                  whether a key of so many rows is told with
                                               probability P at least
     bound ROWS (PERSON RANK VALUE)...         the values that are kept of each person's rows: the
                                               ROWS least by rank, then by value; rising
     bound_groups GROUPS ROWS (PERSON GROUP_RANK GROUP RANK VALUE)...
                                               (GROUP VALUE)... of the ROWS least rows in the GROUPS
                                               least groups of each person; rising
     person_totals GROUPS LOWER UPPER (PERSON GROUP_RANK GROUP VALUE)...
                                               (GROUP TOTAL)... of each person's sums in her GROUPS
                                               least groups, clamped; rising
     person_distance (PERSON VALUE)... | (PERSON VALUE)...
                                               the least number of persons added or removed
     grouped_distance (GROUP VALUE)... | (GROUP VALUE)...
                                               groups that differ, rows in all, rows in each
     parallel GROUPS TOTAL IN_EACH KEYS c...   the loss of releases over so many keys, where 1, 2, ...
                                               rows cost c...; more cost as much as the last
     symmetric x... | y...                     likewise insert_delete, change_one, hamming;
                                               "undefined" where the sizes must agree
     unknown_size NUM DEN D_IN                 stability maps
     changed_rows DEN D_IN
     known_size DEN D_IN
     sum_unknown_size LOWER UPPER D_IN         those of sums, likewise sum_changed_rows and
                                               sum_known_size
     rank_score RANK LIMIT C x...              how far C is from being wanted; RANK is
                                               as_fraction NUM DEN, from_smallest ROWS or
                                               from_largest ROWS
     rank_sensitivity RANK                     how far one row moves that
     tied_rows_below SHARE PARTS ROWS          of rows that equal what was selected
     permute_and_flip P...                     the law for the probabilities P = a or a/b

   Numbers are decimal integers of any size. A line that is none of these is an error that ends
   the program: an answer left out would shift all that follow. *)

open Scrim_oracle

exception Malformed of string

let rec positive_of_int n =
  if n = 1 then XH
  else if n land 1 = 1 then XI (positive_of_int (n lsr 1))
  else XO (positive_of_int (n lsr 1))

let z_of_small n = if n = 0 then Z0 else Zpos (positive_of_int n)
let ten = z_of_small 10

let z_of_string text =
  let negative = String.length text > 0 && text.[0] = '-' in
  let digits = if negative then String.sub text 1 (String.length text - 1) else text in
  if digits = "" then raise (Malformed text);
  let push value = function
    | '0' .. '9' as digit -> Z.add (Z.mul value ten) (z_of_small (Char.code digit - Char.code '0'))
    | _ -> raise (Malformed text)
  in
  let magnitude = Seq.fold_left push Z0 (String.to_seq digits) in
  if negative then Z.opp magnitude else magnitude

let rec small_of_positive = function
  | XH -> 1
  | XO p -> 2 * small_of_positive p
  | XI p -> (2 * small_of_positive p) + 1

(* Only for remainders modulo ten. *)
let small_of_z = function Z0 -> 0 | Zpos p -> small_of_positive p | Zneg _ -> assert false

let string_of_z value =
  let rec digits value text =
    let quotient, remainder = Z.div_eucl value ten in
    let text = string_of_int (small_of_z remainder) ^ text in
    if quotient = Z0 then text else digits quotient text
  in
  match value with Zneg p -> "-" ^ digits (Zpos p) "" | value -> digits value ""

let q_of_string text =
  match String.split_on_char '/' text with
  | [ a ] -> { qnum = z_of_string a; qden = XH }
  | [ a; b ] -> (
      match z_of_string b with
      | Zpos den -> { qnum = z_of_string a; qden = den }
      | Z0 | Zneg _ -> raise (Malformed text))
  | _ -> raise (Malformed text)

let string_of_q value =
  let { qnum; qden } = qred value in
  string_of_z qnum ^ "/" ^ string_of_z (Zpos qden)

let rec split_at_bar before = function
  | "|" :: after -> (List.rev before, after)
  | word :: rest -> split_at_bar (word :: before) rest
  | [] -> raise (Malformed "missing |")

let numbers = List.map z_of_string
let list values = String.concat " " (List.map string_of_z values)
let optional = function Some value -> string_of_z value | None -> "undefined"

let yes_or_no holds = if holds then "yes" else "no"
let row = function "nan" -> None | number -> Some (z_of_string number)

let edits_of = function
  | "added_or_removed" -> Added_or_removed
  | "changed" -> Changed
  | "in_pairs" -> In_pairs
  | word -> raise (Malformed word)

(* One of two words: whether it is the first. *)
let is_first first second word =
  if word = first then true else if word = second then false else raise (Malformed word)

let rank_of = function
  | "as_fraction" :: num :: den :: rest -> (As_fraction (z_of_string num, z_of_string den), rest)
  | "from_smallest" :: rows :: rest -> (From_smallest (z_of_string rows), rest)
  | "from_largest" :: rows :: rest -> (From_largest (z_of_string rows), rest)
  | words -> raise (Malformed (String.concat " " words))

let two_lists words =
  let first, second = split_at_bar [] words in
  (numbers first, numbers second)

let rec events_of = function
  | [] -> []
  | word :: position :: loss :: delta :: rest ->
      ((is_first "ask" "open" word, z_of_string position), (z_of_string loss, z_of_string delta))
      :: events_of rest
  | word :: _ -> raise (Malformed word)

(* The first so many words, and the others. *)
let rec take n words =
  match (n, words) with
  | 0, rest -> ([], rest)
  | _, word :: rest ->
      let first, rest = take (n - 1) rest in
      (word :: first, rest)
  | _, [] -> raise (Malformed "too few numbers")

let size_of text =
  match int_of_string_opt text with Some n when n >= 0 -> n | _ -> raise (Malformed text)

let rec pairs = function
  | [] -> []
  | a :: b :: rest -> (z_of_string a, z_of_string b) :: pairs rest
  | [ word ] -> raise (Malformed word)

(* Words cut into the rows of a table. *)
let rec ranked_rows = function
  | [] -> []
  | person :: rank :: value :: rest ->
      (z_of_string person, (z_of_string rank, z_of_string value)) :: ranked_rows rest
  | word :: _ -> raise (Malformed word)

let rec ranked_group_rows = function
  | [] -> []
  | person :: group_rank :: group :: rank :: value :: rest ->
      ( z_of_string person,
        ((z_of_string group_rank, z_of_string group), (z_of_string rank, z_of_string value)) )
      :: ranked_group_rows rest
  | word :: _ -> raise (Malformed word)

let rec group_values = function
  | [] -> []
  | person :: group_rank :: group :: value :: rest ->
      (z_of_string person, ((z_of_string group_rank, z_of_string group), z_of_string value))
      :: group_values rest
  | word :: _ -> raise (Malformed word)

let flat rows = list (List.concat_map (fun (a, b) -> [ a; b ]) rows)

let rec losses bits stack words =
  match (words, stack) with
  | [], [ last ] -> last
  | "tails" :: offset :: step :: infinity :: n :: rest, _ ->
      let tails, rest = take (size_of n) rest in
      let made =
        loss_from_tails bits (z_of_string offset) (z_of_string step) (numbers tails)
          (z_of_string infinity)
      in
      losses bits (made :: stack) rest
  | "copy" :: rest, last :: _ -> losses bits (last :: stack) rest
  | "compose" :: rest, b :: a :: stack -> losses bits (loss_compose bits a b :: stack) rest
  | "trim" :: most :: rest, last :: stack -> losses bits (trim (z_of_string most) last :: stack) rest
  | "coarsen" :: share :: rest, last :: stack ->
      losses bits (coarsen (z_of_string share) last :: stack) rest
  | "move" :: offset :: step :: size :: n :: rest, last :: stack ->
      let moves, rest = take (2 * size_of n) rest in
      let moved =
        loss_move (z_of_string offset) (z_of_string step) (z_of_string size) (pairs moves) last
      in
      losses bits (moved :: stack) rest
  | word :: _, _ -> raise (Malformed word)
  | [], _ -> raise (Malformed "one distribution must be left")

let answer line =
  match List.filter (( <> ) "") (String.split_on_char ' ' line) with
  | "clamp" :: lower :: upper :: x ->
      list (clamp_rows (z_of_string lower) (z_of_string upper) (numbers x))
  | "sum" :: lower :: upper :: least :: most :: x ->
      string_of_z
        (saturated_sum (z_of_string lower) (z_of_string upper) (z_of_string least)
           (z_of_string most) (numbers x))
  | "score" :: num :: den :: limit :: c :: x ->
      string_of_z
        (score (z_of_string num) (z_of_string den) (z_of_string limit) (z_of_string c) (numbers x))
  | "scores" :: num :: den :: limit :: words ->
      let candidates, x = two_lists words in
      list (scores (z_of_string num) (z_of_string den) (z_of_string limit) candidates x)
  | "interval_score" :: num :: den :: limit :: c :: x ->
      string_of_z
        (interval_score (z_of_string num) (z_of_string den) (z_of_string limit) (z_of_string c)
           (numbers x))
  | "unclipped_score" :: num :: den :: c :: x ->
      string_of_z (unclipped_score (z_of_string num) (z_of_string den) (z_of_string c) (numbers x))
  | "separately_clipped_score" :: num :: den :: limit :: c :: x ->
      string_of_z
        (separately_clipped_score (z_of_string num) (z_of_string den) (z_of_string limit)
           (z_of_string c) (numbers x))
  | "count" :: words ->
      let categories, x = two_lists words in
      list (category_counts categories x)
  | "count_and_rest" :: words ->
      let categories, x = two_lists words in
      list (category_counts_and_rest categories x)
  | (("count_by_edges" | "count_by_edges_and_others") as which) :: words ->
      let edges, x = split_at_bar [] words in
      list (edge_counts (which = "count_by_edges_and_others") (numbers edges) (List.map row x))
  | [ "linf_of_counts"; edits; d_in ] ->
      string_of_z (linf_of_counts (edits_of edits) (z_of_string d_in))
  | [ "l1_of_counts"; edits; counts; d_in ] ->
      string_of_z (l1_of_counts (edits_of edits) (z_of_string counts) (z_of_string d_in))
  | [ "l2_of_counts"; edits; counts; d_in; d_out ] ->
      yes_or_no
        (l2_of_counts_covered (edits_of edits) (z_of_string counts) (z_of_string d_in)
           (q_of_string d_out))
  | "crossings" :: side :: threshold :: most :: largest :: bar :: words -> (
      let scores, noise = two_lists words in
      match
        crossings
          (is_first "at_least" "at_most" side)
          (z_of_string threshold) (z_of_string most) (z_of_string largest) scores (z_of_string bar)
          noise
      with
      | Some found -> list (List.concat_map (fun (position, gap) -> [ position; gap ]) found)
      | None -> "undefined")
  | [ "above_threshold"; metric; positives; threshold_scale; score_scale; d_in; d_out ] -> (
      match
        above_threshold_covered
          (is_first "monotonic" "any" metric)
          (z_of_string positives) (q_of_string threshold_scale) (q_of_string score_scale)
          (q_of_string d_in) (q_of_string d_out)
      with
      | Some holds -> yes_or_no holds
      | None -> "undefined")
  | "filter" :: loss :: delta :: events ->
      list (filter_trace (z_of_string loss) (z_of_string delta) (events_of events))
  | "losses" :: bits :: words -> list (loss_text (losses (z_of_string bits) [] words))
  | [ "spreads"; groups; total; in_each ] ->
      list (spreads (z_of_string groups) (z_of_string total) (z_of_string in_each))
  | [ "keep"; ratio; delta; count; p ] ->
      yes_or_no
        (kept_at_least (q_of_string ratio) (q_of_string delta) (z_of_string count) (q_of_string p))
  | "bound" :: rows :: words -> list (rows_bounded (z_of_string rows) (ranked_rows words))
  | "bound_groups" :: groups :: rows :: words ->
      flat (groups_bounded (z_of_string groups) (z_of_string rows) (ranked_group_rows words))
  | "person_totals" :: groups :: lower :: upper :: words ->
      flat
        (totals_bounded (z_of_string groups) (z_of_string lower) (z_of_string upper)
           (group_values words))
  | "person_distance" :: words ->
      let x, y = split_at_bar [] words in
      string_of_z (persons_apart (pairs x) (pairs y))
  | "grouped_distance" :: words ->
      let x, y = split_at_bar [] words in
      list (groups_apart (pairs x) (pairs y))
  | "parallel" :: groups :: total :: in_each :: keys :: costs ->
      string_of_z
        (parallel_loss (z_of_string groups) (z_of_string total) (z_of_string in_each)
           (z_of_string keys) (numbers costs))
  | "symmetric" :: words ->
      let x, y = two_lists words in
      string_of_z (symmetric x y)
  | "insert_delete" :: words ->
      let x, y = two_lists words in
      string_of_z (insert_delete x y)
  | "change_one" :: words ->
      let x, y = two_lists words in
      optional (change_one x y)
  | "hamming" :: words ->
      let x, y = two_lists words in
      optional (hamming x y)
  | [ "unknown_size"; num; den; d_in ] ->
      string_of_z (unknown_size (z_of_string num) (z_of_string den) (z_of_string d_in))
  | [ "changed_rows"; den; d_in ] -> string_of_z (changed_rows (z_of_string den) (z_of_string d_in))
  | [ "known_size"; den; d_in ] -> string_of_z (known_size (z_of_string den) (z_of_string d_in))
  | [ "sum_unknown_size"; lower; upper; d_in ] ->
      string_of_z (sum_unknown_size (z_of_string lower) (z_of_string upper) (z_of_string d_in))
  | [ "sum_changed_rows"; lower; upper; d_in ] ->
      string_of_z (sum_changed_rows (z_of_string lower) (z_of_string upper) (z_of_string d_in))
  | [ "sum_known_size"; lower; upper; d_in ] ->
      string_of_z (sum_known_size (z_of_string lower) (z_of_string upper) (z_of_string d_in))
  | "rank_score" :: words -> (
      match rank_of words with
      | wanted, limit :: c :: x ->
          string_of_z (rank_score wanted (z_of_string limit) (z_of_string c) (numbers x))
      | _ -> raise (Malformed line))
  | "rank_sensitivity" :: words -> (
      match rank_of words with
      | wanted, [] -> string_of_z (rank_sensitivity wanted)
      | _ -> raise (Malformed line))
  | [ "tied_rows_below"; share; parts; rows ] ->
      string_of_z (tied_rows_below (z_of_string share) (z_of_string parts) (z_of_string rows))
  | "permute_and_flip" :: p ->
      String.concat " " (List.map string_of_q (permute_and_flip_law (List.map q_of_string p)))
  | _ -> raise (Malformed line)

let rec serve line_number =
  match input_line stdin with
  | exception End_of_file -> ()
  | line ->
      (match answer line with
      | text -> print_endline text
      | exception Malformed what ->
          Printf.eprintf "line %d: cannot read \"%s\"\n" line_number what;
          exit 2);
      serve (line_number + 1)

let () = serve 1
