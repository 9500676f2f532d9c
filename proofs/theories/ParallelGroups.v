(** A release in every group: what all of them lose together, when so many groups differ, by so many rows
    in all and in each. It is the worst way to spread the rows over the groups. *)
From Coq Require Import List Bool Arith ZArith QArith Qpower Lia Lqa Permutation.
From Scrim Require Import Rows Distances SymmetricDistance Persons GroupedDistance RationalPowers
  LogConcave WorstSpreads.
From Scrim Require KeyThresholds ParallelComposition.
Import ListNotations.
Open Scope Z_scope.

(** * The worst spread, by looking at each *)

(** What a change costs: each group by its own map. *)
Fixpoint loss_of (maps : list (nat -> Z)) (change : list nat) : Z :=
  match maps, change with
  | f :: maps', k :: change' => f k + loss_of maps' change'
  | _, _ => 0
  end.

Definition largest : Z -> list Z -> Z := fold_right Z.max.

(** Either the first group does not change, or by one of the numbers of rows that it may. *)
Fixpoint worst_loss (maps : list (nat -> Z)) (g t e : nat) : Z :=
  match maps with
  | [] => 0
  | f :: rest =>
      match g with
      | O => 0
      | S fewer =>
          largest (worst_loss rest g t e)
            (map (fun k => f k + worst_loss rest fewer (t - k) e) (seq 1 (Nat.min e t)))
      end
  end.

Lemma largest_of_rest (a : Z) (l : list Z) : a <= largest a l.
Proof. induction l as [|b l IH]; simpl; lia. Qed.

Lemma largest_of_all (a b : Z) (l : list Z) : In b l -> b <= largest a l.
Proof. induction l as [|c l IH]; simpl; [tauto|]. intros [->|Hin]; [|specialize (IH Hin)]; lia. Qed.

Lemma largest_is_one (a : Z) (l : list Z) : largest a l = a \/ In (largest a l) l.
Proof.
  induction l as [|b l IH]; simpl; [now left|]. unfold largest in *.
  destruct (Z.max_spec b (fold_right Z.max a l)) as [[_ ->]|[_ ->]]; [|now auto].
  destruct IH; auto.
Qed.

(** A group that does not change costs nothing. *)
Definition free_if_same (maps : list (nat -> Z)) : Prop := Forall (fun f => f 0%nat = 0) maps.

Lemma no_change (maps : list (nat -> Z)) (change : list nat) :
  free_if_same maps -> (list_sum (map is_changed change) = 0)%nat -> loss_of maps change = 0.
Proof.
  intros Hfree. revert change. induction Hfree as [|f maps Hf Hfree IH]; intros [|k change] Hz; try reflexivity.
  simpl in *. unfold is_changed at 1 in Hz. destruct (Nat.eqb_spec k 0) as [->|]; [|lia]. rewrite Hf, IH; lia.
Qed.

(** No spread costs more, *)
Theorem worst_loss_bounds (maps : list (nat -> Z)) (change : list nat) (g t e : nat) :
  free_if_same maps -> within (g, t, e) change -> length change = length maps ->
  loss_of maps change <= worst_loss maps g t e.
Proof.
  intros Hfree. revert change g t. induction Hfree as [|f maps Hf Hfree IH]; intros change g t Hw Hlen.
  { destruct change; simpl; lia. }
  destruct change as [|k change]; [discriminate|]. destruct Hw as (Hg & Ht & He).
  destruct g as [|g].
  { rewrite (no_change (f :: maps) (k :: change)); [simpl; lia|now constructor|lia]. }
  inversion He as [|? ? Hk He']; subst. cbn [loss_of worst_loss].
  assert (Hg' : (is_changed k + list_sum (map is_changed change) <= S g)%nat) by exact Hg.
  assert (Ht' : (k + list_sum change <= t)%nat) by exact Ht.
  unfold is_changed at 1 in Hg'. destruct (Nat.eqb_spec k 0) as [->|Hne].
  - rewrite Hf. etransitivity; [|apply largest_of_rest]. simpl. apply IH; [|now injection Hlen].
    repeat split; [lia|lia|exact He'].
  - etransitivity; [|apply (largest_of_all _ (f k + worst_loss maps g (t - k) e))].
    + apply Zplus_le_compat_l. apply IH; [|now injection Hlen]. repeat split; [lia|lia|exact He'].
    + apply in_map_iff. exists k. split; [reflexivity|]. apply in_seq. lia.
Qed.

Lemma unchanged_within (n g t e : nat) : within (g, t, e) (repeat 0%nat n).
Proof.
  assert (Hz : list_sum (map is_changed (repeat 0%nat n)) = 0%nat /\ list_sum (repeat 0%nat n) = 0%nat).
  { induction n as [|n [IH1 IH2]]; simpl; auto. }
  destruct Hz as [H1 H2]. unfold within. rewrite H1, H2. repeat split; try lia.
  apply Forall_forall. intros k Hk. apply repeat_spec in Hk. lia.
Qed.

Lemma loss_of_unchanged (maps : list (nat -> Z)) :
  free_if_same maps -> loss_of maps (repeat 0%nat (length maps)) = 0.
Proof.
  intros Hfree. apply no_change; [exact Hfree|].
  pose proof (unchanged_within (length maps) 0 0 0) as (Hz & _). lia.
Qed.

(** and one costs just that. *)
Theorem worst_loss_attained (maps : list (nat -> Z)) (g t e : nat) :
  free_if_same maps ->
  exists change, within (g, t, e) change /\ length change = length maps /\
                 loss_of maps change = worst_loss maps g t e.
Proof.
  intros Hfree. revert g t. induction Hfree as [|f maps Hf Hfree IH]; intros g t.
  { exists []. repeat split; simpl; try lia. constructor. }
  destruct g as [|g].
  { exists (repeat 0%nat (length (f :: maps))). split; [apply unchanged_within|].
    split; [apply repeat_length|]. rewrite loss_of_unchanged; [reflexivity|now constructor]. }
  cbn [worst_loss].
  destruct (largest_is_one (worst_loss maps (S g) t e)
              (map (fun k => f k + worst_loss maps g (t - k) e) (seq 1 (Nat.min e t)))) as [->|Hin].
  - destruct (IH (S g) t) as (change & (Hg & Ht & He) & Hlen & Hloss). exists (0%nat :: change).
    split; [|split; [simpl; lia|simpl; lia]]. repeat split; [exact Hg|exact Ht|constructor; [lia|exact He]].
  - apply in_map_iff in Hin as (k & Hk & Hrange). rewrite <- Hk. apply in_seq in Hrange.
    destruct (IH g (t - k)%nat) as (change & (Hg & Ht & He) & Hlen & Hloss). exists (k :: change).
    split; [|split; [simpl; lia|simpl; lia]].
    repeat split; [|simpl; lia|constructor; [lia|exact He]].
    change (is_changed k + list_sum (map is_changed change) <= S g)%nat.
    unfold is_changed at 1. destruct (Nat.eqb_spec k 0); lia.
Qed.

(** Wider bounds cost no less: it is a map. *)
Theorem worst_loss_rises (maps : list (nat -> Z)) (g t e g' t' e' : nat) :
  free_if_same maps -> (g <= g')%nat -> (t <= t')%nat -> (e <= e')%nat ->
  worst_loss maps g t e <= worst_loss maps g' t' e'.
Proof.
  intros Hfree Hg Ht He.
  destruct (worst_loss_attained maps g t e Hfree) as (change & (Cg & Ct & Ce) & Hlen & <-).
  apply worst_loss_bounds; [exact Hfree| |exact Hlen]. repeat split; [lia|lia|].
  eapply Forall_impl; [|exact Ce]. simpl. lia.
Qed.

(** ** The same map in every group: only as many groups count as can change. *)

Lemma equal_maps_free (f : nat -> Z) (n : nat) : f 0%nat = 0 -> free_if_same (repeat f n).
Proof. intros Hf. apply Forall_forall. intros h Hh. apply repeat_spec in Hh. now subst. Qed.

Lemma loss_of_more (f : nat -> Z) (change : list nat) (n : nat) :
  loss_of (repeat f (length change + n)) (change ++ repeat 0%nat n) =
  loss_of (repeat f (length change)) change + loss_of (repeat f n) (repeat 0%nat n).
Proof. induction change as [|k change IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

Lemma only_changed (f : nat -> Z) (change : list nat) :
  f 0%nat = 0 ->
  let changed := filter (fun k => negb (k =? 0)%nat) change in
  length changed = list_sum (map is_changed change) /\
  list_sum (map is_changed changed) = list_sum (map is_changed change) /\
  list_sum changed = list_sum change /\
  loss_of (repeat f (length changed)) changed = loss_of (repeat f (length change)) change.
Proof.
  intros Hf. cbv zeta. unfold list_sum. induction change as [|k change (IH1 & IH2 & IH3 & IH4)]; [repeat split|].
  cbn [filter]. destruct (Nat.eqb_spec k 0) as [->|Hne]; cbn [negb].
  - repeat split; cbn in *; try assumption. lia.
  - cbn. unfold is_changed at 1 3 5. destruct (Nat.eqb_spec k 0); [contradiction|]. repeat split; lia.
Qed.

Theorem more_keys_cost_nothing (f : nat -> Z) (n g t e : nat) :
  f 0%nat = 0 -> (g <= n)%nat -> worst_loss (repeat f n) g t e = worst_loss (repeat f g) g t e.
Proof.
  intros Hf Hn. apply Z.le_antisymm.
  - destruct (worst_loss_attained (repeat f n) g t e (equal_maps_free f n Hf))
      as (change & (Cg & Ct & Ce) & Hlen & <-).
    rewrite repeat_length in Hlen. destruct (only_changed f change Hf) as (H1 & H2 & H3 & H4).
    rewrite <- Hlen, <- H4. set (changed := filter _ change) in *.
    pose proof (loss_of_more f changed (g - length changed)) as Hmore.
    pose proof (loss_of_unchanged (repeat f (g - length changed)) (equal_maps_free f _ Hf)) as Hzero.
    rewrite repeat_length in Hzero. rewrite Hzero, Z.add_0_r in Hmore. rewrite <- Hmore.
    replace (length changed + (g - length changed))%nat with g by lia.
    apply worst_loss_bounds; [now apply equal_maps_free| |rewrite app_length, !repeat_length; lia].
    pose proof (unchanged_within (g - length changed) 0 0 e) as (Zg & Zt & Ze).
    repeat split.
    + rewrite map_app, list_sum_app. lia.
    + rewrite list_sum_app. lia.
    + apply Forall_app. split; [|exact Ze]. rewrite Forall_forall in *. intros k Hk.
      apply filter_In in Hk as [Hk _]. now apply Ce.
  - destruct (worst_loss_attained (repeat f g) g t e (equal_maps_free f g Hf))
      as (change & (Cg & Ct & Ce) & Hlen & <-).
    rewrite repeat_length in Hlen. pose proof (loss_of_more f change (n - g)) as Hmore.
    pose proof (loss_of_unchanged (repeat f (n - g)) (equal_maps_free f _ Hf)) as Hzero.
    rewrite repeat_length in Hzero. rewrite Hzero, Z.add_0_r, Hlen in Hmore. rewrite <- Hmore.
    replace (g + (n - g))%nat with n by lia.
    apply worst_loss_bounds; [now apply equal_maps_free| |rewrite app_length, !repeat_length; lia].
    pose proof (unchanged_within (n - g) 0 0 e) as (Zg & Zt & Ze).
    repeat split; [rewrite map_app, list_sum_app; lia|rewrite list_sum_app; lia|now apply Forall_app].
Qed.

(** ** Bounds in closed form *)

(** At most c a row: c for each of the rows in all. *)
Theorem loss_by_rows (c : Z) (maps : list (nat -> Z)) (change : list nat) (g t e : nat) :
  0 <= c -> Forall (fun f => forall k, f k <= c * Z.of_nat k) maps -> within (g, t, e) change ->
  loss_of maps change <= c * Z.of_nat t.
Proof.
  intros Hc Hmaps (_ & Ht & _). apply Z.le_trans with (c * Z.of_nat (list_sum change)); [|apply Z.mul_le_mono_nonneg_l; lia].
  clear Ht. revert change. induction Hmaps as [|f maps Hf Hmaps IH]; intros [|k change]; cbn [loss_of]; try nia.
  change (list_sum (k :: change)) with (k + list_sum change)%nat.
  specialize (Hf k). specialize (IH change). nia.
Qed.

(** At most c a group: c for each of the groups. *)
Theorem loss_by_groups (c : Z) (maps : list (nat -> Z)) (change : list nat) (g t e : nat) :
  0 <= c -> free_if_same maps -> Forall (fun f => forall k, (k <= e)%nat -> f k <= c) maps ->
  within (g, t, e) change -> loss_of maps change <= c * Z.of_nat g.
Proof.
  intros Hc Hfree Hmaps (Hg & _ & He).
  apply Z.le_trans with (c * Z.of_nat (list_sum (map is_changed change)));
    [|apply Z.mul_le_mono_nonneg_l; lia]. clear Hg.
  revert change He. induction Hmaps as [|f maps Hf Hmaps IH]; intros change He.
  { destruct change; cbn [loss_of]; nia. }
  inversion Hfree as [|? ? Hf0 Hfree']; subst. destruct He as [|k change Hk He]; [simpl; lia|].
  cbn [loss_of map]. specialize (IH Hfree' change He). specialize (Hf k Hk).
  change (list_sum (is_changed k :: map is_changed change)) with
    (is_changed k + list_sum (map is_changed change))%nat.
  rewrite Nat2Z.inj_add. unfold is_changed at 1. destruct (Nat.eqb_spec k 0) as [->|]; simpl Z.of_nat; nia.
Qed.

(** ** Where a group costs the same however much of it changes: the sum of the g largest costs, which
    [ParallelComposition] is about. *)

Definition flat (cost : Z) (k : nat) : Z := if (k =? 0)%nat then 0 else cost.

Lemma flat_free (costs : list Z) : free_if_same (map flat costs).
Proof. apply Forall_map, Forall_forall. reflexivity. Qed.

Lemma change_chooses (costs : list Z) (change : list nat) :
  length change = length costs ->
  exists u, ParallelComposition.chosen u costs /\ length u = list_sum (map is_changed change) /\
            ParallelComposition.total u = loss_of (map flat costs) change.
Proof.
  revert change. induction costs as [|c costs IH]; intros [|k change] Hlen; try discriminate.
  { exists []. repeat split. constructor. }
  destruct (IH change) as (u & Hu & Hl & Ht); [now injection Hlen|]. simpl. unfold flat at 1, is_changed at 1.
  destruct (Nat.eqb_spec k 0) as [->|].
  - exists u. split; [now constructor|]. split; [exact Hl|]. lia.
  - exists (c :: u). split; [now constructor|]. split; [simpl; now rewrite Hl|]. simpl. lia.
Qed.

Lemma chosen_changes (costs u : list Z) :
  ParallelComposition.chosen u costs ->
  exists change, length change = length costs /\ Forall (fun n => (n <= 1)%nat) change /\
                 list_sum change = length u /\ list_sum (map is_changed change) = length u /\
                 loss_of (map flat costs) change = ParallelComposition.total u.
Proof.
  intros Hu. induction Hu as [|c u costs Hu (change & H1 & H2 & H3 & H4 & H5)
                              |c u costs Hu (change & H1 & H2 & H3 & H4 & H5)].
  - exists []. repeat split. constructor.
  - exists (1%nat :: change). unfold list_sum, ParallelComposition.total in *. cbn in *.
    repeat split; try lia. constructor; [lia|assumption].
  - exists (0%nat :: change). unfold list_sum, ParallelComposition.total in *. cbn in *.
    repeat split; try lia. constructor; [lia|assumption].
Qed.

Theorem flat_worst_loss (costs : list Z) (g t e : nat) :
  Forall (fun c => 0 <= c) costs -> (g <= t)%nat -> (1 <= e)%nat ->
  worst_loss (map flat costs) g t e = ParallelComposition.sum_of_largest g costs.
Proof.
  intros Hc Hg He. apply Z.le_antisymm.
  - destruct (worst_loss_attained (map flat costs) g t e (flat_free costs)) as (change & (Hn & _) & Hlen & <-).
    rewrite map_length in Hlen. destruct (change_chooses costs change Hlen) as (u & Hu & Hl & <-).
    apply ParallelComposition.parallel_composition; [exact Hc|exact Hu|lia].
  - destruct (ParallelComposition.parallel_composition_attained g costs Hc) as (u & Hu & Hl & <-).
    destruct (chosen_changes costs u Hu) as (change & H1 & H2 & H3 & H4 & <-).
    apply worst_loss_bounds; [apply flat_free| |now rewrite map_length].
    repeat split; [lia|lia|]. eapply Forall_impl; [|exact H2]. simpl. lia.
Qed.

(** ** Where a row more never costs less than the one before it, from the second on: one of the four
    spreads by which thresholds are priced is the worst. *)

Section Convex.
  Variable f : Z -> Z.
  Variables g t e : Z.
  Hypothesis g_bounds : 1 <= g <= t.
  Hypothesis e_bounds : 1 <= e <= t.
  Hypothesis t_fits : t <= g * e.
  Hypothesis f_one : 0 <= f 1.
  Hypothesis f_rises : forall k, 1 <= k < e -> f k <= f (k + 1).
  Hypothesis f_convex : forall k, 1 < k < e -> f k - f (k - 1) <= f (k + 1) - f k.

  (** Costs as what is left of a probability: sums become products. *)
  Local Definition half : Q := 1 # 2.
  Local Definition c (k : Z) : Q := (half ^ f k)%Q.

  Lemma half_positive : (0 < half)%Q.
  Proof. reflexivity. Qed.

  Lemma product_is_power (r : list Z) : (product_of c r == half ^ KeyThresholds.sum_of f r)%Q.
  Proof.
    induction r as [|k r IH]; [reflexivity|]. cbn [product_of KeyThresholds.sum_of].
    rewrite IH, (power_plus half half_positive). reflexivity.
  Qed.

  Lemma smaller_power (a b : Z) : (half ^ a <= half ^ b)%Q -> b <= a.
  Proof.
    intros Hle. destruct (Z_le_gt_dec b a) as [Hba|Hba]; [exact Hba|]. exfalso.
    replace b with (a + (b - a)) in Hle by lia. rewrite (power_plus half half_positive) in Hle.
    pose proof (power_below_one half half_positive (b - a) ltac:(reflexivity) ltac:(lia)) as Hlt.
    pose proof (power_positive half half_positive a) as Hpos.
    rewrite <- (Qmult_1_r (half ^ a)) in Hle at 1.
    apply (cancel_le _ _ _ Hpos) in Hle. lra.
  Qed.

  Lemma larger_power (a b : Z) : b <= a -> (half ^ a <= half ^ b)%Q.
  Proof.
    intros Hba. replace a with (b + (a - b)) by lia. rewrite (power_plus half half_positive).
    pose proof (power_at_most_one half half_positive (a - b) ltac:(discriminate) ltac:(lia)) as Hle.
    pose proof (scale_le _ _ _ (Qlt_le_weak _ _ (power_positive half half_positive b)) Hle). lra.
  Qed.

  Theorem convex_worst_spread (r : list Z) :
    Forall (fun k => 1 <= k <= e) r -> Z.of_nat (length r) <= g -> KeyThresholds.sum r <= t ->
    exists s, In s (worst_spreads g t e) /\ allowed g t e s /\
              KeyThresholds.sum_of f r <= KeyThresholds.sum_of f (counts_of e s).
  Proof.
    intros Hr Hlen Hsum.
    assert (Hpos : forall k, 1 <= k <= e -> (0 < c k)%Q)
      by (intros k _; apply power_positive, half_positive).
    destruct (worst_spread_is_among c g t e g_bounds e_bounds t_fits Hpos) with (r := r)
      as (s & Hin & Hs); trivial.
    - apply (larger_power (f 1) 0). exact f_one.
    - intros k Hk. apply larger_power. now apply f_rises.
    - intros k Hk. unfold c. rewrite <- !(power_plus half half_positive). apply larger_power.
      specialize (f_convex k Hk). lia.
    - exists s. assert (Hok : allowed g t e s) by now apply worst_spreads_allowed.
      split; [exact Hin|]. split; [exact Hok|]. apply smaller_power.
      rewrite <- !product_is_power, <- (left_by_its_counts c g t e s); [exact Hs|lia|exact Hpos|exact Hok].
  Qed.

  Lemma changed_only (change : list nat) :
    f 0 = 0 ->
    let r := map Z.of_nat (filter (fun k => negb (k =? 0)%nat) change) in
    loss_of (map (fun _ k => f (Z.of_nat k)) change) change = KeyThresholds.sum_of f r /\
    Z.of_nat (length r) = Z.of_nat (list_sum (map is_changed change)) /\
    KeyThresholds.sum r = Z.of_nat (list_sum change).
  Proof.
    intros Hzero. cbv zeta. induction change as [|k change (IH1 & IH2 & IH3)]; [repeat split|].
    cbn [map filter loss_of]. rewrite IH1.
    change (list_sum (is_changed k :: map is_changed change)) with
      (is_changed k + list_sum (map is_changed change))%nat.
    change (list_sum (k :: change)) with (k + list_sum change)%nat.
    unfold is_changed at 1. destruct (Nat.eqb_spec k 0) as [->|Hne].
    - cbn [negb]. change (Z.of_nat 0) with 0. rewrite Hzero. repeat split; lia.
    - cbn [negb map KeyThresholds.sum_of KeyThresholds.sum length]. repeat split; lia.
  Qed.

  (** The same map in every group. *)
  Theorem convex_worst_loss (change : list nat) :
    f 0 = 0 -> within (Z.to_nat g, Z.to_nat t, Z.to_nat e) change ->
    exists s, In s (worst_spreads g t e) /\ allowed g t e s /\
              loss_of (map (fun _ k => f (Z.of_nat k)) change) change <=
              KeyThresholds.sum_of f (counts_of e s).
  Proof.
    intros Hzero (Hg & Ht & He). destruct (changed_only change Hzero) as (-> & Hlen & Hsum).
    apply convex_worst_spread; [|lia|lia].
    apply Forall_map, Forall_forall. intros k Hk. apply filter_In in Hk as [Hk Hne].
    rewrite Forall_forall in He. specialize (He k Hk). destruct (Nat.eqb_spec k 0); [discriminate|]. lia.
  Qed.
End Convex.

(** * Releases in every group *)

Section Releases.
  Context {G A O : Type} `{Distinguishable G} `{Distinguishable A}.
  Variable keys : list G.
  Hypothesis keys_distinct : NoDup keys.

  (** What a release in a group loses when so many of its rows differ. *)
  Variable map_of : G -> nat -> Z.
  Hypothesis same_is_free : forall k, map_of k 0 = 0.

  Lemma maps_free : free_if_same (map map_of keys).
  Proof. apply Forall_map, Forall_forall. intros k _. apply same_is_free. Qed.

  Lemma loss_of_keys (x y : list (G * A)) :
    loss_of (map map_of keys) (changes keys x y) =
    fold_right Z.add 0 (map (fun k => map_of k (change_of x y k)) keys).
  Proof. unfold changes. clear keys_distinct. induction keys as [|k s IH]; simpl; [reflexivity|now rewrite IH]. Qed.

  (** The losses of all groups add up to at most that of the worst spread; rows of other groups lose
      nothing. *)
  Theorem parallel_losses (x y : list (G * A)) (g t e : nat) :
    close_grouped (g, t, e) x y ->
    fold_right Z.add 0 (map (fun k => map_of k (change_of x y k)) keys) <=
    worst_loss (map map_of keys) g t e.
  Proof.
    intros Hclose. rewrite <- loss_of_keys. apply worst_loss_bounds; [exact maps_free| |].
    - now apply close_grouped_keys.
    - unfold changes. now rewrite !map_length.
  Qed.

  (** Independent releases: how likely each group's part of an outcome is. *)
  Variable mass : G -> list A -> O -> Q.
  Hypothesis mass_nonneg : forall k rows o, (0 <= mass k rows o)%Q.

  Fixpoint joint (s : list G) (x : list (G * A)) (o : G -> O) : Q :=
    match s with [] => 1 | k :: s => (mass k (rows_of k x) (o k) * joint s x o)%Q end.

  Lemma joint_nonneg s x o : (0 <= joint s x o)%Q.
  Proof. induction s as [|k s IH]; simpl; [lra|]. now apply Qmult_le_0_compat. Qed.

  (** The ratio e^unit of one step of loss. *)
  Variable ratio : Q.
  Hypothesis ratio_at_least_one : (1 <= ratio)%Q.
  Hypothesis private : forall k rows rows' o,
    (mass k rows o <= ratio ^ map_of k (symmetric_distance rows rows') * mass k rows' o)%Q.

  Lemma joint_ratio (s : list G) (x y : list (G * A)) (o : G -> O) :
    (joint s x o <= ratio ^ fold_right Z.add 0%Z (map (fun k => map_of k (change_of x y k)) s) * joint s y o)%Q.
  Proof.
    assert (Hpos : (0 < ratio)%Q) by lra.
    induction s as [|k s IH]; cbn [joint map fold_right]; [simpl; lra|].
    rewrite (power_plus ratio Hpos).
    pose proof (private k (rows_of k x) (rows_of k y) (o k)) as Hk.
    change (symmetric_distance (rows_of k x) (rows_of k y)) with (change_of x y k) in Hk.
    set (rk := (ratio ^ map_of k (change_of x y k))%Q) in *.
    set (rs := (ratio ^ fold_right Z.add 0%Z _)%Q) in *.
    assert (Hrk : (0 < rk)%Q) by (apply power_positive; exact Hpos).
    apply Qle_trans with (rk * mass k (rows_of k y) (o k) * joint s x o)%Q.
    - apply Qmult_le_compat_r; [exact Hk|apply joint_nonneg].
    - setoid_replace (rk * rs * (mass k (rows_of k y) (o k) * joint s y o))%Q
        with (rk * mass k (rows_of k y) (o k) * (rs * joint s y o))%Q by ring.
      apply scale_le; [|exact IH]. apply Qmult_le_0_compat; [lra|apply mass_nonneg].
  Qed.

  Lemma ratio_rises (a b : Z) : a <= b -> (ratio ^ a <= ratio ^ b)%Q.
  Proof.
    intros Hab. assert (Hpos : (0 < ratio)%Q) by lra. replace b with (a + (b - a)) by lia.
    rewrite (power_plus ratio Hpos). rewrite <- (Qmult_1_r (ratio ^ a)) at 1.
    apply scale_le; [apply Qlt_le_weak, power_positive, Hpos|].
    rewrite <- (Z2Nat.id (b - a)) by lia. induction (Z.to_nat (b - a)) as [|n IH]; [simpl; lra|].
    rewrite Nat2Z.inj_succ, <- Z.add_1_r, (power_plus ratio Hpos). change (ratio ^ 1)%Q with ratio.
    pose proof (power_positive ratio Hpos (Z.of_nat n)) as Hn.
    pose proof (scale_le _ _ _ (Qlt_le_weak _ _ Hn) ratio_at_least_one). lra.
  Qed.

  (** Every outcome of all groups together is within the factor of the worst spread. *)
  Theorem parallel_private (x y : list (G * A)) (o : G -> O) (g t e : nat) :
    close_grouped (g, t, e) x y ->
    (joint keys x o <= ratio ^ worst_loss (map map_of keys) g t e * joint keys y o)%Q.
  Proof.
    intros Hclose. eapply Qle_trans; [apply (joint_ratio keys x y o)|].
    apply Qmult_le_compat_r; [|apply joint_nonneg]. apply ratio_rises. now apply parallel_losses.
  Qed.
End Releases.
