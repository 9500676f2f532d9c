(** How tables with groups differ: in how many groups, by how many rows in all, by how many in each. *)
From Coq Require Import List Bool Arith ZArith Lia Permutation.
From Scrim Require Import Rows Distances Stability SymmetricDistance Persons.
From Scrim Require KeyThresholds.
Import ListNotations.

Section GroupedDistance.
  Context {G A : Type} `{Distinguishable G} `{Distinguishable A}.
  Implicit Types (x y : list (G * A)) (k : G) (keys : list G).

  (** By how many rows each of some groups moves. *)
  Definition change_of x y k : nat := symmetric_distance (rows_of k x) (rows_of k y).
  Definition changes keys x y : list nat := map (change_of x y) keys.

  Definition is_changed (change : nat) : nat := if change =? 0 then 0 else 1.

  (** Groups, rows in all, rows in each. *)
  Definition within (bounds : nat * nat * nat) (change : list nat) : Prop :=
    let '(groups, total, in_each) := bounds in
    list_sum (map is_changed change) <= groups /\ list_sum change <= total /\
    Forall (fun n => n <= in_each) change.

  Definition close_grouped (bounds : nat * nat * nat) x y : Prop :=
    within bounds (changes (keys_of (x ++ y)) x y).

  (** It is the distance of keyed counts, of which the thresholds are about. *)
  Theorem within_keyed (g t e : nat) (change : list nat) :
    within (g, t, e) change <->
    KeyThresholds.within (Z.of_nat g) (Z.of_nat t) (Z.of_nat e) (map Z.of_nat change).
  Proof.
    unfold within, KeyThresholds.within.
    assert (Hg : KeyThresholds.groups (map Z.of_nat change) = Z.of_nat (list_sum (map is_changed change))).
    { induction change as [|n change IH]; [reflexivity|]. cbn [map KeyThresholds.groups]. rewrite IH.
      unfold is_changed at 2. destruct (Nat.eqb_spec n 0), (Z.eqb_spec (Z.of_nat n) 0); simpl list_sum; lia. }
    assert (Ht : KeyThresholds.total (map Z.of_nat change) = Z.of_nat (list_sum change)).
    { clear Hg. induction change as [|n change IH]; [reflexivity|]. cbn [map KeyThresholds.total]. rewrite IH.
      simpl list_sum. lia. }
    assert (He : (KeyThresholds.in_each (map Z.of_nat change) <= Z.of_nat e)%Z <->
                 Forall (fun n => n <= e) change).
    { clear Hg Ht. induction change as [|n change IH]; cbn [map KeyThresholds.in_each].
      - split; [constructor|lia].
      - rewrite Forall_cons_iff, <- IH. cbv beta. lia. }
    rewrite Hg, Ht, He, <- !Nat2Z.inj_le. reflexivity.
  Qed.

  Lemma change_of_absent x y k : ~ In k (map fst (x ++ y)) -> change_of x y k = 0.
  Proof.
    rewrite map_app, in_app_iff. intros Hn. unfold change_of.
    rewrite (proj1 (rows_of_absent k x)), (proj1 (rows_of_absent k y)); reflexivity || tauto.
  Qed.

  (** A sum over other keys adds nothing where there is nothing to add. *)
  Lemma sum_over_some (f : G -> nat) (s t : list G) :
    NoDup s -> (forall k, In k s -> f k <> 0 -> In k t) -> list_sum (map f s) <= list_sum (map f t).
  Proof.
    intros Hs. revert t. induction Hs as [|k s Hk Hs IH]; intros t Ht; simpl; [lia|].
    destruct (Nat.eq_dec (f k) 0) as [E|E].
    - rewrite E. apply IH. intros j Hj. apply Ht. now right.
    - destruct (in_split k t) as (t1 & t2 & ->); [apply Ht; [now left|exact E]|].
      assert (Hle : list_sum (map f s) <= list_sum (map f (t1 ++ t2))).
      { apply IH. intros j Hj Ej. assert (Hin : In j (t1 ++ k :: t2)) by (apply Ht; [now right|exact Ej]).
        apply in_app_iff in Hin as [Hin|[->|Hin]]; [|contradiction|]; apply in_app_iff; auto. }
      rewrite map_app, list_sum_app in *. simpl. lia.
  Qed.

  (** The bounds hold over any keys, such as the public ones. *)
  Theorem close_grouped_keys (bounds : nat * nat * nat) x y keys :
    NoDup keys -> close_grouped bounds x y -> within bounds (changes keys x y).
  Proof.
    destruct bounds as [[g t] e]. unfold close_grouped, within, changes. intros Hk (Hg & Ht & He).
    rewrite map_map in *.
    assert (Hin : forall k, change_of x y k <> 0 -> In k (keys_of (x ++ y))).
    { intros k Hc. apply in_keys. destruct (in_dec same_row k (map fst (x ++ y))) as [Hin|Hn]; [exact Hin|].
      apply change_of_absent in Hn. contradiction. }
    split; [|split].
    - etransitivity; [|exact Hg]. apply sum_over_some; [exact Hk|]. intros k _ Hc. apply Hin.
      intros E. apply Hc. unfold is_changed. now rewrite E.
    - etransitivity; [|exact Ht]. apply sum_over_some; [exact Hk|]. intros k _. apply Hin.
    - rewrite Forall_map, Forall_forall in *. intros k _.
      destruct (Nat.eq_dec (change_of x y k) 0) as [E|E]; [lia|]. now apply He, Hin.
  Qed.

  (** The rows in all are the symmetric distance, *)
  Theorem total_is_symmetric_distance x y :
    list_sum (changes (keys_of (x ++ y)) x y) = symmetric_distance x y.
  Proof.
    symmetry. apply symmetric_distance_by_key; [apply NoDup_nodup| |];
      intros k Hk; apply in_keys; rewrite map_app; apply in_or_app; auto.
  Qed.

  (** so d rows are at most d groups, d rows in each. *)
  Theorem grouped_of_symmetric x y d : close_symmetric d x y -> close_grouped (d, d, d) x y.
  Proof.
    unfold close_symmetric, close_grouped, within. rewrite total_is_symmetric_distance. intros Hd.
    pose proof (total_is_symmetric_distance x y) as Ht.
    revert Ht. generalize (symmetric_distance x y) Hd. intros n Hn.
    generalize (changes (keys_of (x ++ y)) x y). intros v Hv. repeat split; [|exact Hn|].
    - etransitivity; [|exact Hn]. rewrite <- Hv. clear. induction v as [|a v IH]; simpl; [lia|].
      unfold is_changed at 1. destruct (Nat.eqb_spec a 0); lia.
    - assert (Hle : list_sum v <= d) by lia. clear - Hle. induction v as [|a v IH]; constructor; simpl in Hle.
      + lia.
      + apply IH. lia.
  Qed.

  (** Counts by group: the same three parts bound how the counts of any keys differ. *)
  Definition counts_apart keys x y : list Z :=
    map (fun k => Z.of_nat (length (rows_of k x)) - Z.of_nat (length (rows_of k y)))%Z keys.

  Theorem counts_by_group_stable (g t e : nat) x y keys :
    NoDup keys -> close_grouped (g, t, e) x y ->
    KeyThresholds.within (Z.of_nat g) (Z.of_nat t) (Z.of_nat e) (counts_apart keys x y).
  Proof.
    intros Hk Hclose. apply (close_grouped_keys _ x y keys Hk), within_keyed in Hclose.
    revert Hclose. unfold changes, counts_apart, KeyThresholds.within. clear Hk. intros (Hg & Ht & He).
    assert (Hsize : forall k, (Z.abs (Z.of_nat (length (rows_of k x)) - Z.of_nat (length (rows_of k y))) <=
                               Z.of_nat (change_of x y k))%Z).
    { intros k. unfold change_of. destruct (common_part (rows_of k x) (rows_of k y)) as (u & p & q & Hx & Hy & ->).
      rewrite (Permutation_length Hx), (Permutation_length Hy), !app_length. lia. }
    revert Hg Ht He. generalize (Z.of_nat g) (Z.of_nat t) (Z.of_nat e). clear g t e.
    intros g t e Hg Ht He. repeat split.
    - etransitivity; [|exact Hg]. clear - Hsize. induction keys as [|k s IH]; simpl; [lia|].
      specialize (Hsize k). destruct (Z.eqb_spec (Z.of_nat (length (rows_of k x)) - Z.of_nat (length (rows_of k y))) 0),
        (Z.eqb_spec (Z.of_nat (change_of x y k)) 0); lia.
    - etransitivity; [|exact Ht]. clear - Hsize. induction keys as [|k s IH]; simpl; [lia|].
      specialize (Hsize k). lia.
    - etransitivity; [|exact He]. clear - Hsize. induction keys as [|k s IH]; simpl; [lia|].
      specialize (Hsize k). lia.
  Qed.
End GroupedDistance.
