(** Bounding what a person adds to groups: the g least of her groups, and in each of them r rows, or one
    total. *)
From Coq Require Import List Bool Arith ZArith Lia Permutation.
From Scrim Require Import Rows Distances Stability SymmetricDistance Clamp LeastRows Persons Bounding
  GroupedDistance.
Import ListNotations.
Open Scope nat_scope.

(** * A function of each person's rows, in groups *)

Section PerPersonInGroups.
  Context {P G A B : Type} `{Distinguishable P} `{Distinguishable G} `{Distinguishable A}
    `{Distinguishable B}.
  Variable keep : P -> list A -> list (G * B).
  Hypothesis keep_nothing : forall p, keep p [] = [].
  Hypothesis keep_permutation :
    forall p rows rows', Permutation rows rows' -> Permutation (keep p rows) (keep p rows').

  (** In at most g groups, at most r rows in each. *)
  Variables g r : nat.
  Hypothesis keep_groups : forall p rows, length (keys_of (keep p rows)) <= g.
  Hypothesis keep_in_each : forall p rows k, length (rows_of k (keep p rows)) <= r.

  Lemma keep_in_all p rows : length (keep p rows) <= g * r.
  Proof.
    rewrite (Permutation_length (rows_by_key (keep p rows) (keys_of (keep p rows)) ltac:(apply NoDup_nodup)
                                   ltac:(intros k Hk; now apply in_keys))).
    pose proof (keep_groups p rows) as Hg. revert Hg. generalize (keys_of (keep p rows)) as s.
    intros s Hs. apply Nat.le_trans with (length s * r); [|now apply Nat.mul_le_mono_r]. clear Hs.
    induction s as [|k s IH]; cbn [flat_map length]; [lia|]. rewrite app_length, map_length.
    pose proof (keep_in_each p rows k). lia.
  Qed.

  Lemma rows_of_per_person k (x : list (P * A)) :
    rows_of k (per_person keep x) = per_person (fun p rows => rows_of k (keep p rows)) x.
  Proof.
    unfold per_person. induction (keys_of x) as [|p s IH]; [reflexivity|]. cbn [flat_map].
    now rewrite rows_of_app, IH.
  Qed.

  Lemma in_each_stable k (x y : list (P * A)) d :
    close_persons d x y -> change_of (per_person keep x) (per_person keep y) k <= d * r.
  Proof.
    intros Hd. unfold change_of. rewrite !rows_of_per_person.
    refine (per_person_stable _ _ _ r _ x y d Hd).
    - intros p. now rewrite keep_nothing.
    - intros p rows rows' Hp. now apply rows_of_permutation, keep_permutation.
    - intros p rows. apply keep_in_each.
  Qed.

  Lemma is_changed_plus (a b : nat) : is_changed (a + b) <= is_changed a + is_changed b.
  Proof. unfold is_changed. destruct a, b; simpl; lia. Qed.

  Lemma is_changed_rises (a b : nat) : a <= b -> is_changed a <= is_changed b.
  Proof. unfold is_changed. destruct a, b; simpl; lia. Qed.

  (** Of distinct groups no more are among some than these are. *)
  Lemma groups_among (s t : list G) :
    NoDup s -> list_sum (map (fun k => if in_dec same_row k t then 1 else 0) s) <= length t.
  Proof.
    intros Hs.
    assert (Hcount : list_sum (map (fun k => if in_dec same_row k t then 1 else 0) s) =
                     length (filter (fun k => if in_dec same_row k t then true else false) s)).
    { clear Hs. induction s as [|k s IH]; [reflexivity|]. cbn [map filter].
      destruct (in_dec same_row k t); simpl; now rewrite <- IH. }
    rewrite Hcount. apply NoDup_incl_length; [now apply NoDup_filter|].
    intros k Hk. apply filter_In in Hk as [_ Hk]. destruct (in_dec same_row k t); [assumption|discriminate].
  Qed.

  (** One person moves at most g groups, two if the rows become others. *)
  Lemma one_person_groups p (rows rows' : list A) (keys : list G) :
    NoDup keys ->
    list_sum (map (fun k => is_changed (change_of (keep p rows) (keep p rows') k)) keys) <=
    person_change rows rows' * g.
  Proof.
    intros Hk. set (one := keep p rows). set (other := keep p rows').
    assert (Hsum : list_sum (map (fun k => is_changed (change_of one other k)) keys) <=
                   length (keys_of one) + length (keys_of other)).
    { eapply Nat.le_trans; [|apply Nat.add_le_mono; apply (groups_among keys _ Hk)].
      rewrite <- sum_plus. apply sum_at_most. intros k _. unfold is_changed.
      destruct (Nat.eqb_spec (change_of one other k) 0) as [E|E]; [lia|].
      destruct (in_dec same_row k (keys_of one)) as [_|Hn]; [lia|].
      destruct (in_dec same_row k (keys_of other)) as [_|Hn']; [lia|]. exfalso. apply E.
      apply change_of_absent. rewrite map_app, in_app_iff, <- !in_keys. tauto. }
    unfold one, other in *. clear one other.
    pose proof (keep_groups p rows) as Hg. pose proof (keep_groups p rows') as Hg'.
    unfold person_change. destruct (Nat.eqb_spec (symmetric_distance rows rows') 0) as [E|E].
    - apply symmetric_distance_zero, (keep_permutation p) in E. rewrite sum_zero; [lia|].
      intros k _. unfold is_changed, change_of.
      now rewrite (proj2 (symmetric_distance_zero _ _) (rows_of_permutation k _ _ E)).
    - destruct rows as [|a rows]; [|destruct rows' as [|b rows']]; simpl has_none; cbn [orb];
        rewrite ?keep_nothing in *; change (length (keys_of [])) with 0 in *; lia.
  Qed.

  Lemma groups_stable (x y : list (P * A)) (keys : list G) :
    NoDup keys ->
    list_sum (map (fun k => is_changed (change_of (per_person keep x) (per_person keep y) k)) keys) <=
    person_distance x y * g.
  Proof.
    intros Hk. pose (s := keys_of (x ++ y)).
    assert (Hx : Permutation (per_person keep x) (flat_map (fun p => keep p (rows_of p x)) s)).
    { apply per_person_over; [exact keep_nothing|apply NoDup_nodup|].
      intros p Hp. apply in_keys. rewrite map_app. apply in_or_app. auto. }
    assert (Hy : Permutation (per_person keep y) (flat_map (fun p => keep p (rows_of p y)) s)).
    { apply per_person_over; [exact keep_nothing|apply NoDup_nodup|].
      intros p Hp. apply in_keys. rewrite map_app. apply in_or_app. auto. }
    apply Nat.le_trans with
      (list_sum (map (fun k => list_sum (map (fun p =>
         is_changed (change_of (keep p (rows_of p x)) (keep p (rows_of p y)) k)) s)) keys)).
    - apply sum_at_most. intros k _. unfold change_of.
      rewrite (symmetric_distance_permutation _ _ _ _ (rows_of_permutation k _ _ Hx)
                 (rows_of_permutation k _ _ Hy)).
      clear Hx Hy. induction s as [|p s IH]; [apply Nat.le_refl|]. cbn [flat_map map list_sum].
      rewrite !rows_of_app. simpl list_sum.
      eapply Nat.le_trans; [apply is_changed_rises, symmetric_distance_app|].
      eapply Nat.le_trans; [apply is_changed_plus|]. lia.
    - rewrite sum_swap. unfold person_distance. fold s. rewrite <- sum_times. apply sum_at_most.
      intros p _. now apply one_person_groups.
  Qed.

  (** d persons: d g groups, d g r rows in all, d r in each. *)
  Theorem per_person_stable_grouped :
    stable close_persons close_grouped (per_person keep) (fun d_in => (d_in * g, d_in * (g * r), d_in * r)).
  Proof.
    intros x y d Hd. unfold close_grouped, within. split; [|split].
    - unfold changes. rewrite map_map.
      apply Nat.le_trans with (person_distance x y * g); [|now apply Nat.mul_le_mono_r].
      apply groups_stable, NoDup_nodup.
    - rewrite total_is_symmetric_distance.
      exact (per_person_stable keep keep_nothing keep_permutation (g * r) keep_in_all x y d Hd).
    - unfold changes. rewrite Forall_map, Forall_forall. intros k _. now apply in_each_stable.
  Qed.
End PerPersonInGroups.

(** * The least groups of a person *)

Section LeastGroups.
  Context {G A B : Type} `{Distinguishable G} `{Distinguishable A} `{Distinguishable B}.
  Variable leb : G -> G -> bool.
  Hypothesis ordered : total_order leb.
  Variable g : nat.

  (** What becomes of the rows in each group that is kept. *)
  Variable inner : G -> list A -> list B.

  Definition kept_groups (rows : list (G * A)) : list G := least leb g (keys_of rows).
  Definition least_groups (rows : list (G * A)) : list (G * B) :=
    flat_map (fun k => map (pair k) (inner k (rows_of k rows))) (kept_groups rows).

  Lemma kept_groups_distinct rows : NoDup (kept_groups rows).
  Proof. apply least_distinct, NoDup_nodup. Qed.

  Lemma rows_of_least_groups k rows :
    rows_of k (least_groups rows) =
    if in_dec same_row k (kept_groups rows) then inner k (rows_of k rows) else [].
  Proof.
    unfold least_groups. apply (rows_of_each k (fun j => inner j (rows_of j rows))).
    apply kept_groups_distinct.
  Qed.

  Lemma least_groups_nothing : least_groups [] = [].
  Proof. unfold least_groups, kept_groups. change (keys_of []) with (@nil G). now rewrite least_nil. Qed.

  (** At most g groups, *)
  Lemma least_groups_number rows : length (keys_of (least_groups rows)) <= g.
  Proof.
    apply Nat.le_trans with (length (kept_groups rows)); [|apply least_at_most].
    apply NoDup_incl_length; [apply NoDup_nodup|]. intros k Hk. apply in_keys in Hk.
    destruct (in_dec same_row k (kept_groups rows)) as [Hin|Hn] eqn:E; [exact Hin|]. exfalso. revert Hk.
    apply rows_of_absent. now rewrite rows_of_least_groups, E.
  Qed.

  Lemma least_groups_in_each r k rows :
    (forall j own, length (inner j own) <= r) -> length (rows_of k (least_groups rows)) <= r.
  Proof.
    intros Hr. rewrite rows_of_least_groups. destruct (in_dec same_row k (kept_groups rows)); [apply Hr|].
    simpl. lia.
  Qed.

  (** told by the multiset. *)
  Lemma least_groups_permutation rows rows' :
    (forall k own own', Permutation own own' -> Permutation (inner k own) (inner k own')) ->
    Permutation rows rows' -> Permutation (least_groups rows) (least_groups rows').
  Proof.
    intros Hinner Hp. apply permutation_by_key. intros k. rewrite !rows_of_least_groups.
    unfold kept_groups. rewrite (least_permutation leb ordered g _ _ (keys_of_permutation _ _ Hp)).
    destruct (in_dec same_row k (least leb g (keys_of rows'))); [|reflexivity].
    now apply Hinner, rows_of_permutation.
  Qed.
End LeastGroups.

Section LeastGroupsMerge.
  Context {G A : Type} `{Distinguishable G} `{Distinguishable A}.
  Variable leb : G -> G -> bool.
  Hypothesis ordered : total_order leb.
  Variable g : nat.
  Variable inner : G -> list A -> list A.
  Hypothesis inner_nothing : forall k, inner k [] = [].
  Hypothesis inner_something : forall k own, inner k own = [] -> own = [].
  Hypothesis inner_merge : forall k own own',
    Permutation (inner k (inner k own ++ inner k own')) (inner k (own ++ own')).
  Let keep := least_groups leb g inner.
  Implicit Types (rows : list (G * A)) (k : G).

  Lemma keys_of_least_groups k rows : In k (keys_of (keep rows)) <-> In k (kept_groups leb g rows).
  Proof.
    rewrite in_keys. destruct (in_dec same_row k (map fst (keep rows))) as [Hin|Hn].
    - split; [intros _|tauto]. destruct (in_dec same_row k (kept_groups leb g rows)) as [Hk|Hn] eqn:E; [exact Hk|].
      exfalso. revert Hin. apply rows_of_absent. unfold keep. now rewrite rows_of_least_groups, E.
    - split; [tauto|]. intros Hk. exfalso. apply rows_of_absent in Hn. unfold keep in Hn.
      rewrite rows_of_least_groups in Hn.
      destruct (in_dec same_row k (kept_groups leb g rows)) as [_|]; [|contradiction].
      apply inner_something, rows_of_absent in Hn. apply Hn. apply in_keys.
      now apply (least_incl leb g).
  Qed.

  (** A group that is kept of the whole is kept of every part that has it, *)
  Lemma kept_in_part k rows rows' :
    In k (kept_groups leb g (rows ++ rows')) -> In k (map fst rows) -> In k (kept_groups leb g rows).
  Proof.
    intros Hk Hin. unfold kept_groups in *.
    apply (least_in_part leb ordered g (keys_of (rows ++ rows'))); try apply NoDup_nodup; [|exact Hk|].
    - intros j Hj. apply in_keys in Hj. apply in_keys. rewrite map_app. apply in_or_app. now left.
    - now apply in_keys.
  Qed.

  Lemma kept_in_other_part k rows rows' :
    In k (kept_groups leb g (rows ++ rows')) -> In k (map fst rows') -> In k (kept_groups leb g rows').
  Proof.
    intros Hk. apply (kept_in_part k rows' rows). unfold kept_groups in *.
    now rewrite (least_permutation leb ordered g _ _ (keys_of_permutation _ _ (Permutation_app_comm rows' rows))).
  Qed.

  (** so the parts keep the groups of the whole, *)
  Lemma kept_groups_merge rows rows' :
    kept_groups leb g (keep rows ++ keep rows') = kept_groups leb g (rows ++ rows').
  Proof.
    unfold kept_groups at 1 2. apply least_of_enough; try apply NoDup_nodup; [exact ordered| |].
    - intros k Hk. rewrite in_keys, map_app, in_app_iff, <- !in_keys, !keys_of_least_groups in Hk.
      rewrite in_keys, map_app, in_app_iff, <- !in_keys.
      destruct Hk as [Hk|Hk]; apply (least_incl leb g) in Hk; auto.
    - intros k Hk. rewrite in_keys, map_app, in_app_iff, <- !in_keys, !keys_of_least_groups.
      pose proof Hk as Hin. apply (least_incl leb g) in Hin. rewrite in_keys, map_app, in_app_iff in Hin.
      destruct Hin; [left; now apply (kept_in_part k rows rows')|right; now apply (kept_in_other_part k rows rows')].
  Qed.

  Lemma rows_of_kept_group k rows :
    (In k (map fst rows) -> In k (kept_groups leb g rows)) ->
    rows_of k (keep rows) = inner k (rows_of k rows).
  Proof.
    intros Hk. unfold keep. rewrite rows_of_least_groups.
    destruct (in_dec same_row k (kept_groups leb g rows)) as [_|Hn]; [reflexivity|].
    assert (Habsent : rows_of k rows = []) by (apply rows_of_absent; auto).
    now rewrite Habsent, inner_nothing.
  Qed.

  (** and what is kept of the parts is enough. *)
  Theorem least_groups_merge rows rows' :
    Permutation (keep (keep rows ++ keep rows')) (keep (rows ++ rows')).
  Proof.
    apply permutation_by_key. intros k. unfold keep at 1 4. rewrite !rows_of_least_groups, kept_groups_merge.
    destruct (in_dec same_row k (kept_groups leb g (rows ++ rows'))) as [Hk|_]; [|reflexivity].
    rewrite !rows_of_app, !rows_of_kept_group; [apply inner_merge| |].
    - now apply (kept_in_other_part k rows).
    - now apply (kept_in_part k rows rows').
  Qed.
End LeastGroupsMerge.

(** * The r least rows in the g least groups of each person *)

Section GroupBounding.
  Context {P G A : Type} `{Distinguishable P} `{Distinguishable G} `{Distinguishable A}.
  Variables (group_leb : P -> G -> G -> bool) (row_leb : P -> G -> A -> A -> bool).
  Hypothesis groups_ordered : forall p, total_order (group_leb p).
  Hypothesis rows_ordered : forall p k, total_order (row_leb p k).
  Variables g r : nat.
  Hypothesis r_positive : 0 < r.

  Definition least_in_groups (p : P) : list (G * A) -> list (G * A) :=
    least_groups (group_leb p) g (fun k => least (row_leb p k) r).
  Definition bound_groups : list (P * (G * A)) -> list (G * A) := per_person least_in_groups.
  Definition bounded_groups : list (P * (G * A)) -> list (P * (G * A)) := kept least_in_groups.

  Lemma least_in_groups_permutation p rows rows' :
    Permutation rows rows' -> Permutation (least_in_groups p rows) (least_in_groups p rows').
  Proof.
    apply least_groups_permutation; [apply groups_ordered|]. intros k own own' Hp.
    now rewrite (least_permutation _ (rows_ordered p k) r _ _ Hp).
  Qed.

  Lemma least_in_groups_merge p rows rows' :
    Permutation (least_in_groups p (least_in_groups p rows ++ least_in_groups p rows'))
      (least_in_groups p (rows ++ rows')).
  Proof.
    apply least_groups_merge; [apply groups_ordered|intros k; apply least_nil| |].
    - intros k own. now apply least_empty.
    - intros k own own'. now rewrite (least_merge _ (rows_ordered p k)).
  Qed.

  Theorem bound_groups_permutation (x y : list (P * (G * A))) :
    Permutation x y -> Permutation (bound_groups x) (bound_groups y).
  Proof.
    apply per_person_permutation; [intros p; apply least_groups_nothing|apply least_in_groups_permutation].
  Qed.

  (** {groups, rows in all, rows in each} *)
  Theorem bound_groups_stable :
    stable close_persons close_grouped bound_groups (fun d_in => (d_in * g, d_in * (g * r), d_in * r)).
  Proof.
    apply per_person_stable_grouped.
    - intros p. apply least_groups_nothing.
    - apply least_in_groups_permutation.
    - intros p rows. apply least_groups_number.
    - intros p rows k. apply least_groups_in_each. intros j own. apply least_at_most.
  Qed.

  (** Bounded parts give the whole, bounded; *)
  Theorem bound_groups_merge (x y : list (P * (G * A))) :
    Permutation (bound_groups (bounded_groups x ++ bounded_groups y)) (bound_groups (x ++ y)).
  Proof. apply per_person_merge; [intros p; apply least_groups_nothing|apply least_in_groups_merge]. Qed.

  (** so do the states. *)
  Theorem bounded_groups_merge (x y : list (P * (G * A))) :
    Permutation (bounded_groups (bounded_groups x ++ bounded_groups y)) (bounded_groups (x ++ y)).
  Proof. apply kept_merge; [intros p; apply least_groups_nothing|apply least_in_groups_merge]. Qed.

  (** A table that is within the bounds is left as it is. *)
  Theorem bound_groups_identity (x : list (P * (G * A))) :
    (forall p, length (keys_of (rows_of p x)) <= g) ->
    (forall p k, length (rows_of k (rows_of p x)) <= r) ->
    Permutation (bound_groups x) (map snd x).
  Proof.
    intros Hg Hr. unfold bound_groups. rewrite per_person_forgets. apply Permutation_map, permutation_by_key.
    intros p. rewrite rows_of_kept by (intros q; apply least_groups_nothing). apply permutation_by_key.
    intros k. unfold least_in_groups. rewrite rows_of_least_groups.
    destruct (in_dec same_row k (kept_groups (group_leb p) g (rows_of p x))) as [_|Hn].
    - now apply least_all.
    - enough (Habsent : rows_of k (rows_of p x) = []) by now rewrite Habsent. apply rows_of_absent.
      intros Hin. apply Hn. apply (Permutation_in k (Permutation_sym (least_all _ g _ (Hg p)))).
      now apply in_keys.
  Qed.

  (** ** Each part of the map is attained *)

  (** Persons who have r times the same row in each of their groups. *)
  Definition in_groups_of (groups_of : P -> list G) (a : A) (p : P) : list (G * A) :=
    table_of (fun _ => repeat a r) (groups_of p).

  Variables (persons : list P) (groups_of : P -> list G) (a : A).
  Hypothesis persons_distinct : NoDup persons.
  Hypothesis groups_distinct : forall p, NoDup (groups_of p).
  Hypothesis groups_number : forall p, length (groups_of p) = g.
  Let y := table_of (in_groups_of groups_of a) persons.

  Lemma rows_in_group k p :
    rows_of k (in_groups_of groups_of a p) = if in_dec same_row k (groups_of p) then repeat a r else [].
  Proof. apply (rows_of_each k (fun _ => repeat a r)), groups_distinct. Qed.

  Lemma rows_of_one p :
    rows_of p y = if in_dec same_row p persons then in_groups_of groups_of a p else [].
  Proof. apply (rows_of_each p (in_groups_of groups_of a)), persons_distinct. Qed.

  Lemma nothing_is_cut : Permutation (bound_groups y) (map snd y).
  Proof.
    apply bound_groups_identity.
    - intros p. rewrite rows_of_one. destruct (in_dec same_row p persons); [|simpl; lia].
      rewrite <- (groups_number p). apply NoDup_incl_length; [apply NoDup_nodup|].
      intros k Hk. apply in_keys in Hk. revert k Hk. apply table_persons.
    - intros p k. rewrite rows_of_one. destruct (in_dec same_row p persons); [|simpl; lia].
      rewrite rows_in_group. destruct (in_dec same_row k (groups_of p)); [|simpl; lia].
      rewrite repeat_length. lia.
  Qed.

  Lemma all_rows : map snd y = flat_map (in_groups_of groups_of a) persons.
  Proof.
    unfold y, table_of at 1. induction persons as [|p s IH]; simpl; [reflexivity|].
    rewrite map_app, map_map, <- IH; [simpl; now rewrite map_id|now inversion persons_distinct].
  Qed.

  Lemma change_is_size k : change_of (bound_groups []) (bound_groups y) k = length (rows_of k (map snd y)).
  Proof.
    unfold change_of. change (bound_groups []) with (@nil (G * A)). change (rows_of k []) with (@nil A).
    rewrite symmetric_distance_nil_l. apply Permutation_length, rows_of_permutation, nothing_is_cut.
  Qed.

  (** They are so many persons, *)
  Theorem attaining_persons : close_persons (length persons) [] y.
  Proof. now apply table_added. Qed.

  (** whose rows are all kept, *)
  Theorem total_attained :
    symmetric_distance (bound_groups []) (bound_groups y) = length persons * (g * r).
  Proof.
    change (bound_groups []) with (@nil (G * A)). rewrite symmetric_distance_nil_l.
    rewrite (Permutation_length nothing_is_cut), all_rows. clear y persons_distinct.
    induction persons as [|p s IH]; [reflexivity|]. cbn [flat_map length]. rewrite app_length, IH.
    enough (length (in_groups_of groups_of a p) = g * r) by lia.
    rewrite <- (groups_number p). unfold in_groups_of, table_of. clear.
    induction (groups_of p) as [|k s IH]; [reflexivity|]. cbn [flat_map length].
    rewrite app_length, map_length, repeat_length, IH. lia.
  Qed.

  (** all in a group that all of them share, *)
  Theorem in_each_attained k :
    (forall p, In p persons -> In k (groups_of p)) ->
    change_of (bound_groups []) (bound_groups y) k = length persons * r.
  Proof.
    intros Hk. rewrite change_is_size, all_rows. clear y persons_distinct.
    induction persons as [|p s IH]; [reflexivity|]. cbn [flat_map length].
    rewrite rows_of_app, app_length, IH by (intros q Hq; apply Hk; now right).
    rewrite rows_in_group. destruct (in_dec same_row k (groups_of p)) as [_|Hn].
    - rewrite repeat_length. lia.
    - contradiction Hn. apply Hk. now left.
  Qed.

  (** and every group of any of them moves: d g groups if they share none. *)
  Theorem groups_attained :
    length (flat_map groups_of persons) = length persons * g /\
    forall k, In k (flat_map groups_of persons) -> change_of (bound_groups []) (bound_groups y) k <> 0.
  Proof.
    split.
    - clear y persons_distinct. induction persons as [|p s IH]; [reflexivity|]. cbn [flat_map length].
      rewrite app_length, groups_number, IH. lia.
    - intros k Hk. rewrite change_is_size, all_rows. clear y persons_distinct.
      induction persons as [|p s IH]; [contradiction|]. cbn [flat_map] in *.
      rewrite rows_of_app, app_length, rows_in_group. apply in_app_iff in Hk.
      destruct (in_dec same_row k (groups_of p)) as [_|Hn]; [rewrite repeat_length; lia|].
      destruct Hk as [Hk|Hk]; [contradiction|]. specialize (IH Hk). lia.
  Qed.
End GroupBounding.

(** * One total a person and group *)

Section PersonTotals.
  Context {P G : Type} `{Distinguishable P} `{Distinguishable G}.
  Variable group_leb : P -> G -> G -> bool.
  Hypothesis groups_ordered : forall p, total_order (group_leb p).
  Variable g : nat.
  Variables lower upper : Z.
  Open Scope Z_scope.

  (** The exact sum, if there is anything to add. *)
  Definition total_of (values : list Z) : list Z :=
    match values with [] => [] | _ => [fold_right Z.add 0 values] end.
  Definition totals_in_groups (p : P) : list (G * Z) -> list (G * Z) :=
    least_groups (group_leb p) g (fun _ => total_of).

  (** What a state holds: sums that are not clipped yet. *)
  Definition unclipped_totals : list (P * (G * Z)) -> list (P * (G * Z)) := kept totals_in_groups.

  Definition clipped (row : G * Z) : G * Z := (fst row, clamp lower upper (snd row)).
  Definition person_totals (x : list (P * (G * Z))) : list (G * Z) :=
    per_person (fun p rows => map clipped (totals_in_groups p rows)) x.

  Lemma plain_sum_app (u v : list Z) :
    fold_right Z.add 0 (u ++ v) = fold_right Z.add 0 u + fold_right Z.add 0 v.
  Proof. induction u as [|a u IH]; simpl; lia. Qed.

  Lemma total_of_permutation (u v : list Z) : Permutation u v -> Permutation (total_of u) (total_of v).
  Proof.
    intros Hp. destruct u as [|a u]; [apply Permutation_nil in Hp; now subst|].
    destruct v as [|b v]; [symmetry in Hp; now apply Permutation_nil in Hp|]. unfold total_of.
    replace (fold_right Z.add 0 (b :: v)) with (fold_right Z.add 0 (a :: u)); [reflexivity|].
    clear - Hp. induction Hp; simpl in *; lia.
  Qed.

  Lemma total_of_merge (u v : list Z) :
    Permutation (total_of (total_of u ++ total_of v)) (total_of (u ++ v)).
  Proof.
    destruct u as [|a u]; [destruct v as [|b v]; simpl; now rewrite ?Z.add_0_r|].
    destruct v as [|b v]; [simpl; now rewrite ?app_nil_r, ?Z.add_0_r|].
    enough (E : total_of ((a :: u) ++ b :: v) =
                [fold_right Z.add 0 (a :: u) + (fold_right Z.add 0 (b :: v) + 0)]) by now rewrite E.
    change (total_of ((a :: u) ++ b :: v)) with [fold_right Z.add 0 ((a :: u) ++ b :: v)].
    now rewrite plain_sum_app, Z.add_0_r.
  Qed.

  Lemma totals_permutation p rows rows' :
    Permutation rows rows' -> Permutation (totals_in_groups p rows) (totals_in_groups p rows').
  Proof.
    apply least_groups_permutation; [apply groups_ordered|]. intros _. apply total_of_permutation.
  Qed.

  Lemma totals_merge p rows rows' :
    Permutation (totals_in_groups p (totals_in_groups p rows ++ totals_in_groups p rows'))
      (totals_in_groups p (rows ++ rows')).
  Proof.
    apply least_groups_merge; [apply groups_ordered|reflexivity| |].
    - intros _ [|a own]; [reflexivity|discriminate].
    - intros _. apply total_of_merge.
  Qed.

  Lemma rows_of_clipped k (rows : list (G * Z)) :
    rows_of k (map clipped rows) = map (clamp lower upper) (rows_of k rows).
  Proof.
    induction rows as [|[j a] rows IH]; [reflexivity|]. cbn [map]. unfold clipped at 1. cbn [fst snd].
    rewrite !rows_of_cons, IH. now destruct (same_row j k).
  Qed.

  Theorem person_totals_permutation (x y : list (P * (G * Z))) :
    Permutation x y -> Permutation (person_totals x) (person_totals y).
  Proof.
    apply per_person_permutation.
    - intros p. unfold totals_in_groups. now rewrite least_groups_nothing.
    - intros p rows rows' Hp. now apply Permutation_map, totals_permutation.
  Qed.

  (** d persons: d g groups, d g rows, d in each. *)
  Theorem person_totals_stable :
    stable close_persons close_grouped person_totals
      (fun d_in => (d_in * g, d_in * (g * 1), d_in * 1)%nat).
  Proof.
    apply per_person_stable_grouped.
    - intros p. unfold totals_in_groups. now rewrite least_groups_nothing.
    - intros p rows rows' Hp. now apply Permutation_map, totals_permutation.
    - intros p rows. unfold keys_of. rewrite map_map. simpl.
      change (map (fun row : G * Z => fst row) (totals_in_groups p rows)) with (map fst (totals_in_groups p rows)).
      apply least_groups_number.
    - intros p rows k. rewrite rows_of_clipped, map_length. apply least_groups_in_each.
      intros _ [|a own]; simpl; lia.
  Qed.

  (** Clipped sums lie within the bounds, *)
  Theorem person_totals_within_bounds (x : list (P * (G * Z))) :
    lower <= upper -> Forall (fun row => lower <= snd row <= upper) (person_totals x).
  Proof.
    intros Hb. apply Forall_forall. intros [k v] Hin. unfold person_totals, per_person in Hin.
    apply in_flat_map in Hin as (p & _ & Hin). apply in_map_iff in Hin as ([j a] & E & _).
    injection E as <- <-. simpl. unfold clamp. lia.
  Qed.

  Lemma person_totals_are_clipped (x : list (P * (G * Z))) :
    person_totals x = map clipped (per_person totals_in_groups x).
  Proof.
    unfold person_totals, per_person. induction (keys_of x) as [|p s IH]; [reflexivity|].
    cbn [flat_map]. now rewrite map_app, IH.
  Qed.

  (** and are found from sums over parts: those must not be clipped before. *)
  Theorem person_totals_merge (x y : list (P * (G * Z))) :
    Permutation (person_totals (unclipped_totals x ++ unclipped_totals y)) (person_totals (x ++ y)).
  Proof.
    rewrite !person_totals_are_clipped. apply Permutation_map, per_person_merge.
    - intros p. apply least_groups_nothing.
    - apply totals_merge.
  Qed.
End PersonTotals.

(** One person, 8 and -5 in one group, bounds -3 and 3: the total is 3, and 0 if each part is clipped. *)
Example clipped_parts_differ :
  let order := fun _ : Z => Z.leb in
  let one := [(1, (7, 8))]%Z in
  let other := [(1, (7, -5))]%Z in
  let with_person := map (pair 1%Z) in
  person_totals order 1 (-3) 3 (one ++ other) = [(7, 3)]%Z /\
  person_totals order 1 (-3) 3
    (with_person (person_totals order 1 (-3) 3 one) ++ with_person (person_totals order 1 (-3) 3 other)) =
  [(7, 0)]%Z.
Proof. split; reflexivity. Qed.
