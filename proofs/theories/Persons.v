(** Tables whose rows belong to persons (or to groups): what one of them has, and the distance that
    counts persons added or removed with all their rows. *)
From Coq Require Import List Bool Arith Lia Permutation.
From Scrim Require Import Rows Distances SymmetricDistance RowByRow.
Import ListNotations.

#[global] Instance distinguishable_pair {A B : Type} `{Distinguishable A} `{Distinguishable B} :
  Distinguishable (A * B).
Proof. intros [a u] [b v]. destruct (same_row a b), (same_row u v); [left|right|right|right]; congruence. Defined.

Lemma flat_map_agree {A B : Type} (f g : A -> list B) (s : list A) :
  (forall a, In a s -> f a = g a) -> flat_map f s = flat_map g s.
Proof.
  intros Hfg. induction s as [|a s IH]; simpl; [reflexivity|].
  rewrite (Hfg a), IH; auto using in_eq, in_cons.
Qed.

(** * Rows by their keys. A key is a person, or a group. *)

Section Keys.
  Context {K A : Type} `{Distinguishable K}.
  Implicit Types (x y : list (K * A)) (k : K).

  Definition rows_of k x : list A :=
    flat_map (fun row => if same_row (fst row) k then [snd row] else []) x.
  Definition without k x : list (K * A) :=
    flat_map (fun row => if same_row (fst row) k then [] else [row]) x.
  Definition keys_of x : list K := nodup same_row (map fst x).

  Arguments rows_of k x : simpl never.
  Arguments without k x : simpl never.

  Lemma rows_of_cons k j a x :
    rows_of k ((j, a) :: x) = if same_row j k then a :: rows_of k x else rows_of k x.
  Proof. unfold rows_of. simpl. destruct (same_row j k); reflexivity. Qed.

  Lemma without_cons k j a x :
    without k ((j, a) :: x) = if same_row j k then without k x else (j, a) :: without k x.
  Proof. unfold without. simpl. destruct (same_row j k); reflexivity. Qed.

  Lemma rows_of_app k x y : rows_of k (x ++ y) = rows_of k x ++ rows_of k y.
  Proof. apply flat_map_app. Qed.

  Lemma rows_of_permutation k x y : Permutation x y -> Permutation (rows_of k x) (rows_of k y).
  Proof. apply Permutation_flat_map. Qed.

  Lemma rows_of_own k (rows : list A) : rows_of k (map (pair k) rows) = rows.
  Proof.
    induction rows as [|a rows IH]; [reflexivity|]. simpl map. rewrite rows_of_cons, IH.
    destruct (same_row k k); [reflexivity|contradiction].
  Qed.

  Lemma rows_of_other j k (rows : list A) : j <> k -> rows_of k (map (pair j) rows) = [].
  Proof.
    intros Hne. induction rows as [|a rows IH]; [reflexivity|]. simpl map. rewrite rows_of_cons, IH.
    destruct (same_row j k); [contradiction|reflexivity].
  Qed.

  Lemma in_keys k x : In k (keys_of x) <-> In k (map fst x).
  Proof. apply nodup_In. Qed.

  Lemma rows_of_absent k x : ~ In k (map fst x) <-> rows_of k x = [].
  Proof.
    induction x as [|[j a] x IH]; simpl map; [split; [reflexivity|intros _ []]|].
    rewrite rows_of_cons. simpl. destruct (same_row j k) as [->|Hne].
    - split; [intros Hn; contradiction Hn; now left|discriminate].
    - rewrite <- IH. intuition.
  Qed.

  Lemma keys_of_permutation x y : Permutation x y -> Permutation (keys_of x) (keys_of y).
  Proof.
    intros Hp. apply NoDup_Permutation; try apply NoDup_nodup. intros k. rewrite !in_keys.
    split; apply Permutation_in; [|symmetry]; now apply Permutation_map.
  Qed.

  Lemma split_off k x : Permutation x (map (pair k) (rows_of k x) ++ without k x).
  Proof.
    induction x as [|[j a] x IH]; [reflexivity|]. rewrite rows_of_cons, without_cons.
    destruct (same_row j k) as [->|Hne]; simpl.
    - now constructor.
    - rewrite <- Permutation_middle. now constructor.
  Qed.

  Lemma rows_of_without k x : rows_of k (without k x) = [].
  Proof.
    induction x as [|[j a] x IH]; [reflexivity|]. rewrite without_cons.
    destruct (same_row j k) as [->|Hne]; [exact IH|].
    rewrite rows_of_cons, IH. destruct (same_row j k); [contradiction|reflexivity].
  Qed.

  Lemma rows_of_others k j x : j <> k -> rows_of k (without j x) = rows_of k x.
  Proof.
    intros Hne. induction x as [|[i a] x IH]; [reflexivity|]. rewrite rows_of_cons, without_cons.
    destruct (same_row i j) as [->|Hij].
    - rewrite IH. destruct (same_row j k); [contradiction|reflexivity].
    - now rewrite rows_of_cons, IH.
  Qed.

  (** A table is what its keys have, in any order of the keys. *)
  Lemma rows_by_key x (keys : list K) :
    NoDup keys -> incl (map fst x) keys ->
    Permutation x (flat_map (fun k => map (pair k) (rows_of k x)) keys).
  Proof.
    intros Hk. revert x. induction Hk as [|k keys Hn Hk IH]; intros x Hx.
    - destruct x as [|[j a] x]; [reflexivity|]. destruct (Hx j). now left.
    - simpl. rewrite (split_off k x) at 1. apply Permutation_app_head. rewrite (IH (without k x)).
      + erewrite flat_map_agree; [reflexivity|]. intros j Hj. cbv beta.
        rewrite rows_of_others; [reflexivity|]. intros ->. contradiction.
      + intros j Hj. assert (Hjx : In j (map fst x)).
        { apply (Permutation_in j (Permutation_map fst (Permutation_sym (split_off k x)))).
          rewrite map_app. apply in_or_app. now right. }
        destruct (Hx j Hjx) as [->|Hin]; [|exact Hin].
        apply rows_of_absent in Hj; [contradiction|]. apply rows_of_without.
  Qed.

  Lemma permutation_by_key x y :
    Permutation x y <-> forall k, Permutation (rows_of k x) (rows_of k y).
  Proof.
    split; [intros Hp k; now apply rows_of_permutation|]. intros Hall.
    pose (keys := keys_of (x ++ y)).
    assert (Hkeys : forall z, incl z (x ++ y) -> incl (map fst z) keys).
    { intros z Hz k Hk. apply in_keys. revert k Hk. now apply incl_map. }
    rewrite (rows_by_key x keys), (rows_by_key y keys);
      try apply NoDup_nodup; try (apply Hkeys; intros r Hr; apply in_or_app; auto).
    clear Hkeys. induction keys as [|k keys IH]; simpl; [reflexivity|].
    apply Permutation_app; [|exact IH]. now apply Permutation_map.
  Qed.
End Keys.
Arguments rows_of {K A _} k x : simpl never.
Arguments without {K A _} k x : simpl never.

(** * Sums over keys *)

Lemma sum_zero {K : Type} (f : K -> nat) (s : list K) :
  (forall k, In k s -> f k = 0) -> list_sum (map f s) = 0.
Proof.
  intros Hf. induction s as [|k s IH]; simpl; [reflexivity|]. rewrite (Hf k), IH; auto using in_eq, in_cons.
Qed.

Lemma sum_at_most {K : Type} (f g : K -> nat) (s : list K) :
  (forall k, In k s -> f k <= g k) -> list_sum (map f s) <= list_sum (map g s).
Proof.
  intros Hf. induction s as [|k s IH]; simpl; [lia|].
  pose proof (Hf k (in_eq k s)). assert (forall j, In j s -> f j <= g j) by auto using in_cons.
  specialize (IH H0). lia.
Qed.

Lemma sum_times {K : Type} (f : K -> nat) (c : nat) (s : list K) :
  list_sum (map (fun k => f k * c) s) = list_sum (map f s) * c.
Proof. induction s as [|k s IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

Lemma sum_plus {K : Type} (f g : K -> nat) (s : list K) :
  list_sum (map (fun k => f k + g k) s) = list_sum (map f s) + list_sum (map g s).
Proof. induction s as [|k s IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

Lemma sum_swap {K L : Type} (f : K -> L -> nat) (s : list K) (t : list L) :
  list_sum (map (fun k => list_sum (map (f k) t)) s) =
  list_sum (map (fun l => list_sum (map (fun k => f k l) s)) t).
Proof.
  induction s as [|k s IH]; simpl; [symmetry; now apply sum_zero|].
  now rewrite IH, <- sum_plus.
Qed.

(** * Symmetric distance, key by key *)

Section SymmetricParts.
  Context {A : Type} `{Distinguishable A}.

  Lemma symmetric_distance_app (u v u' v' : list A) :
    symmetric_distance (u ++ v) (u' ++ v') <= symmetric_distance u u' + symmetric_distance v v'.
  Proof.
    destruct (common_part u u') as (c & p & q & Hu & Hu' & ->).
    destruct (common_part v v') as (c' & p' & q' & Hv & Hv' & ->).
    replace (length p + length q + (length p' + length q')) with (length (p ++ p') + length (q ++ q'))
      by (rewrite !app_length; lia).
    assert (Hmix : forall a b a' b' : list A, Permutation ((a ++ b) ++ a' ++ b') ((a ++ a') ++ b ++ b')).
    { intros a b a' b'. rewrite <- !app_assoc. apply Permutation_app_head. rewrite !app_assoc.
      apply Permutation_app_tail, Permutation_app_comm. }
    apply (common_part_minimal _ _ (c ++ c')); [now rewrite Hu, Hv|now rewrite Hu', Hv'].
  Qed.

  Lemma symmetric_distance_at_most (u v : list A) : symmetric_distance u v <= length u + length v.
  Proof. apply (common_part_minimal u v []); reflexivity. Qed.

  Lemma symmetric_distance_nil_l (v : list A) : symmetric_distance [] v = length v.
  Proof. rewrite symmetric_distance_comm. apply symmetric_distance_nil_r. Qed.
End SymmetricParts.

Section SymmetricByKey.
  Context {K A : Type} `{Distinguishable K} `{Distinguishable A}.
  Implicit Types (x y : list (K * A)) (k : K).

  Lemma multiplicity_by_key k a x : multiplicity (k, a) x = multiplicity a (rows_of k x).
  Proof.
    induction x as [|[j b] x IH]; [reflexivity|]. rewrite rows_of_cons, multiplicity_cons, IH.
    destruct (same_row (j, b) (k, a)) as [E|E].
    - injection E as -> ->. destruct (same_row k k); [|contradiction]. rewrite multiplicity_cons.
      destruct (same_row a a); [reflexivity|contradiction].
    - destruct (same_row j k) as [->|_]; [|reflexivity]. rewrite multiplicity_cons.
      destruct (same_row b a); [congruence|reflexivity].
  Qed.

  (** The rows in which two tables differ are those in which their keys differ. *)
  Theorem symmetric_distance_by_key x y (keys : list K) :
    NoDup keys -> incl (map fst x) keys -> incl (map fst y) keys ->
    symmetric_distance x y =
    list_sum (map (fun k => symmetric_distance (rows_of k x) (rows_of k y)) keys).
  Proof.
    intros Hk. revert y. induction x as [|[j a] x IH]; intros y Hx Hy.
    - rewrite symmetric_distance_nil_l.
      rewrite (Permutation_length (rows_by_key y keys Hk Hy)). clear.
      induction keys as [|k keys IH]; [reflexivity|]. cbn [flat_map map list_sum].
      change (rows_of k []) with (@nil A). rewrite symmetric_distance_nil_l, app_length, map_length, IH.
      reflexivity.
    - assert (Hx' : incl (map fst x) keys) by (intros k Hin; apply Hx; now right).
      assert (Hj : In j keys) by (apply Hx; now left).
      destruct (in_dec same_row (j, a) y) as [Ha|Ha].
      + destruct (in_split _ _ Ha) as (y1 & y2 & ->).
        assert (Hp : Permutation (y1 ++ (j, a) :: y2) ((j, a) :: y1 ++ y2))
          by (symmetry; apply Permutation_middle).
        rewrite (symmetric_distance_permutation _ _ _ _ (Permutation_refl ((j, a) :: x)) Hp).
        rewrite symmetric_distance_shared, IH; [|exact Hx'|].
        * f_equal. apply map_ext. intros k.
          rewrite (symmetric_distance_permutation _ _ _ _ (Permutation_refl (rows_of k ((j, a) :: x)))
                     (rows_of_permutation k _ _ Hp)).
          rewrite !rows_of_cons. destruct (same_row j k); [|reflexivity].
          now rewrite symmetric_distance_shared.
        * intros k Hin. apply Hy. apply (Permutation_in k (Permutation_map fst (Permutation_sym Hp))).
          now right.
      + rewrite symmetric_distance_unshared, (IH y Hx' Hy) by exact Ha.
        pose proof (total_at (fun k => symmetric_distance (rows_of k ((j, a) :: x)) (rows_of k y))
                      (fun k => symmetric_distance (rows_of k x) (rows_of k y)) j keys Hk Hj) as Hat.
        unfold SymmetricDistance.total in Hat. cbv beta in Hat.
        assert (Hone : symmetric_distance (rows_of j ((j, a) :: x)) (rows_of j y) =
                       S (symmetric_distance (rows_of j x) (rows_of j y))).
        { rewrite rows_of_cons. destruct (same_row j j); [|contradiction].
          apply symmetric_distance_unshared. intros Hin.
          apply (count_occ_In same_row) in Hin. apply Ha, (count_occ_In same_row).
          change (multiplicity (j, a) y > 0). now rewrite multiplicity_by_key. }
        rewrite Hone in Hat. apply Nat.add_cancel_r with (p := symmetric_distance (rows_of j x) (rows_of j y)).
        rewrite Hat; [lia|]. intros k Hkj. rewrite rows_of_cons.
        destruct (same_row j k); [congruence|reflexivity].
  Qed.
End SymmetricByKey.

(** * Person distance *)

Section PersonDistance.
  Context {P A : Type} `{Distinguishable P} `{Distinguishable A}.
  Implicit Types (x y : list (P * A)) (p : P) (d : nat).

  Definition has_none (rows : list A) : bool := match rows with [] => true | _ => false end.

  (** 0 if somebody has the same rows in both, 1 if none in one of them. Whose rows are others is
      removed and added: 2. *)
  Definition person_change (rows rows' : list A) : nat :=
    if symmetric_distance rows rows' =? 0 then 0
    else if has_none rows || has_none rows' then 1 else 2.

  Definition person_distance x y : nat :=
    list_sum (map (fun p => person_change (rows_of p x) (rows_of p y)) (keys_of (x ++ y))).

  Definition close_persons d x y : Prop := person_distance x y <= d.

  Lemma no_person_change (rows rows' : list A) :
    person_change rows rows' = 0 <-> Permutation rows rows'.
  Proof.
    unfold person_change. rewrite <- symmetric_distance_zero.
    destruct (Nat.eqb_spec (symmetric_distance rows rows') 0); [tauto|].
    destruct (has_none rows || has_none rows'); split; intros; try discriminate; contradiction.
  Qed.

  Lemma person_change_permutation (rows rows' other other' : list A) :
    Permutation rows other -> Permutation rows' other' ->
    person_change rows rows' = person_change other other'.
  Proof.
    intros Hr Hr'. unfold person_change. rewrite (symmetric_distance_permutation _ _ _ _ Hr Hr').
    assert (Hnone : forall u v : list A, Permutation u v -> has_none u = has_none v).
    { intros u v Hp. apply Permutation_length in Hp. destruct u, v; simpl in *; congruence. }
    now rewrite (Hnone _ _ Hr), (Hnone _ _ Hr').
  Qed.

  Lemma person_change_comm (rows rows' : list A) :
    person_change rows rows' = person_change rows' rows.
  Proof. unfold person_change. now rewrite symmetric_distance_comm, orb_comm. Qed.

  Lemma person_change_from_none (rows : list A) : person_change [] rows <= 1.
  Proof. unfold person_change. simpl. destruct (_ =? 0); lia. Qed.

  Lemma person_change_added (rows rows' : list A) :
    person_change [] rows' <= S (person_change rows rows').
  Proof. pose proof (person_change_from_none rows'). lia. Qed.

  Lemma person_change_removed (rows rows' : list A) :
    person_change rows rows' <= S (person_change [] rows').
  Proof.
    unfold person_change. rewrite symmetric_distance_nil_l.
    destruct rows' as [|b rows']; simpl; destruct (_ =? 0); try lia.
    - destruct (has_none rows); simpl; lia.
    - destruct (has_none rows || false); lia.
  Qed.

  Lemma person_distance_support x y (persons : list P) :
    NoDup persons -> incl (map fst x) persons -> incl (map fst y) persons ->
    person_distance x y = list_sum (map (fun p => person_change (rows_of p x) (rows_of p y)) persons).
  Proof.
    intros Hp Hx Hy. unfold person_distance.
    assert (Hcover : forall p, person_change (rows_of p x) (rows_of p y) <> 0 ->
                               In p (map fst x) \/ In p (map fst y)).
    { intros p Hc. destruct (in_dec same_row p (map fst x)); [tauto|].
      destruct (in_dec same_row p (map fst y)); [tauto|]. exfalso. apply Hc. apply no_person_change.
      rewrite (proj1 (rows_of_absent p x)), (proj1 (rows_of_absent p y)); auto. }
    apply (total_support (fun p => person_change (rows_of p x) (rows_of p y)));
      [apply NoDup_nodup|exact Hp| |]; intros p Hc; apply Hcover in Hc.
    - apply in_keys. rewrite map_app. now apply in_or_app.
    - destruct Hc; auto.
  Qed.

  (** It is symmetric, *)
  Theorem person_distance_comm x y : person_distance x y = person_distance y x.
  Proof.
    rewrite (person_distance_support y x (keys_of (x ++ y))).
    - unfold person_distance. f_equal. apply map_ext. intros p. apply person_change_comm.
    - apply NoDup_nodup.
    - intros p Hin. apply in_keys. rewrite map_app. apply in_or_app. now right.
    - intros p Hin. apply in_keys. rewrite map_app. apply in_or_app. now left.
  Qed.

  (** does not see the order of rows, *)
  Theorem person_distance_permutation x x' y y' :
    Permutation x x' -> Permutation y y' -> person_distance x y = person_distance x' y'.
  Proof.
    intros Hx Hy. rewrite (person_distance_support x' y' (keys_of (x ++ y))).
    - unfold person_distance. f_equal. apply map_ext. intros p.
      apply person_change_permutation; now apply rows_of_permutation.
    - apply NoDup_nodup.
    - intros p Hin. apply in_keys. rewrite map_app. apply in_or_app. left.
      now apply (Permutation_in p (Permutation_map fst (Permutation_sym Hx))).
    - intros p Hin. apply in_keys. rewrite map_app. apply in_or_app. right.
      now apply (Permutation_in p (Permutation_map fst (Permutation_sym Hy))).
  Qed.

  (** and is 0 only between permutations. *)
  Theorem person_distance_zero x y : person_distance x y = 0 <-> Permutation x y.
  Proof.
    rewrite permutation_by_key. split.
    - intros Hz p. destruct (in_dec same_row p (keys_of (x ++ y))) as [Hin|Hn].
      + apply no_person_change. unfold person_distance in Hz.
        induction (keys_of (x ++ y)) as [|q s IH]; [contradiction|]. simpl in Hz.
        destruct Hin as [->|Hin]; [lia|apply IH; [lia|exact Hin]].
      + rewrite in_keys, map_app, in_app_iff in Hn.
        rewrite (proj1 (rows_of_absent p x)), (proj1 (rows_of_absent p y)); reflexivity || tauto.
    - intros Hall. apply sum_zero. intros p _. now apply no_person_change.
  Qed.

  (** ** It is the least number of persons added or removed with all their rows. *)

  Inductive person_path : nat -> list (P * A) -> list (P * A) -> Prop :=
  | persons_done x y : Permutation x y -> person_path 0 x y
  | add_person d p rows x y :
      ~ In p (map fst x) -> person_path d (map (pair p) rows ++ x) y -> person_path (S d) x y
  | remove_person d p rows x x' y :
      Permutation x (map (pair p) rows ++ x') -> ~ In p (map fst x') ->
      person_path d x' y -> person_path (S d) x y.

  (** What the others have is not touched. *)
  Lemma one_person x x' y p :
    (forall q, q <> p -> rows_of q x = rows_of q x') ->
    person_distance x y + person_change (rows_of p x') (rows_of p y) =
    person_distance x' y + person_change (rows_of p x) (rows_of p y).
  Proof.
    intros Hothers. pose (s := nodup same_row (p :: map fst (x ++ x' ++ y))).
    assert (Hcover : forall z : list (P * A), incl (map fst z) (map fst (x ++ x' ++ y)) -> incl (map fst z) s).
    { intros z Hz q Hq. apply nodup_In. right. auto. }
    rewrite (person_distance_support x y s), (person_distance_support x' y s);
      try apply NoDup_nodup; try (apply Hcover; intros q Hq; rewrite !map_app, !in_app_iff; auto).
    apply (total_at (fun q => person_change (rows_of q x) (rows_of q y))
             (fun q => person_change (rows_of q x') (rows_of q y)) p s);
      [apply NoDup_nodup|apply nodup_In; now left|].
    intros q Hq. now rewrite Hothers.
  Qed.

  Lemma person_distance_added p (rows : list A) x y :
    ~ In p (map fst x) ->
    person_distance x y <= S (person_distance (map (pair p) rows ++ x) y) /\
    person_distance (map (pair p) rows ++ x) y <= S (person_distance x y).
  Proof.
    intros Hn. apply rows_of_absent in Hn.
    pose proof (one_person x (map (pair p) rows ++ x) y p) as Hone.
    rewrite rows_of_app, rows_of_own, Hn, app_nil_r in Hone.
    pose proof (person_change_added rows (rows_of p y)).
    pose proof (person_change_removed rows (rows_of p y)).
    enough (forall q, q <> p -> rows_of q x = rows_of q (map (pair p) rows ++ x)) as Hothers
      by (specialize (Hone Hothers); lia).
    intros q Hq. rewrite rows_of_app, rows_of_other by congruence. reflexivity.
  Qed.

  (** No path is shorter than the distance, *)
  Theorem person_path_length d x y : person_path d x y -> person_distance x y <= d.
  Proof.
    intros Hp. induction Hp as [x y Hp|d p rows x y Hn Hp IH|d p rows x x' y Hx Hn Hp IH].
    - apply person_distance_zero in Hp. lia.
    - pose proof (person_distance_added p rows x y Hn). lia.
    - rewrite (person_distance_permutation _ _ y y Hx (Permutation_refl y)).
      pose proof (person_distance_added p rows x' y Hn). lia.
  Qed.

  Lemma person_path_from_permuted d x x' y :
    Permutation x x' -> person_path d x' y -> person_path d x y.
  Proof.
    intros Hx Hp. revert x Hx.
    induction Hp as [x' y Hp|d p rows x' y Hn Hp IH|d p rows x' x'' y Hx' Hn Hp IH]; intros x Hx.
    - constructor. now rewrite Hx.
    - apply add_person with p rows.
      + intros Hin. apply Hn. now apply (Permutation_in p (Permutation_map fst Hx)).
      + apply IH. now apply Permutation_app_head.
    - apply remove_person with p rows x''; [now rewrite Hx|exact Hn|exact Hp].
  Qed.

  (** To give one person other rows takes as many steps as it counts. *)
  Lemma change_one_person d p x y (rows : list A) :
    person_path d (map (pair p) rows ++ without p x) y ->
    person_path (person_change (rows_of p x) rows + d) x y.
  Proof.
    intros Hp. pose proof (split_off p x) as Hx.
    assert (Hn : ~ In p (map fst (without p x))) by (apply rows_of_absent, rows_of_without).
    unfold person_change. destruct (Nat.eqb_spec (symmetric_distance (rows_of p x) rows) 0) as [E|E].
    - apply symmetric_distance_zero in E. apply (person_path_from_permuted d _ _ _ Hx).
      apply (person_path_from_permuted d _ (map (pair p) rows ++ without p x)); [|exact Hp].
      now apply Permutation_app_tail, Permutation_map.
    - destruct (rows_of p x) as [|a own] eqn:Eown.
      + simpl. apply (person_path_from_permuted _ _ _ _ Hx). simpl. now apply add_person with p rows.
      + destruct rows as [|b rows].
        * simpl. now apply remove_person with p (a :: own) (without p x).
        * simpl. apply remove_person with p (a :: own) (without p x); [exact Hx|exact Hn|].
          now apply add_person with p (b :: rows).
  Qed.

  (** and one is as short. *)
  Theorem person_distance_path x y : person_path (person_distance x y) x y.
  Proof.
    unfold person_distance.
    assert (Hpath : forall s u, NoDup s ->
      (forall p, ~ In p s -> Permutation (rows_of p u) (rows_of p y)) ->
      person_path (list_sum (map (fun p => person_change (rows_of p u) (rows_of p y)) s)) u y).
    { intros s u Hs. revert u. induction Hs as [|p s Hp Hs IH]; intros u Hothers.
      - constructor. apply permutation_by_key. intros p. apply Hothers. intros [].
      - simpl. apply change_one_person.
        assert (Hown : rows_of p (map (pair p) (rows_of p y) ++ without p u) = rows_of p y)
          by now rewrite rows_of_app, rows_of_own, rows_of_without, app_nil_r.
        assert (Hother : forall q, q <> p ->
                  rows_of q (map (pair p) (rows_of p y) ++ without p u) = rows_of q u).
        { intros q Hq. rewrite rows_of_app, rows_of_other, rows_of_others by congruence. reflexivity. }
        erewrite map_ext_in; [apply IH|].
        + intros q Hq. destruct (same_row q p) as [->|Hne]; [now rewrite Hown|].
          rewrite Hother by exact Hne. apply Hothers. intros [->|Hin]; contradiction.
        + intros q Hq. simpl. rewrite Hother; [reflexivity|]. intros ->. contradiction. }
    apply Hpath; [apply NoDup_nodup|]. intros p Hn. rewrite in_keys, map_app, in_app_iff in Hn.
    rewrite (proj1 (rows_of_absent p x)), (proj1 (rows_of_absent p y)); reflexivity || tauto.
  Qed.
End PersonDistance.
