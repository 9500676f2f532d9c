(** Bounding what a person adds: whatever is kept of each person's rows, alone, if it is never more than
    m rows and does not see their order, moves by at most m rows for a person. *)
From Coq Require Import List Bool Arith Lia Permutation.
From Scrim Require Import Rows Distances Stability SymmetricDistance RowByRow LeastRows Persons.
Import ListNotations.

(** * A function of each person's rows *)

Section PerPerson.
  Context {P A B : Type} `{Distinguishable P} `{Distinguishable A} `{Distinguishable B}.
  Implicit Types (x y : list (P * A)) (p : P).

  (** What becomes of the rows of one person; the order by which they are chosen may be her own. *)
  Variable keep : P -> list A -> list B.

  (** With the persons, as a state that can be merged holds it, *)
  Definition kept x : list (P * B) :=
    flat_map (fun p => map (pair p) (keep p (rows_of p x))) (keys_of x).

  (** and without them. *)
  Definition per_person x : list B := flat_map (fun p => keep p (rows_of p x)) (keys_of x).

  Lemma per_person_forgets x : per_person x = map snd (kept x).
  Proof.
    unfold per_person, kept. induction (keys_of x) as [|p s IH]; simpl; [reflexivity|].
    rewrite map_app, map_map, IH. simpl. now rewrite map_id.
  Qed.

  Lemma rows_of_each p (f : P -> list B) (s : list P) :
    NoDup s ->
    rows_of p (flat_map (fun q => map (pair q) (f q)) s) = if in_dec same_row p s then f p else [].
  Proof.
    intros Hs. induction Hs as [|q s Hq Hs IH]; [reflexivity|]. cbn [flat_map].
    rewrite rows_of_app, IH. destruct (same_row q p) as [->|Hne].
    - rewrite rows_of_own. destruct (in_dec same_row p s) as [Hin|_]; [contradiction|].
      rewrite app_nil_r. destruct (in_dec same_row p (p :: s)) as [|Hn]; [reflexivity|].
      contradiction Hn. now left.
    - rewrite rows_of_other by exact Hne. cbn [app].
      destruct (in_dec same_row p s) as [Hin|Hn], (in_dec same_row p (q :: s)) as [Hin'|Hn'];
        try reflexivity.
      + contradiction Hn'. now right.
      + destruct Hin'; contradiction.
  Qed.

  Hypothesis keep_nothing : forall p, keep p [] = [].

  Lemma rows_of_kept p x : rows_of p (kept x) = keep p (rows_of p x).
  Proof.
    unfold kept. rewrite (rows_of_each p (fun q => keep q (rows_of q x))) by apply NoDup_nodup.
    destruct (in_dec same_row p (keys_of x)) as [_|Hn]; [reflexivity|].
    rewrite in_keys, rows_of_absent in Hn. now rewrite Hn.
  Qed.

  Hypothesis keep_permutation :
    forall p rows rows', Permutation rows rows' -> Permutation (keep p rows) (keep p rows').

  (** It is a function of the multiset of rows. *)
  Theorem kept_permutation x y : Permutation x y -> Permutation (kept x) (kept y).
  Proof.
    intros Hp. apply permutation_by_key. intros p. rewrite !rows_of_kept.
    now apply keep_permutation, rows_of_permutation.
  Qed.

  Theorem per_person_permutation x y : Permutation x y -> Permutation (per_person x) (per_person y).
  Proof. intros Hp. rewrite !per_person_forgets. now apply Permutation_map, kept_permutation. Qed.

  Lemma per_person_over x (persons : list P) :
    NoDup persons -> incl (map fst x) persons ->
    Permutation (per_person x) (flat_map (fun p => keep p (rows_of p x)) persons).
  Proof.
    intros Hs Hx.
    assert (Hk : Permutation (kept x) (flat_map (fun p => map (pair p) (keep p (rows_of p x))) persons)).
    { apply permutation_by_key. intros p. rewrite rows_of_kept.
      rewrite (rows_of_each p (fun q => keep q (rows_of q x))) by exact Hs.
      destruct (in_dec same_row p persons) as [_|Hn]; [reflexivity|].
      assert (Habsent : rows_of p x = []) by (apply rows_of_absent; auto).
      now rewrite Habsent, keep_nothing. }
    rewrite per_person_forgets, Hk. clear. induction persons as [|p s IH]; simpl; [reflexivity|].
    rewrite map_app, map_map, IH. simpl. now rewrite map_id.
  Qed.

  Lemma person_change_kept p (rows rows' : list A) :
    person_change (keep p rows) (keep p rows') <= person_change rows rows'.
  Proof.
    unfold person_change at 2. destruct (Nat.eqb_spec (symmetric_distance rows rows') 0) as [E|E].
    - apply symmetric_distance_zero, (keep_permutation p), no_person_change in E. lia.
    - destruct rows as [|a rows]; [|destruct rows' as [|b rows']]; simpl has_none; cbn [orb].
      + rewrite keep_nothing. apply person_change_from_none.
      + rewrite keep_nothing, person_change_comm. apply person_change_from_none.
      + unfold person_change. destruct (_ =? 0); [lia|]. destruct (_ || _); lia.
  Qed.

  (** Who was not changed is not changed; the ids are kept. *)
  Theorem kept_stable_persons : stable close_persons close_persons kept (fun d_in => d_in).
  Proof.
    intros x y d Hd. unfold close_persons in *. etransitivity; [|exact Hd].
    pose (s := keys_of (x ++ y)).
    assert (Hin : forall z, incl (map fst z) (map fst (x ++ y)) -> incl (map fst (kept z)) s).
    { intros z Hz p Hp. destruct (in_dec same_row p s) as [Hin|Hn]; [exact Hin|]. exfalso.
      revert Hp. apply rows_of_absent. rewrite rows_of_kept.
      assert (Habsent : rows_of p z = []).
      { apply rows_of_absent. intros Hpz. apply Hn. apply in_keys. now apply Hz. }
      now rewrite Habsent. }
    rewrite (person_distance_support (kept x) (kept y) s);
      try apply NoDup_nodup; try (apply Hin; intros p Hp; rewrite map_app; apply in_or_app; auto).
    unfold person_distance. fold s. apply sum_at_most. intros p _. rewrite !rows_of_kept.
    apply person_change_kept.
  Qed.

  Variable m : nat.
  Hypothesis keep_at_most : forall p rows, length (keep p rows) <= m.

  Lemma one_person_moves p (rows rows' : list A) :
    symmetric_distance (keep p rows) (keep p rows') <= person_change rows rows' * m.
  Proof.
    unfold person_change. destruct (Nat.eqb_spec (symmetric_distance rows rows') 0) as [E|E].
    - apply symmetric_distance_zero, (keep_permutation p), symmetric_distance_zero in E. lia.
    - destruct rows as [|a rows]; [|destruct rows' as [|b rows']]; simpl has_none; cbn [orb].
      + rewrite keep_nothing, symmetric_distance_nil_l. specialize (keep_at_most p rows'). lia.
      + rewrite keep_nothing, symmetric_distance_nil_r. specialize (keep_at_most p (a :: rows)). lia.
      + pose proof (symmetric_distance_at_most (keep p (a :: rows)) (keep p (b :: rows'))).
        pose proof (keep_at_most p (a :: rows)). pose proof (keep_at_most p (b :: rows')). lia.
  Qed.

  (** d persons: d times as many rows as are kept of one. *)
  Theorem per_person_stable :
    stable close_persons close_symmetric per_person (fun d_in => d_in * m).
  Proof.
    intros x y d Hd. unfold close_persons, close_symmetric in *.
    apply Nat.le_trans with (person_distance x y * m); [|now apply Nat.mul_le_mono_r].
    unfold person_distance. pose (s := keys_of (x ++ y)). fold s.
    rewrite (symmetric_distance_permutation _ _ _ _
               (per_person_over x s ltac:(apply NoDup_nodup) ltac:(intros p Hp; apply in_keys; rewrite map_app; apply in_or_app; auto))
               (per_person_over y s ltac:(apply NoDup_nodup) ltac:(intros p Hp; apply in_keys; rewrite map_app; apply in_or_app; auto))).
    clear Hd d. induction s as [|p s IH]; [apply Nat.le_refl|]. cbn [flat_map map list_sum].
    pose proof (symmetric_distance_app (keep p (rows_of p x)) (flat_map (fun q => keep q (rows_of q x)) s)
                  (keep p (rows_of p y)) (flat_map (fun q => keep q (rows_of q y)) s)).
    pose proof (one_person_moves p (rows_of p x) (rows_of p y)). simpl list_sum in *. lia.
  Qed.
End PerPerson.

(** * Parts *)

Section Merging.
  Context {P A : Type} `{Distinguishable P} `{Distinguishable A}.
  Variable keep : P -> list A -> list A.
  Hypothesis keep_nothing : forall p, keep p [] = [].
  Hypothesis keep_merge : forall p rows rows',
    Permutation (keep p (keep p rows ++ keep p rows')) (keep p (rows ++ rows')).

  (** What is kept of the whole can be found from what is kept of the parts, wherever the rows of a
      person are cut. *)
  Theorem kept_merge (x y : list (P * A)) :
    Permutation (kept keep (kept keep x ++ kept keep y)) (kept keep (x ++ y)).
  Proof.
    apply permutation_by_key. intros p. rewrite !rows_of_kept, !rows_of_app, !rows_of_kept by exact keep_nothing.
    apply keep_merge.
  Qed.

  Theorem per_person_merge (x y : list (P * A)) :
    Permutation (per_person keep (kept keep x ++ kept keep y)) (per_person keep (x ++ y)).
  Proof. rewrite !per_person_forgets. apply Permutation_map, kept_merge. Qed.

  (** Where no person is in both parts there is nothing to merge: rows in the order of their ids need the
      memory of one person. *)
  Theorem per_person_apart (x y : list (P * A)) :
    (forall p, In p (map fst x) -> ~ In p (map fst y)) ->
    Permutation (per_person keep (x ++ y)) (per_person keep x ++ per_person keep y).
  Proof.
    intros Hapart. rewrite !per_person_forgets, <- map_app. apply Permutation_map, permutation_by_key.
    intros p. rewrite rows_of_app, !rows_of_kept, rows_of_app by exact keep_nothing.
    destruct (in_dec same_row p (map fst x)) as [Hin|Hn].
    - apply Hapart, rows_of_absent in Hin. now rewrite Hin, keep_nothing, !app_nil_r.
    - apply rows_of_absent in Hn. now rewrite Hn, keep_nothing.
  Qed.
End Merging.

(** * The m least rows of each person *)

Section Bounding.
  Context {P A : Type} `{Distinguishable P} `{Distinguishable A}.
  Variable leb : P -> A -> A -> bool.
  Hypothesis ordered : forall p, total_order (leb p).
  Variable m : nat.

  Definition least_of_person (p : P) : list A -> list A := least (leb p) m.
  Definition bound_rows : list (P * A) -> list A := per_person least_of_person.
  Definition bounded : list (P * A) -> list (P * A) := kept least_of_person.

  Lemma least_of_nobody p : least_of_person p [] = [].
  Proof. apply least_nil. Qed.

  Lemma least_of_person_permutation p (rows rows' : list A) :
    Permutation rows rows' -> Permutation (least_of_person p rows) (least_of_person p rows').
  Proof. intros Hp. unfold least_of_person. now rewrite (least_permutation _ (ordered p) m _ _ Hp). Qed.

  (** Which rows are kept is told by the multiset, never by their order. *)
  Theorem bound_rows_permutation (x y : list (P * A)) :
    Permutation x y -> Permutation (bound_rows x) (bound_rows y).
  Proof. apply per_person_permutation; [apply least_of_nobody|apply least_of_person_permutation]. Qed.

  (** d persons move at most d m rows. *)
  Theorem bound_rows_stable : stable close_persons close_symmetric bound_rows (fun d_in => d_in * m).
  Proof.
    apply per_person_stable; [apply least_of_nobody|apply least_of_person_permutation|].
    intros p rows. apply least_at_most.
  Qed.

  (** Bounded parts give the whole, bounded. *)
  Theorem bound_rows_merge (x y : list (P * A)) :
    Permutation (bound_rows (bounded x ++ bounded y)) (bound_rows (x ++ y)).
  Proof.
    apply per_person_merge; [apply least_of_nobody|]. intros p rows rows'.
    unfold least_of_person. now rewrite (least_merge _ (ordered p)).
  Qed.

  (** The states merge, too, in any tree of parts. *)
  Theorem bounded_merge (x y : list (P * A)) :
    Permutation (bounded (bounded x ++ bounded y)) (bounded (x ++ y)).
  Proof.
    apply kept_merge; [apply least_of_nobody|]. intros p rows rows'.
    unfold least_of_person. now rewrite (least_merge _ (ordered p)).
  Qed.

  Theorem bound_rows_apart (x y : list (P * A)) :
    (forall p, In p (map fst x) -> ~ In p (map fst y)) ->
    Permutation (bound_rows (x ++ y)) (bound_rows x ++ bound_rows y).
  Proof. apply per_person_apart. apply least_of_nobody. Qed.

  (** A table that is within the bound is left as it is. *)
  Theorem bound_rows_identity (x : list (P * A)) :
    (forall p, length (rows_of p x) <= m) -> Permutation (bound_rows x) (map snd x).
  Proof.
    intros Hm. unfold bound_rows. rewrite per_person_forgets. apply Permutation_map, permutation_by_key.
    intros p. rewrite rows_of_kept by apply least_of_nobody. now apply least_all.
  Qed.

  (** ** The map is attained *)

  Definition table_of (rows : P -> list A) (persons : list P) : list (P * A) :=
    flat_map (fun p => map (pair p) (rows p)) persons.

  Lemma table_persons rows (persons : list P) : incl (map fst (table_of rows persons)) persons.
  Proof.
    intros p Hp. apply in_map_iff in Hp as ([q a] & <- & Hin). apply in_flat_map in Hin as (r & Hr & Hin).
    apply in_map_iff in Hin as (b & E & _). injection E as <- <-. exact Hr.
  Qed.

  Lemma table_added rows (persons : list P) :
    NoDup persons -> person_distance [] (table_of rows persons) <= length persons.
  Proof.
    intros Hs. rewrite (person_distance_support [] _ persons Hs); [|intros ? []|apply table_persons].
    clear Hs. induction persons as [|p s IH] in |- * at 2 3; cbn [map length]; [apply Nat.le_refl|].
    pose proof (person_change_from_none (rows_of p (table_of rows persons))).
    change (rows_of p []) with (@nil A). simpl list_sum in *. lia.
  Qed.

  (** d persons that join with m rows each move d m of them, *)
  Theorem bound_rows_attained (persons : list P) (a : A) :
    NoDup persons ->
    close_persons (length persons) [] (table_of (fun _ => repeat a m) persons) /\
    symmetric_distance (bound_rows []) (bound_rows (table_of (fun _ => repeat a m) persons)) =
    length persons * m.
  Proof.
    intros Hs. split; [now apply table_added|]. change (bound_rows []) with (@nil A).
    rewrite symmetric_distance_nil_l. unfold bound_rows.
    rewrite (Permutation_length (per_person_over _ least_of_nobody _ persons Hs (table_persons _ _))).
    assert (Hlen : forall p, In p persons ->
              length (least_of_person p (rows_of p (table_of (fun _ => repeat a m) persons))) = m).
    { intros p Hp. unfold table_of, least_of_person.
      rewrite (rows_of_each p (fun _ => repeat a m)) by exact Hs.
      destruct (in_dec same_row p persons) as [_|Hn]; [|contradiction].
      rewrite least_size, repeat_length. lia. }
    revert Hlen. generalize (table_of (fun _ => repeat a m) persons). intros t Hlen. clear Hs.
    induction persons as [|p s IH]; simpl; [reflexivity|].
    rewrite app_length, Hlen, IH; auto using in_eq, in_cons.
  Qed.

  (** and one whose rows become others, who is two, 2 m. *)
  Theorem bound_changed_person_attained (p : P) (a b : A) :
    a <> b ->
    close_persons 2 (map (pair p) (repeat a m)) (map (pair p) (repeat b m)) /\
    symmetric_distance (bound_rows (map (pair p) (repeat a m))) (bound_rows (map (pair p) (repeat b m))) =
    2 * m.
  Proof.
    intros Hab.
    assert (Hone : forall rows : list A, incl (map fst (map (pair p) rows)) [p]).
    { intros rows q Hq. rewrite map_map in Hq. apply in_map_iff in Hq as (c & <- & _). now left. }
    assert (Hp : NoDup [p]) by (repeat constructor; intros []).
    split.
    - unfold close_persons. rewrite (person_distance_support _ _ [p] Hp) by apply Hone. simpl.
      unfold person_change. destruct (_ =? 0); [lia|]. destruct (_ || _); lia.
    - unfold bound_rows.
      rewrite (symmetric_distance_permutation _ _ _ _
                 (per_person_over _ least_of_nobody (map (pair p) (repeat a m)) [p] Hp (Hone _))
                 (per_person_over _ least_of_nobody (map (pair p) (repeat b m)) [p] Hp (Hone _))).
      simpl. rewrite !rows_of_own, !app_nil_r.
      assert (Hsame : forall c n, Permutation (least (leb p) m (repeat c n)) (repeat c (Nat.min m n))).
      { intros c n. rewrite <- (repeat_length c n) at 2. rewrite <- (least_size (leb p) m (repeat c n)).
        assert (Hall : forall e, In e (least (leb p) m (repeat c n)) -> e = c).
        { intros e He. apply least_incl in He. now apply repeat_spec in He. }
        revert Hall. generalize (least (leb p) m (repeat c n)). intros l Hall.
        induction l as [|e l IH]; simpl; [reflexivity|].
        rewrite (Hall e) by now left. constructor. apply IH. intros e' He'. apply Hall. now right. }
      unfold least_of_person.
      rewrite (symmetric_distance_permutation _ _ _ _ (Hsame a m) (Hsame b m)), Nat.min_id.
      assert (Hn : forall n, symmetric_distance (repeat a n) (repeat b m) = n + m).
      { induction n as [|n IH]; simpl.
        - now rewrite symmetric_distance_nil_l, repeat_length.
        - rewrite symmetric_distance_unshared, IH; [reflexivity|].
          intros Hin. apply repeat_spec in Hin. congruence. }
      rewrite Hn. lia.
  Qed.
End Bounding.

(** Who keeps the first m rows to come tells two orders of one table apart, 2 m rows for no person. *)
Theorem first_rows_unstable {P A : Type} `{Distinguishable P} `{Distinguishable A} (p : P) (a b : A) (m : nat) :
  a <> b ->
  let first := per_person (fun _ rows => firstn m rows) in
  let x := map (pair p) (repeat a m ++ repeat b m) in
  let y := map (pair p) (repeat b m ++ repeat a m) in
  close_persons 0 x y /\ symmetric_distance (first x) (first y) = 2 * m.
Proof.
  intros Hab. cbv zeta. split.
  - unfold close_persons.
    rewrite (proj2 (person_distance_zero _ _)); [lia|]. apply Permutation_map, Permutation_app_comm.
  - assert (Hone : forall rows : list A, incl (map fst (map (pair p) rows)) [p]).
    { intros rows q Hq. rewrite map_map in Hq. apply in_map_iff in Hq as (c & <- & _). now left. }
    assert (Hp : NoDup [p]) by (repeat constructor; intros []).
    assert (Hnone : forall q : P, firstn m (@nil A) = []) by (intros _; apply firstn_nil).
    rewrite (symmetric_distance_permutation _ _ _ _
               (per_person_over (fun _ => firstn m) Hnone (map (pair p) (repeat a m ++ repeat b m)) [p] Hp (Hone _))
               (per_person_over (fun _ => firstn m) Hnone (map (pair p) (repeat b m ++ repeat a m)) [p] Hp (Hone _))).
    simpl. rewrite !rows_of_own, !app_nil_r.
    assert (Hfirst : forall c d : A, firstn m (repeat c m ++ repeat d m) = repeat c m).
    { intros c d. rewrite firstn_app, repeat_length, Nat.sub_diag, firstn_O, app_nil_r.
      apply firstn_all2. now rewrite repeat_length. }
    rewrite !Hfirst.
    assert (Hn : forall n, symmetric_distance (repeat a n) (repeat b m) = n + m).
    { induction n as [|n IH]; simpl.
      - now rewrite symmetric_distance_nil_l, repeat_length.
      - rewrite symmetric_distance_unshared, IH; [reflexivity|].
        intros Hin. apply repeat_spec in Hin. congruence. }
    rewrite Hn. lia.
Qed.
