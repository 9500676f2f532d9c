(** Releases over parts of the data, when one unit is in few of the parts: what they lose together. *)
From Coq Require Import List Arith ZArith Lia Permutation Sorted.
Import ListNotations.
Open Scope Z_scope.

Definition total (costs : list Z) : Z := fold_right Z.add 0 costs.

(** The parts in which a unit is: some of the costs, in their order. *)
Inductive chosen : list Z -> list Z -> Prop :=
| chosen_nil : chosen [] []
| chosen_take c u costs : chosen u costs -> chosen (c :: u) (c :: costs)
| chosen_skip c u costs : chosen u costs -> chosen u (c :: costs).

(** The most that so many parts cost, by looking at every choice. *)
Fixpoint most_of (parts : nat) (costs : list Z) : Z :=
  match costs with
  | [] => 0
  | c :: rest =>
      match parts with
      | O => 0
      | S fewer => Z.max (most_of parts rest) (c + most_of fewer rest)
      end
  end.

Lemma most_of_none costs : most_of 0 costs = 0.
Proof. destruct costs; reflexivity. Qed.

Lemma most_of_nonneg parts costs : 0 <= most_of parts costs.
Proof.
  revert parts. induction costs as [|c costs IH]; intros [|fewer]; simpl; try lia.
  pose proof (IH (S fewer)). lia.
Qed.

(** No choice of so many parts costs more. *)
Lemma most_of_bounds u costs parts :
  chosen u costs -> (length u <= parts)%nat -> total u <= most_of parts costs.
Proof.
  intros Hu. revert parts. induction Hu as [|c u costs Hu IH|c u costs Hu IH]; intros parts Hl.
  - simpl. lia.
  - destruct parts as [|fewer]; simpl in Hl; [lia|]. simpl. specialize (IH fewer). lia.
  - destruct parts as [|fewer]; simpl.
    + destruct u; simpl in *; lia.
    + specialize (IH (S fewer) Hl). lia.
Qed.

(** Some choice costs just that. *)
Lemma most_of_attained parts costs :
  exists u, chosen u costs /\ (length u <= parts)%nat /\ total u = most_of parts costs.
Proof.
  revert parts. induction costs as [|c costs IH]; intros parts.
  { exists []. split; [constructor|split; [simpl; lia|reflexivity]]. }
  destruct parts as [|fewer].
  { destruct (IH 0%nat) as [u [Hu [Hl Ht]]]. rewrite most_of_none in Ht. exists u.
    split; [now constructor|split; [exact Hl|exact Ht]]. }
  simpl. destruct (Z.max_spec (most_of (S fewer) costs) (c + most_of fewer costs)) as [[_ ->]|[_ ->]].
  - destruct (IH fewer) as [u [Hu [Hl Ht]]]. exists (c :: u).
    split; [now constructor|split; simpl; lia].
  - destruct (IH (S fewer)) as [u [Hu [Hl Ht]]]. exists u.
    split; [now constructor|split; [exact Hl|exact Ht]].
Qed.

(** The order of the parts does not matter. *)
Lemma most_of_permutation parts x y : Permutation x y -> most_of parts x = most_of parts y.
Proof.
  intros Hp. revert parts. induction Hp as [|c x y Hp IH|a b x|x y z Hxy IHxy Hyz IHyz];
    intros [|fewer]; simpl; try reflexivity.
  - now rewrite (IH (S fewer)), (IH fewer).
  - destruct fewer as [|fewer]; simpl; [rewrite most_of_none; lia|lia].
  - now rewrite !most_of_none.
  - now rewrite IHxy.
Qed.

(** ** The largest costs *)

Fixpoint insert (c : Z) (costs : list Z) : list Z :=
  match costs with
  | [] => [c]
  | a :: rest => if a <=? c then c :: costs else a :: insert c rest
  end.
Definition falling (costs : list Z) : list Z := fold_right insert [] costs.

Definition sum_of_largest (parts : nat) (costs : list Z) : Z := total (firstn parts (falling costs)).

Lemma insert_permutation c costs : Permutation (c :: costs) (insert c costs).
Proof.
  induction costs as [|a costs IH]; simpl; [reflexivity|]. destruct (a <=? c); [reflexivity|].
  rewrite perm_swap. now constructor.
Qed.

Lemma falling_permutation costs : Permutation costs (falling costs).
Proof.
  induction costs as [|c costs IH]; simpl; [reflexivity|].
  rewrite <- insert_permutation. now constructor.
Qed.

Lemma insert_falls c costs :
  StronglySorted Z.ge costs -> StronglySorted Z.ge (insert c costs).
Proof.
  intros Hs. induction Hs as [|a costs Hs IH Ha]; simpl; [repeat constructor|].
  destruct (Z.leb_spec a c).
  - constructor; [now constructor|]. constructor; [lia|].
    eapply Forall_impl; [|exact Ha]. simpl. lia.
  - constructor; [exact IH|].
    apply (Permutation_Forall (insert_permutation c costs)). constructor; [lia|exact Ha].
Qed.

Lemma falling_falls costs : StronglySorted Z.ge (falling costs).
Proof. induction costs; simpl; [constructor|now apply insert_falls]. Qed.

Lemma most_of_grows parts costs : most_of parts costs <= most_of (S parts) costs.
Proof.
  revert parts. induction costs as [|c costs IH]; intros [|fewer]; [simpl; lia|simpl; lia| |].
  - rewrite most_of_none. apply most_of_nonneg.
  - pose proof (IH fewer). pose proof (IH (S fewer)). cbn [most_of] in *. lia.
Qed.

Lemma one_part_more parts costs m :
  0 <= m -> Forall (fun c => c <= m) costs -> most_of (S parts) costs <= m + most_of parts costs.
Proof.
  intros Hm. revert parts. induction costs as [|c costs IH]; intros parts Hc; [simpl; lia|].
  inversion Hc as [|? ? Hfirst Hrest]; subst. specialize (IH parts Hrest).
  destruct parts as [|fewer].
  - rewrite most_of_none in *. cbn [most_of]. rewrite most_of_none. lia.
  - cbn [most_of] in *. pose proof (most_of_nonneg fewer costs). lia.
Qed.

Lemma most_of_falling parts costs :
  StronglySorted Z.ge costs -> Forall (fun c => 0 <= c) costs ->
  most_of parts costs = total (firstn parts costs).
Proof.
  intros Hs. revert parts. induction Hs as [|a costs Hs IH Ha]; intros [|fewer] Hc;
    try reflexivity.
  inversion Hc as [|? ? Ha0 Hrest]; subst. simpl. rewrite (IH fewer Hrest).
  assert (Hmore : most_of (S fewer) costs <= a + most_of fewer costs).
  { apply one_part_more; [exact Ha0|]. eapply Forall_impl; [|exact Ha]. simpl. lia. }
  rewrite (IH fewer Hrest) in Hmore. lia.
Qed.

Theorem largest_are_most parts costs :
  Forall (fun c => 0 <= c) costs -> most_of parts costs = sum_of_largest parts costs.
Proof.
  intros Hc. unfold sum_of_largest. rewrite (most_of_permutation parts _ _ (falling_permutation costs)).
  apply most_of_falling; [apply falling_falls|].
  now apply (Permutation_Forall (falling_permutation costs)).
Qed.

(** A unit that is in at most [parts] of the parts loses at most the sum of so many largest costs,
    *)
Theorem parallel_composition parts u costs :
  Forall (fun c => 0 <= c) costs -> chosen u costs -> (length u <= parts)%nat ->
  total u <= sum_of_largest parts costs.
Proof. intros Hc Hu Hl. rewrite <- largest_are_most by exact Hc. now apply most_of_bounds. Qed.

(** and no less will do. *)
Theorem parallel_composition_attained parts costs :
  Forall (fun c => 0 <= c) costs ->
  exists u, chosen u costs /\ (length u <= parts)%nat /\ total u = sum_of_largest parts costs.
Proof. intros Hc. rewrite <- largest_are_most by exact Hc. apply most_of_attained. Qed.

(** Disjoint parts: the maximum. *)
Theorem disjoint_parts costs :
  Forall (fun c => 0 <= c) costs -> sum_of_largest 1 costs = fold_right Z.max 0 costs.
Proof.
  intros Hc. rewrite <- largest_are_most by exact Hc.
  induction costs as [|c costs IH]; [reflexivity|]. inversion Hc as [|? ? H0 Hrest]; subst.
  cbn [most_of fold_right]. rewrite most_of_none, IH by exact Hrest. lia.
Qed.

(** In all parts: the sum. *)
Theorem every_part costs : sum_of_largest (length costs) costs = total costs.
Proof.
  unfold sum_of_largest.
  rewrite (Permutation_length (falling_permutation costs)), firstn_all.
  symmetry. unfold total. pose proof (falling_permutation costs) as Hp.
  induction Hp; simpl; lia.
Qed.
