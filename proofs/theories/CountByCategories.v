(** Counts of public categories. *)
From Coq Require Import List Arith ZArith Lia Permutation FinFun.
From Scrim Require Import Rows Distances Stability Chain SymmetricDistance Comparisons Paths
  RowByRow ValueDistances.
Import ListNotations.
Open Scope Z_scope.

Section CountByCategories.
  Context {A : Type} `{Distinguishable A}.

  Definition rows_in (category : A) (x : list A) : Z := Z.of_nat (multiplicity category x).

  Definition count_by_categories (categories x : list A) : list Z :=
    map (fun category => rows_in category x) categories.

  Lemma rows_in_cons (category a : A) (x : list A) :
    rows_in category (a :: x) = rows_in category x + (if same_row a category then 1 else 0).
  Proof. unfold rows_in. rewrite multiplicity_cons. destruct (same_row a category); lia. Qed.

  Lemma rows_in_permutation (category : A) (x y : list A) :
    Permutation x y -> rows_in category x = rows_in category y.
  Proof.
    intros Hp. unfold rows_in, multiplicity. f_equal.
    rewrite (Permutation_count_occ same_row) in Hp. apply Hp.
  Qed.

  Variable categories : list A.

  (** No count moves by more than d_in. *)
  Theorem counts_stable_linf :
    stable close_symmetric close_linf (count_by_categories categories) Z.of_nat.
  Proof.
    intros x y d Hd. apply close_linf_per_candidate. intros k _.
    rewrite <- (Z.mul_1_r (Z.of_nat d)).
    apply (bounded_per_added_row (rows_in k)); auto; [lia| |].
    - intros u v. apply rows_in_permutation.
    - intros a u. rewrite rows_in_cons. destruct (same_row a k); lia.
  Qed.

  (** Nor do two counts move apart by more than d_in: counts are monotonic. *)
  Theorem counts_stable_range :
    stable close_symmetric close_range (count_by_categories categories) Z.of_nat.
  Proof.
    intros x y d Hd. apply close_range_per_candidate. intros k k' _ _.
    rewrite <- (Z.mul_1_r (Z.of_nat d)).
    replace (rows_in k x - rows_in k y - (rows_in k' x - rows_in k' y))
      with (rows_in k x - rows_in k' x - (rows_in k y - rows_in k' y)) by ring.
    apply (bounded_per_added_row (fun u => rows_in k u - rows_in k' u)); auto; [lia| |].
    - intros u v Hp. now rewrite !(rows_in_permutation _ u v Hp).
    - intros a u. rewrite !rows_in_cons. destruct (same_row a k), (same_row a k'); lia.
  Qed.

  (** Nor if counts that do not fit become the largest that does: row by row no count moves the
      other way. *)
  Theorem saturated_counts_stable_range (largest : Z) :
    stable close_symmetric close_range
      (fun x => saturated largest (count_by_categories categories x)) Z.of_nat.
  Proof.
    intros x y d Hd. unfold saturated, count_by_categories. rewrite !map_map.
    apply close_range_per_candidate. intros k k' _ _.
    rewrite <- (Z.mul_1_r (Z.of_nat d)). set (cut := Z.min largest).
    replace (cut (rows_in k x) - cut (rows_in k y) - (cut (rows_in k' x) - cut (rows_in k' y)))
      with (cut (rows_in k x) - cut (rows_in k' x) - (cut (rows_in k y) - cut (rows_in k' y)))
      by ring.
    apply (bounded_per_added_row (fun u => cut (rows_in k u) - cut (rows_in k' u))); auto; [lia| |].
    - intros u v Hp. now rewrite !(rows_in_permutation _ u v Hp).
    - intros a u. rewrite !rows_in_cons. unfold cut. destruct (same_row a k), (same_row a k'); lia.
  Qed.

  (** Distinct categories: the counts move by at most d_in in total. *)
  Lemma total_count_bound (ks p : list A) :
    NoDup ks -> fold_right Z.add 0 (count_by_categories ks p) <= Z.of_nat (length p).
  Proof.
    intros Hks. unfold count_by_categories. induction p as [|a p IH].
    - induction ks; simpl; [lia|]. inversion Hks. auto.
    - enough (Hrow : fold_right Z.add 0 (map (fun k => rows_in k (a :: p)) ks) =
                     fold_right Z.add 0 (map (fun k => rows_in k p) ks) +
                     (if in_dec same_row a ks then 1 else 0))
        by (simpl length; destruct (in_dec same_row a ks); lia).
      clear IH. induction Hks as [|k ks Hk Hks IH]; [reflexivity|].
      simpl map. simpl fold_right. rewrite IH, rows_in_cons.
      destruct (same_row a k) as [<-|Hne].
      + destruct (in_dec same_row a ks); [contradiction|].
        destruct (in_dec same_row a (a :: ks)) as [|Hn]; [lia|]. simpl in Hn. tauto.
      + destruct (in_dec same_row a ks) as [Hin|Hin];
          destruct (in_dec same_row a (k :: ks)) as [Hin'|Hin']; simpl in Hin'; try lia;
          exfalso; intuition congruence.
  Qed.

  Theorem counts_stable_l1 :
    NoDup categories -> stable close_symmetric close_l1 (count_by_categories categories) Z.of_nat.
  Proof.
    intros Hks x y d Hd. split; [unfold count_by_categories; now rewrite !map_length|].
    unfold close_symmetric in Hd. destruct (common_part x y) as (c & p & q & Hx & Hy & Hsize).
    pose proof (total_count_bound categories p Hks) as Hp.
    pose proof (total_count_bound categories q Hks) as Hq.
    enough (l1_distance (count_by_categories categories x) (count_by_categories categories y) <=
            fold_right Z.add 0 (count_by_categories categories p) +
            fold_right Z.add 0 (count_by_categories categories q)) by lia.
    clear - Hx Hy. unfold count_by_categories.
    induction categories as [|k ks IH]; simpl; [lia|].
    rewrite (rows_in_permutation k _ _ Hx), (rows_in_permutation k _ _ Hy).
    unfold rows_in, multiplicity in *. rewrite !count_occ_app. lia.
  Qed.

  (** One changed row is one removal and one addition: L-infinity 1 per change, range 2. *)
  Theorem counts_stable_linf_change_one :
    stable close_change_one close_linf (count_by_categories categories) Z.of_nat.
  Proof.
    intros x y d Hd. apply close_linf_per_candidate. intros k _.
    rewrite <- (Z.mul_1_r (Z.of_nat d)).
    apply (bounded_per_changed_row (rows_in k)); auto; [lia| |].
    - intros u v. apply rows_in_permutation.
    - intros a b u. rewrite !rows_in_cons. destruct (same_row a k), (same_row b k); lia.
  Qed.

  (** Under L2 a row moves the counts by no more than under L1. *)
  Theorem counts_stable_l2 :
    NoDup categories ->
    stable close_symmetric close_l2_squared (count_by_categories categories)
      (fun d_in => Z.of_nat d_in * Z.of_nat d_in).
  Proof. intros Hks x y d Hd. apply l2_of_l1. now apply counts_stable_l1. Qed.

  (** d_in changed rows move counts up by d_in in total, and down by as much: 2 d_in under L1,
      the root of 2 times d_in under L2. With one count there is no second to move. *)
  Definition l1_map_changed_rows (d_in : nat) : Z :=
    if Nat.ltb (length categories) 2 then Z.of_nat d_in else 2 * Z.of_nat d_in.
  Definition l2_squared_map_changed_rows (d_in : nat) : Z :=
    if Nat.ltb (length categories) 2 then Z.of_nat d_in * Z.of_nat d_in
    else 2 * (Z.of_nat d_in * Z.of_nat d_in).

  Lemma changed_rows_parts (x y : list A) (d : nat) :
    close_change_one d x y ->
    exists p q : list A,
      (length p <= d)%nat /\ (length q <= d)%nat /\
      forall k, rows_in k x - rows_in k y = rows_in k p - rows_in k q.
  Proof.
    intros [Hlen Hd]. pose proof (symmetric_is_twice_change_one x y Hlen) as Htwice.
    destruct (common_part x y) as (c & p & q & Hx & Hy & Hsize).
    pose proof (Permutation_length Hx) as Lx. pose proof (Permutation_length Hy) as Ly.
    rewrite app_length in Lx, Ly. exists p, q. split; [lia|]. split; [lia|].
    intros k. rewrite (rows_in_permutation k _ _ Hx), (rows_in_permutation k _ _ Hy).
    unfold rows_in, multiplicity. rewrite !count_occ_app. lia.
  Qed.

  Lemma one_count_change_one (x y : list A) (d : nat) :
    (length categories < 2)%nat -> close_change_one d x y ->
    close_l1 (Z.of_nat d) (count_by_categories categories x) (count_by_categories categories y).
  Proof.
    intros Hone Hd. apply counts_stable_linf_change_one in Hd.
    split; [unfold count_by_categories; now rewrite !map_length|]. unfold count_by_categories in *.
    destruct categories as [|k [|k' ks]]; simpl in *; [lia| |lia].
    inversion_clear Hd. lia.
  Qed.

  Theorem counts_stable_l1_change_one :
    NoDup categories ->
    stable close_change_one close_l1 (count_by_categories categories) l1_map_changed_rows.
  Proof.
    intros Hks x y d Hd. unfold l1_map_changed_rows.
    destruct (Nat.ltb_spec (length categories) 2) as [Hone|_]; [now apply one_count_change_one|].
    split; [unfold count_by_categories; now rewrite !map_length|].
    destruct (changed_rows_parts x y d Hd) as (p & q & Lp & Lq & Hmove).
    pose proof (total_count_bound categories p Hks) as Hp.
    pose proof (total_count_bound categories q Hks) as Hq.
    enough (l1_distance (count_by_categories categories x) (count_by_categories categories y) <=
            fold_right Z.add 0 (count_by_categories categories p) +
            fold_right Z.add 0 (count_by_categories categories q)) by lia.
    clear - Hmove. unfold count_by_categories. induction categories as [|k ks IH]; simpl; [lia|].
    specialize (Hmove k). unfold rows_in in *. lia.
  Qed.

  Lemma counts_nonneg (ks p : list A) : 0 <= fold_right Z.add 0 (count_by_categories ks p).
  Proof. induction ks as [|k ks IH]; simpl; [lia|]. unfold rows_in at 1. lia. Qed.

  Theorem counts_stable_l2_change_one :
    NoDup categories ->
    stable close_change_one close_l2_squared (count_by_categories categories)
      l2_squared_map_changed_rows.
  Proof.
    intros Hks x y d Hd. unfold l2_squared_map_changed_rows.
    destruct (Nat.ltb_spec (length categories) 2) as [Hone|_];
      [now apply l2_of_l1, one_count_change_one|].
    split; [unfold count_by_categories; now rewrite !map_length|].
    destruct (changed_rows_parts x y d Hd) as (p & q & Lp & Lq & Hmove).
    pose proof (total_count_bound categories p Hks) as Hp.
    pose proof (total_count_bound categories q Hks) as Hq.
    set (up := fold_right Z.add 0 (count_by_categories categories p)) in *.
    set (down := fold_right Z.add 0 (count_by_categories categories q)) in *.
    assert (0 <= up) by apply counts_nonneg. assert (0 <= down) by apply counts_nonneg.
    enough (l2_squared (count_by_categories categories x) (count_by_categories categories y) <=
            up * up + down * down) by nia.
    subst up down. clear - Hmove. induction categories as [|k ks IH]; [simpl; lia|].
    pose proof (counts_nonneg ks p). pose proof (counts_nonneg ks q). specialize (Hmove k).
    change (count_by_categories (k :: ks)) with
      (fun x => rows_in k x :: count_by_categories ks x). cbn [l2_squared fold_right].
    rewrite Hmove. assert (0 <= rows_in k p) by (unfold rows_in; lia).
    assert (0 <= rows_in k q) by (unfold rows_in; lia). nia.
  Qed.

  (** The constants are attained by d_in copies of one category. *)
  Theorem counts_attained (k : A) (d_in : nat) :
    close_symmetric d_in (repeat k d_in) [] /\
    rows_in k (repeat k d_in) - rows_in k [] = Z.of_nat d_in.
  Proof.
    unfold close_symmetric. rewrite symmetric_distance_nil_r, repeat_length. split; [lia|].
    change (rows_in k []) with 0. induction d_in as [|d IH]; [reflexivity|].
    simpl repeat. rewrite rows_in_cons. destruct (same_row k k); [lia|contradiction].
  Qed.

  (** Those of changed rows by d_in rows that leave one category for another. *)
  Theorem changed_counts_attained (k k' : A) (d_in : nat) :
    k <> k' -> let counts := count_by_categories [k; k'] in
    close_change_one d_in (repeat k d_in) (repeat k' d_in) /\
    l1_distance (counts (repeat k d_in)) (counts (repeat k' d_in)) = 2 * Z.of_nat d_in /\
    l2_squared (counts (repeat k d_in)) (counts (repeat k' d_in)) =
      2 * (Z.of_nat d_in * Z.of_nat d_in).
  Proof.
    intros Hne counts. split.
    { apply close_change_one_of_hamming. split; [now rewrite !repeat_length|].
      induction d_in as [|d IH]; simpl; [lia|]. destruct (same_row k k'); lia. }
    assert (Hrows : forall a b n, rows_in a (repeat b n) = if same_row b a then Z.of_nat n else 0).
    { intros a b n. induction n as [|n IH]; simpl repeat; [now destruct (same_row b a)|].
      rewrite rows_in_cons, IH. destruct (same_row b a); lia. }
    unfold counts, count_by_categories. cbn [map l1_distance l2_squared]. rewrite !Hrows.
    destruct (same_row k k) as [_|]; [|contradiction].
    destruct (same_row k' k') as [_|]; [|contradiction].
    destruct (same_row k k') as [|_]; [contradiction|].
    destruct (same_row k' k) as [Heq|_]; [now symmetry in Heq|]. lia.
  Qed.

  (** ** A last count for rows of no category *)

  Definition category_of (row : A) : option A :=
    if in_dec same_row row categories then Some row else None.
End CountByCategories.

(** Naming the category of each row is done row by row, so the counts with a remainder are as
    stable as those without. *)
Definition count_by_categories_and_rest {A : Type} `{Distinguishable A}
    (categories x : list A) : list Z :=
  count_by_categories (map Some categories ++ [None]) (map (category_of categories) x).

Section Rest.
  Context {A : Type} `{Distinguishable A}.
  Variable categories : list A.

  Lemma categories_and_rest_distinct : NoDup categories -> NoDup (map Some categories ++ [None]).
  Proof.
    intros Hks. apply (Permutation_NoDup (Permutation_cons_append _ _)). constructor.
    - rewrite in_map_iff. intros (row & Hrow & _). discriminate.
    - apply FinFun.Injective_map_NoDup; [intros a b Heq; congruence|exact Hks].
  Qed.

  (** No count, the remainder included, moves by more than d_in, *)
  Theorem counts_and_rest_stable_linf :
    stable close_symmetric close_linf (count_by_categories_and_rest categories) Z.of_nat.
  Proof.
    exact (chain_maps _ _ _ _ _ _ _ (row_by_row_stable_symmetric (category_of categories))
             (counts_stable_linf _)).
  Qed.

  (** no two move apart by more, *)
  Theorem counts_and_rest_stable_range :
    stable close_symmetric close_range (count_by_categories_and_rest categories) Z.of_nat.
  Proof.
    exact (chain_maps _ _ _ _ _ _ _ (row_by_row_stable_symmetric (category_of categories))
             (counts_stable_range _)).
  Qed.

  (** all together move by at most d_in, *)
  Theorem counts_and_rest_stable_l1 :
    NoDup categories ->
    stable close_symmetric close_l1 (count_by_categories_and_rest categories) Z.of_nat.
  Proof.
    intros Hks.
    exact (chain_maps _ _ _ _ _ _ _ (row_by_row_stable_symmetric (category_of categories))
             (counts_stable_l1 _ (categories_and_rest_distinct Hks))).
  Qed.

  (** under L2 too, *)
  Theorem counts_and_rest_stable_l2 :
    NoDup categories ->
    stable close_symmetric close_l2_squared (count_by_categories_and_rest categories)
      (fun d_in => Z.of_nat d_in * Z.of_nat d_in).
  Proof. intros Hks x y d Hd. apply l2_of_l1. now apply counts_and_rest_stable_l1. Qed.

  (** and changed rows move them as they do the counts of categories. *)
  Theorem counts_and_rest_stable_l1_change_one :
    NoDup categories ->
    stable close_change_one close_l1 (count_by_categories_and_rest categories)
      (l1_map_changed_rows (map Some categories ++ [None])).
  Proof.
    intros Hks.
    exact (chain_maps _ _ _ _ _ _ _ (row_by_row_stable_change_one (category_of categories))
             (counts_stable_l1_change_one _ (categories_and_rest_distinct Hks))).
  Qed.

  Theorem counts_and_rest_stable_l2_change_one :
    NoDup categories ->
    stable close_change_one close_l2_squared (count_by_categories_and_rest categories)
      (l2_squared_map_changed_rows (map Some categories ++ [None])).
  Proof.
    intros Hks.
    exact (chain_maps _ _ _ _ _ _ _ (row_by_row_stable_change_one (category_of categories))
             (counts_stable_l2_change_one _ (categories_and_rest_distinct Hks))).
  Qed.
End Rest.
