(** Row functions of tables: filter, derive, look-up. Each row is dropped, kept or turned into others by
    what it holds alone; with an id that they pass along they keep person distance. *)
From Coq Require Import List Bool Arith ZArith Lia Permutation.
From Scrim Require Import Rows Distances Stability SymmetricDistance Persons.
Import ListNotations.

(** * Rows alone *)

Section Expand.
  Context {A B : Type} `{Distinguishable A} `{Distinguishable B}.

  Lemma expand_at_most (f : A -> list B) (c : nat) (x : list A) :
    (forall a, length (f a) <= c) -> length (flat_map f x) <= length x * c.
  Proof.
    intros Hf. induction x as [|a x IH]; cbn [flat_map length]; [lia|].
    rewrite app_length. specialize (Hf a). lia.
  Qed.

  (** A row that becomes at most c rows: c times the distance. *)
  Theorem expand_stable_symmetric (f : A -> list B) (c : nat) :
    (forall a, length (f a) <= c) ->
    stable close_symmetric close_symmetric (flat_map f) (fun d_in => d_in * c).
  Proof.
    intros Hf x y d Hd. unfold close_symmetric in *.
    destruct (common_part x y) as (u & p & q & Hx & Hy & E). rewrite E in Hd.
    pose proof (expand_at_most f c p Hf). pose proof (expand_at_most f c q Hf).
    apply Nat.le_trans with (length (flat_map f p) + length (flat_map f q)).
    - apply (common_part_minimal _ _ (flat_map f u)); rewrite <- flat_map_app; now apply Permutation_flat_map.
    - nia.
  Qed.

  (** Blocks may be processed apart. *)
  Theorem expand_blocks (f : A -> list B) (x y : list A) : flat_map f (x ++ y) = flat_map f x ++ flat_map f y.
  Proof. apply flat_map_app. Qed.

  (** A row that becomes one or none. *)
  Definition one_or_none (f : A -> option B) (a : A) : list B :=
    match f a with Some b => [b] | None => [] end.
  Definition keep_some (f : A -> option B) : list A -> list B := flat_map (one_or_none f).

  Lemma one_or_none_size (f : A -> option B) (a : A) : length (one_or_none f a) <= 1.
  Proof. unfold one_or_none. destruct (f a); simpl; lia. Qed.

  Theorem keep_some_stable_symmetric (f : A -> option B) :
    stable close_symmetric close_symmetric (keep_some f) (fun d_in => d_in).
  Proof.
    intros x y d Hd. rewrite <- (Nat.mul_1_r d).
    exact (expand_stable_symmetric (one_or_none f) 1 (one_or_none_size f) x y d Hd).
  Qed.
End Expand.

(** * Filter and look-up *)

Section FilterAndLookUp.
  Context {A K B : Type} `{Distinguishable A} `{Distinguishable K} `{Distinguishable B}.

  (** A filter is the same, *)
  Definition if_so (condition : A -> bool) (a : A) : option A := if condition a then Some a else None.

  Lemma filter_keeps_some (condition : A -> bool) (x : list A) :
    filter condition x = keep_some (if_so condition) x.
  Proof.
    unfold keep_some, one_or_none, if_so. induction x as [|a x IH]; simpl; [reflexivity|].
    rewrite IH. destruct (condition a); reflexivity.
  Qed.

  Theorem filter_stable_symmetric (condition : A -> bool) :
    stable close_symmetric close_symmetric (filter condition) (fun d_in => d_in).
  Proof. intros x y d Hd. rewrite !filter_keeps_some. now apply keep_some_stable_symmetric. Qed.

  (** and so is a look-up in a public table: what is found at the key of a row, the first if there are
      several, goes with it. *)
  Definition found (table : list (K * B)) (k : K) : option B := hd_error (rows_of k table).

  Definition with_found (key : A -> K) (table : list (K * B)) (a : A) : A * option B :=
    (a, found table (key a)).
  Definition if_found (key : A -> K) (table : list (K * B)) (a : A) : option (A * B) :=
    option_map (pair a) (found table (key a)).

  (** Rows without a match get nothing, *)
  Theorem look_up_stable_symmetric (key : A -> K) (table : list (K * B)) :
    stable close_symmetric close_symmetric (map (with_found key table)) (fun d_in => d_in).
  Proof.
    intros x y d Hd.
    assert (E : forall z, map (with_found key table) z = keep_some (fun a => Some (with_found key table a)) z).
    { intros z. induction z as [|a z IH]; [reflexivity|]. simpl. now rewrite IH. }
    rewrite !E. now apply keep_some_stable_symmetric.
  Qed.

  (** or are dropped. *)
  Theorem look_up_dropping_stable_symmetric (key : A -> K) (table : list (K * B)) :
    stable close_symmetric close_symmetric (keep_some (if_found key table)) (fun d_in => d_in).
  Proof. apply keep_some_stable_symmetric. Qed.

  (** Where the keys are distinct the table is a function: its order does not matter. *)
  Theorem found_in_any_order (table table' : list (K * B)) (k : K) :
    NoDup (map fst table) -> Permutation table table' -> found table k = found table' k.
  Proof.
    intros Hd Hp. unfold found.
    assert (Hone : length (rows_of k table) <= 1).
    { clear Hp. induction table as [|[j b] table IH]; simpl; [lia|]. inversion Hd as [|? ? Hn Hd']; subst.
      rewrite rows_of_cons. destruct (same_row j k) as [->|_]; [|now apply IH].
      apply rows_of_absent in Hn. rewrite Hn. simpl. lia. }
    apply (rows_of_permutation k) in Hp. destruct (rows_of k table) as [|b [|c rest]].
    - apply Permutation_nil in Hp. now rewrite Hp.
    - apply Permutation_length_1_inv in Hp. now rewrite Hp.
    - simpl in Hone. lia.
  Qed.
End FilterAndLookUp.

(** * Rows with an id *)

Section PassingTheId.
  Context {P A B : Type} `{Distinguishable P} `{Distinguishable A} `{Distinguishable B}.

  (** Each row becomes any number of rows, of the same person. *)
  Definition passing (f : P -> A -> list B) (x : list (P * A)) : list (P * B) :=
    flat_map (fun row => map (pair (fst row)) (f (fst row) (snd row))) x.

  Lemma rows_of_passing (f : P -> A -> list B) p (x : list (P * A)) :
    rows_of p (passing f x) = flat_map (f p) (rows_of p x).
  Proof.
    induction x as [|[q a] x IH]; [reflexivity|]. unfold passing in *. cbn [flat_map fst snd].
    rewrite rows_of_app, IH, rows_of_cons. destruct (same_row q p) as [->|Hne].
    - now rewrite rows_of_own.
    - now rewrite rows_of_other.
  Qed.

  (** d persons stay d persons, whatever their rows become: filter, derive, look-up, even a look-up with
      several matches, and dropping the rows of whom one will. *)
  Theorem passing_stable_persons (f : P -> A -> list B) :
    stable close_persons close_persons (passing f) (fun d_in => d_in).
  Proof.
    intros x y d Hd. unfold close_persons in *. etransitivity; [|exact Hd]. clear Hd.
    pose (s := keys_of (x ++ y)).
    assert (Hin : forall z : list (P * A), incl (map fst z) s -> incl (map fst (passing f z)) s).
    { intros z Hz p Hp. apply Hz. destruct (in_dec same_row p (map fst z)) as [Hin|Hn]; [exact Hin|].
      exfalso. revert Hp. apply rows_of_absent. apply rows_of_absent in Hn. now rewrite rows_of_passing, Hn. }
    rewrite (person_distance_support (passing f x) (passing f y) s);
      [|apply NoDup_nodup|apply Hin|apply Hin];
      try (intros p Hp; apply in_keys; rewrite map_app; apply in_or_app; now auto).
    unfold person_distance. fold s. apply sum_at_most. intros p _. rewrite !rows_of_passing.
    generalize (rows_of p x) (rows_of p y). intros own own'.
    unfold person_change at 2. destruct (Nat.eqb_spec (symmetric_distance own own') 0) as [E|E].
    - apply symmetric_distance_zero in E. apply (Permutation_flat_map (f p)) in E.
      apply no_person_change in E. lia.
    - destruct own as [|a own]; [|destruct own' as [|b own']]; simpl has_none; cbn [orb].
      + apply person_change_from_none.
      + rewrite person_change_comm. apply person_change_from_none.
      + unfold person_change. destruct (_ =? 0); [lia|]. destruct (_ || _); lia.
  Qed.
End PassingTheId.

Section WithIds.
  Context {P A B K : Type} `{Distinguishable P} `{Distinguishable A} `{Distinguishable B}
    `{Distinguishable K}.

  Lemma some_pass (f : A -> option B) (x : list (P * A)) :
    keep_some (fun row => option_map (pair (fst row)) (f (snd row))) x =
    passing (fun _ => one_or_none f) x.
  Proof.
    induction x as [|[p a] x IH]; [reflexivity|]. unfold keep_some, passing, one_or_none in *. simpl.
    rewrite IH. destruct (f a); reflexivity.
  Qed.

  (** Rows that become one or none by what they hold beside the id. *)
  Theorem keep_some_stable_persons (f : A -> option B) :
    stable close_persons close_persons
      (keep_some (fun row : P * A => option_map (pair (fst row)) (f (snd row)))) (fun d_in => d_in).
  Proof. intros x y d Hd. rewrite !some_pass. now apply (passing_stable_persons (fun _ => one_or_none f)). Qed.

  Theorem filter_stable_persons (condition : A -> bool) :
    stable close_persons close_persons (filter (fun row : P * A => condition (snd row))) (fun d_in => d_in).
  Proof.
    assert (E : forall z : list (P * A), filter (fun row => condition (snd row)) z =
                  passing (fun _ => one_or_none (if_so condition)) z).
    { intros z. induction z as [|[p a] z IH]; [reflexivity|]. cbn [filter snd]. rewrite IH.
      unfold passing, one_or_none, if_so. cbn [flat_map fst snd]. destruct (condition a); reflexivity. }
    intros x y d Hd. rewrite !E. now apply (passing_stable_persons (fun _ => one_or_none (if_so condition))).
  Qed.

  Theorem row_by_row_stable_persons (f : A -> B) :
    stable close_persons close_persons (map (fun row : P * A => (fst row, f (snd row)))) (fun d_in => d_in).
  Proof.
    assert (E : forall z : list (P * A), map (fun row => (fst row, f (snd row))) z =
                  passing (fun _ a => [f a]) z).
    { intros z. induction z as [|[p a] z IH]; [reflexivity|]. simpl. now rewrite IH. }
    intros x y d Hd. rewrite !E. now apply (passing_stable_persons (fun _ a => [f a])).
  Qed.

  Theorem look_up_stable_persons (key : A -> K) (table : list (K * B)) :
    stable close_persons close_persons
      (map (fun row : P * A => (fst row, with_found key table (snd row)))) (fun d_in => d_in).
  Proof.
    assert (E : forall z : list (P * A), map (fun row => (fst row, with_found key table (snd row))) z =
                  passing (fun _ a => [with_found key table a]) z).
    { intros z. induction z as [|[p a] z IH]; [reflexivity|]. simpl. now rewrite IH. }
    intros x y d Hd. rewrite !E. now apply (passing_stable_persons (fun _ a => [with_found key table a])).
  Qed.

  (** Rows of nobody are dropped, row by row. *)
  Theorem drop_nobody_stable_persons (nobody : P -> bool) :
    stable close_persons close_persons (filter (fun row : P * A => negb (nobody (fst row))))
      (fun d_in => d_in).
  Proof.
    assert (E : forall z : list (P * A), filter (fun row => negb (nobody (fst row))) z =
                  passing (fun p a => if nobody p then [] else [a]) z).
    { intros z. induction z as [|[p a] z IH]; [reflexivity|]. simpl. rewrite IH.
      unfold passing. simpl. destruct (nobody p); reflexivity. }
    intros x y d Hd. rewrite !E. now apply (passing_stable_persons (fun p a => if nobody p then [] else [a])).
  Qed.

  (** A row function that sets the id is not stable: one person can become as many as she has rows. *)
  Theorem redefined_id_unbounded (p : P) (rows : list P) :
    NoDup rows ->
    close_persons 1 [] (map (pair p) rows) /\
    person_distance [] (map (fun row : P * P => (snd row, snd row)) (map (pair p) rows)) = length rows.
  Proof.
    intros Hd. split.
    - unfold close_persons. assert (Hp : NoDup [p]) by (repeat constructor; intros []).
      rewrite (person_distance_support [] _ [p] Hp); [|intros ? []|].
      + simpl. pose proof (person_change_from_none (rows_of p (map (pair p) rows))).
        change (rows_of p []) with (@nil P). lia.
      + intros q Hq. rewrite map_map in Hq. apply in_map_iff in Hq as (c & <- & _). now left.
    - rewrite map_map. simpl.
      rewrite (person_distance_support [] _ rows Hd); [|intros ? []|].
      + assert (Hone : forall q, In q rows -> rows_of q (map (fun r => (r, r)) rows) <> []).
        { intros q Hq E. apply rows_of_absent in E. apply E. rewrite map_map. simpl. now rewrite map_id. }
        revert Hone. generalize (map (fun r : P => (r, r)) rows). intros table Hone. clear Hd.
        induction rows as [|q rows IH]; [reflexivity|]. cbn [map list_sum length]. simpl list_sum.
        rewrite IH by (intros r Hr; apply Hone; now right).
        change (rows_of q []) with (@nil P). unfold person_change. rewrite symmetric_distance_nil_l.
        destruct (rows_of q table) eqn:E; [contradiction (Hone q (or_introl eq_refl))|reflexivity].
      + intros q Hq. rewrite map_map in Hq. simpl in Hq. now rewrite map_id in Hq.
  Qed.
End WithIds.
