(** Counts of rows between public edges: a histogram. A row is an integer, which stands for its
    place in the order of its type, or a NaN, which is in no bin. *)
From Coq Require Import List Arith ZArith Lia Sorted FinFun.
From Scrim Require Import Rows Distances Stability Chain Comparisons RowByRow ValueDistances
  CountByCategories.
Import ListNotations.
Open Scope Z_scope.

Definition edges_up_to (a : Z) (edges : list Z) : nat :=
  length (filter (fun edge => edge <=? a) edges).

(** Of n edges: 0 is the bin below the first, i that from edge i - 1 up to edge i, and n the one
    above the last, which belongs to the bin before. *)
Definition bin_of (edges : list Z) (row : option Z) : option nat :=
  match row with
  | None => None
  | Some a =>
      Some (if a =? last edges 0 then pred (edges_up_to a edges) else edges_up_to a edges)
  end.

#[global] Instance distinguishable_position : Distinguishable nat := Nat.eq_dec.

(** The bins that are counted: those between edges, or these and the two beyond. *)
Definition bins (others : bool) (edges : list Z) : list nat :=
  if others then seq 0 (S (length edges)) else seq 1 (pred (length edges)).

Definition count_by_edges (others : bool) (edges : list Z) (x : list (option Z)) : list Z :=
  count_by_categories (map Some (bins others edges)) (map (bin_of edges) x).

(** ** What a bin is *)

(** The rows of a bin, by its edges. *)
Definition lies_in (edges : list Z) (bin : nat) (row : option Z) : bool :=
  let edge i := nth i edges 0 in
  let n := length edges in
  match row with
  | None => false
  | Some a =>
      if Nat.eqb bin 0 then a <? edge 0%nat
      else if Nat.eqb bin n then edge (pred n) <? a
      else (edge (pred bin) <=? a) && ((a <? edge bin) || (Nat.eqb bin (pred n) && (a =? edge bin)))
  end.

(** Increasing edges are reached in their order. *)
Lemma edges_reached (edges : list Z) (a : Z) (i : nat) :
  StronglySorted Z.lt edges -> (i < length edges)%nat ->
  nth i edges 0 <= a <-> (i < edges_up_to a edges)%nat.
Proof.
  unfold edges_up_to. intros Hsorted. revert i.
  induction Hsorted as [|e edges Hsorted IH Hfirst]; intros i Hi; simpl in Hi; [lia|].
  assert (Hbeyond : a < e -> filter (fun edge => edge <=? a) edges = []).
  { intros Hae. clear IH Hsorted Hi. induction Hfirst as [|e' edges He Hfirst IH]; [reflexivity|].
    simpl. destruct (Z.leb_spec e' a); [lia|exact IH]. }
  simpl filter. destruct i as [|i]; simpl nth.
  - destruct (Z.leb_spec e a); simpl; [lia|]. rewrite Hbeyond by assumption. simpl. lia.
  - rewrite (IH i) by lia. destruct (Z.leb_spec e a); simpl; [lia|].
    rewrite Hbeyond by assumption. simpl. lia.
Qed.

Lemma edges_in_order (edges : list Z) (i j : nat) :
  StronglySorted Z.lt edges -> (i < j < length edges)%nat -> nth i edges 0 < nth j edges 0.
Proof.
  intros Hsorted. revert i j. induction Hsorted as [|e edges Hsorted IH Hfirst]; intros i j Hij;
    simpl in Hij; [lia|].
  destruct i as [|i], j as [|j]; simpl; try lia; [|apply IH; lia].
  rewrite Forall_forall in Hfirst. apply Hfirst, nth_In. lia.
Qed.

Lemma reached_at_most (edges : list Z) (a : Z) :
  (edges_up_to a edges <= length edges)%nat.
Proof.
  unfold edges_up_to. induction edges as [|e edges IH]; simpl; [lia|].
  destruct (e <=? a); simpl; lia.
Qed.

Lemma last_is_nth (edges : list Z) : last edges 0 = nth (pred (length edges)) edges 0.
Proof.
  induction edges as [|e edges IH]; [reflexivity|]. destruct edges as [|e' edges]; [reflexivity|].
  change (last (e :: e' :: edges) 0) with (last (e' :: edges) 0). rewrite IH. reflexivity.
Qed.

Section Meaning.
  Variable edges : list Z.
  Hypothesis increasing : StronglySorted Z.lt edges.
  Hypothesis two_or_more : (2 <= length edges)%nat.

  (** A row is in the bin that its edges say: [e, e') between edges, the last one with both ends. *)
  Theorem bin_has_its_rows (bin : nat) (row : option Z) :
    (bin <= length edges)%nat -> bin_of edges row = Some bin <-> lies_in edges bin row = true.
  Proof.
    intros Hbin. destruct row as [a|]; [|split; discriminate]. unfold bin_of, lies_in.
    rewrite last_is_nth. set (n := length edges) in *.
    pose proof (reached_at_most edges a) as Hmost.
    assert (Hreached : forall i, (i < n)%nat -> nth i edges 0 <= a <->
              (i < edges_up_to a edges)%nat)
      by (intros i; apply edges_reached, increasing).
    set (reached := edges_up_to a edges) in *.
    pose proof (Hreached (pred n) ltac:(lia)) as Hlast.
    pose proof (Hreached 0%nat ltac:(lia)) as Hfirst.
    pose proof (edges_in_order edges 0 (pred n) increasing ltac:(lia)) as Hends.
    destruct (Nat.eqb_spec bin 0) as [->|Hn0].
    { destruct (Z.eqb_spec a (nth (pred n) edges 0)), (Z.ltb_spec a (nth 0 edges 0));
        split; intros Heq; try discriminate; try reflexivity; try (injection Heq as Heq);
        try (f_equal); lia. }
    destruct (Nat.eqb_spec bin n) as [->|Hnn].
    { destruct (Z.eqb_spec a (nth (pred n) edges 0)), (Z.ltb_spec (nth (pred n) edges 0) a);
        split; intros Heq; try discriminate; try reflexivity; try (injection Heq as Heq);
        try (f_equal); lia. }
    pose proof (Hreached (pred bin) ltac:(lia)) as Hlow.
    pose proof (Hreached bin ltac:(lia)) as Hhigh.
    destruct (Z.eqb_spec a (nth (pred n) edges 0)) as [Ha|Ha],
      (Z.leb_spec (nth (pred bin) edges 0) a), (Z.ltb_spec a (nth bin edges 0)),
      (Nat.eqb_spec bin (pred n)) as [Hb|Hb], (Z.eqb_spec a (nth bin edges 0)); cbn [andb orb];
      split; intros Heq; try discriminate; try reflexivity; try (injection Heq as Heq);
      try (f_equal); try (subst bin); try lia.
  Qed.

  (** Every number is in one bin, and in no other. *)
  Theorem in_one_bin (a : Z) :
    exists bin, (bin <= length edges)%nat /\ lies_in edges bin (Some a) = true /\
      forall bin', (bin' <= length edges)%nat -> lies_in edges bin' (Some a) = true -> bin' = bin.
  Proof.
    destruct (bin_of edges (Some a)) as [bin|] eqn:Hbin; [|discriminate].
    exists bin. assert (Hle : (bin <= length edges)%nat).
    { unfold bin_of in Hbin. pose proof (reached_at_most edges a).
      destruct (a =? last edges 0); injection Hbin as <-; lia. }
    split; [exact Hle|]. split; [now apply bin_has_its_rows|]. intros bin' Hle' Hin.
    apply bin_has_its_rows in Hin; [|exact Hle']. congruence.
  Qed.

  (** A count is the number of rows that lie in its bin. *)
  Theorem count_by_edges_meaning (others : bool) (x : list (option Z)) :
    count_by_edges others edges x =
    map (fun bin => Z.of_nat (length (filter (lies_in edges bin) x))) (bins others edges).
  Proof.
    unfold count_by_edges, count_by_categories. rewrite map_map. apply map_ext_in.
    intros bin Hbin. assert (Hle : (bin <= length edges)%nat).
    { unfold bins in Hbin. destruct others; apply in_seq in Hbin; lia. }
    induction x as [|row x IH]; [reflexivity|]. simpl map. rewrite rows_in_cons, IH. simpl filter.
    pose proof (bin_has_its_rows bin row Hle) as Hrow.
    destruct (same_row (bin_of edges row) (Some bin)) as [Heq|Hne];
      destruct (lies_in edges bin row) eqn:Hin; simpl length; try lia; exfalso.
    - apply Hrow in Heq. discriminate.
    - apply Hne, Hrow. reflexivity.
  Qed.
End Meaning.

(** ** Stability *)

(** That the edges increase is not needed here: a row has one bin, whatever the edges. *)
Section Stable.
  Variables (others : bool) (edges : list Z).

  Lemma bins_distinct : NoDup (map Some (bins others edges)).
  Proof.
    apply Injective_map_NoDup; [intros i j Heq; congruence|].
    unfold bins. destruct others; apply seq_NoDup.
  Qed.

  (** d_in rows added or removed: d_in under L-infinity, in range, under L1 and under L2. *)
  Theorem edges_stable_linf :
    stable close_symmetric close_linf (count_by_edges others edges) Z.of_nat.
  Proof.
    exact (chain_maps _ _ _ _ _ _ _ (row_by_row_stable_symmetric (bin_of edges))
             (counts_stable_linf _)).
  Qed.

  Theorem edges_stable_range :
    stable close_symmetric close_range (count_by_edges others edges) Z.of_nat.
  Proof.
    exact (chain_maps _ _ _ _ _ _ _ (row_by_row_stable_symmetric (bin_of edges))
             (counts_stable_range _)).
  Qed.

  Theorem saturated_edges_stable_range (largest : Z) :
    stable close_symmetric close_range (fun x => saturated largest (count_by_edges others edges x))
      Z.of_nat.
  Proof.
    exact (chain_maps _ _ _ _ _ _ _ (row_by_row_stable_symmetric (bin_of edges))
             (saturated_counts_stable_range _ largest)).
  Qed.

  Theorem edges_stable_l1 : stable close_symmetric close_l1 (count_by_edges others edges) Z.of_nat.
  Proof.
    exact (chain_maps _ _ _ _ _ _ _ (row_by_row_stable_symmetric (bin_of edges))
             (counts_stable_l1 _ bins_distinct)).
  Qed.

  Theorem edges_stable_l2 :
    stable close_symmetric close_l2_squared (count_by_edges others edges)
      (fun d_in => Z.of_nat d_in * Z.of_nat d_in).
  Proof. intros x y d Hd. now apply l2_of_l1, edges_stable_l1. Qed.

  (** d_in rows changed: d_in under L-infinity, 2 d_in under L1, the root of 2 times d_in under L2;
      if there is one bin, d_in under each. *)
  Theorem edges_stable_linf_change_one :
    stable close_change_one close_linf (count_by_edges others edges) Z.of_nat.
  Proof.
    exact (chain_maps _ _ _ _ _ _ _ (row_by_row_stable_change_one (bin_of edges))
             (counts_stable_linf_change_one _)).
  Qed.

  Theorem edges_stable_l1_change_one :
    stable close_change_one close_l1 (count_by_edges others edges)
      (l1_map_changed_rows (map Some (bins others edges))).
  Proof.
    exact (chain_maps _ _ _ _ _ _ _ (row_by_row_stable_change_one (bin_of edges))
             (counts_stable_l1_change_one _ bins_distinct)).
  Qed.

  Theorem edges_stable_l2_change_one :
    stable close_change_one close_l2_squared (count_by_edges others edges)
      (l2_squared_map_changed_rows (map Some (bins others edges))).
  Proof.
    exact (chain_maps _ _ _ _ _ _ _ (row_by_row_stable_change_one (bin_of edges))
             (counts_stable_l2_change_one _ bins_distinct)).
  Qed.

  (** Size known, rows added or removed in pairs: floor(d_in / 2) changes. *)
  Theorem edges_stable_linf_known_size :
    stable (of_equal_size close_symmetric) close_linf (count_by_edges others edges)
      (fun d_in => Z.of_nat (d_in / 2)).
  Proof.
    intros x y d Hd. now apply edges_stable_linf_change_one, close_change_one_of_symmetric.
  Qed.

  Theorem edges_stable_l1_known_size :
    stable (of_equal_size close_symmetric) close_l1 (count_by_edges others edges)
      (fun d_in => l1_map_changed_rows (map Some (bins others edges)) (d_in / 2)).
  Proof. intros x y d Hd. now apply edges_stable_l1_change_one, close_change_one_of_symmetric. Qed.

  Theorem edges_stable_l2_known_size :
    stable (of_equal_size close_symmetric) close_l2_squared (count_by_edges others edges)
      (fun d_in => l2_squared_map_changed_rows (map Some (bins others edges)) (d_in / 2)).
  Proof. intros x y d Hd. now apply edges_stable_l2_change_one, close_change_one_of_symmetric. Qed.
End Stable.
