(** Keys that persons share out a weight among: what one in t keys weighs in each, and the keys
    that d persons can be in among which the worst are. *)
From Coq Require Import List ZArith Lia Permutation.
Import ListNotations.
Open Scope Z_scope.

(** * What a person weighs in each of t keys *)

(** floor(W / sqrt t), in integers, as the C++ computes it. *)
Definition weight_in_each (W t : Z) : Z := Z.sqrt (W * W / t).

(** The squares of what t keys get add up to W^2 at most: a person moves weights by W in L2. *)
Theorem shared_weight_squares (W t : Z) :
  0 <= W -> 0 < t -> t * (weight_in_each W t * weight_in_each W t) <= W * W.
Proof.
  intros HW Ht. unfold weight_in_each.
  assert (Hq : 0 <= W * W / t) by (apply Z.div_pos; nia).
  pose proof (Z.sqrt_spec (W * W / t) Hq) as [Hroot _].
  pose proof (Z.mul_div_le (W * W) t Ht). nia.
Qed.

(** And it is the largest integer of which that is true. *)
Theorem shared_weight_is_largest (W t w : Z) :
  0 <= W -> 0 < t -> 0 <= w -> t * (w * w) <= W * W -> w <= weight_in_each W t.
Proof.
  intros HW Ht Hw Hsquares. unfold weight_in_each.
  apply Z.sqrt_le_square; trivial; [apply Z.div_pos; nia|].
  apply Z.div_le_lower_bound; lia.
Qed.

(** A person in one key weighs W there: the bound is attained. *)
Theorem single_key_has_all (W : Z) : 0 <= W -> weight_in_each W 1 = W.
Proof. intros HW. unfold weight_in_each. rewrite Z.div_1_r. now apply Z.sqrt_square. Qed.

(** * The worst keys *)

Section WorstKeys.
  (** What a key of weight a adds to the logarithm of how likely none is told. *)
  Variable f : Z -> Z.
  Hypothesis f_convex : forall k, 0 < k -> f k - f (k - 1) <= f (k + 1) - f k.

  (** Steps do not fall. *)
  Lemma steps_rise (k j : Z) : 0 <= k -> k <= j -> f (k + 1) - f k <= f (j + 1) - f j.
  Proof.
    intros Hk Hj.
    assert (Hfar : forall n, 0 <= n -> f (k + 1) - f k <= f (k + n + 1) - f (k + n)).
    { apply (natlike_ind (fun n => f (k + 1) - f k <= f (k + n + 1) - f (k + n))).
      - rewrite Z.add_0_r. lia.
      - intros n Hn IH. pose proof (f_convex (k + n + 1) ltac:(lia)) as Hstep.
        replace (k + n + 1 - 1) with (k + n) in Hstep by lia.
        replace (k + Z.succ n) with (k + n + 1) by lia. lia. }
    specialize (Hfar (j - k) ltac:(lia)). now replace (k + (j - k)) with j in Hfar by lia.
  Qed.

  (** A line through the graph at s that nothing lies below. *)
  Lemma above_a_line (s x : Z) :
    0 <= s -> 0 <= x -> f s + (f (s + 1) - f s) * (x - s) <= f x.
  Proof.
    intros Hs Hx. destruct (Z.le_gt_cases s x) as [Hle|Hgt].
    - assert (Hup : forall n, 0 <= n -> f s + (f (s + 1) - f s) * n <= f (s + n)).
      { apply (natlike_ind (fun n => f s + (f (s + 1) - f s) * n <= f (s + n))).
        - rewrite Z.add_0_r. lia.
        - intros n Hn IH. pose proof (steps_rise s (s + n) Hs ltac:(lia)) as Hstep.
          replace (s + Z.succ n) with (s + n + 1) by lia. lia. }
      specialize (Hup (x - s) ltac:(lia)). now replace (s + (x - s)) with x in Hup by lia.
    - assert (Hdown : forall n, 0 <= n -> n <= s ->
                                f s + (f (s + 1) - f s) * (- n) <= f (s - n)).
      { apply (natlike_ind
                 (fun n => n <= s -> f s + (f (s + 1) - f s) * (- n) <= f (s - n))).
        - intros _. rewrite Z.sub_0_r. lia.
        - intros n Hn0 IH Hns. specialize (IH ltac:(lia)).
          pose proof (steps_rise (s - n - 1) s ltac:(lia) ltac:(lia)) as Hstep.
          replace (s - n - 1 + 1) with (s - n) in Hstep by lia.
          replace (s - Z.succ n) with (s - n - 1) by lia. lia. }
      specialize (Hdown (s - x) ltac:(lia) ltac:(lia)).
      replace (s - (s - x)) with x in Hdown by lia. lia.
  Qed.

  Fixpoint sum (v : list Z) : Z := match v with [] => 0 | a :: v => a + sum v end.

  Definition size (v : list Z) : Z := Z.of_nat (length v).

  (** Of a key with the shares v of n persons: as much as n keys, in each of which all have the
      share of one of them. *)
  Lemma apart_is_worse (n s : Z) (v : list Z) :
    0 <= n -> 0 <= s -> (forall a, In a v -> 0 <= a) ->
    size v * f s + (f (s + 1) - f s) * (n * sum v - size v * s) <=
    sum (map (fun a => f (n * a)) v).
  Proof.
    intros Hn Hs. unfold size.
    induction v as [|a v IH]; intros Hv; [simpl; lia|].
    cbn [length map sum]. rewrite Nat2Z.inj_succ.
    specialize (IH (fun b Hb => Hv b (or_intror Hb))).
    pose proof (Hv a (or_introl eq_refl)) as Ha.
    pose proof (above_a_line s (n * a) Hs ltac:(nia)). nia.
  Qed.

  Lemma sum_nonneg (v : list Z) : (forall a, In a v -> 0 <= a) -> 0 <= sum v.
  Proof.
    induction v as [|a v IH]; simpl; intros Hv; [lia|].
    specialize (IH (fun b Hb => Hv b (or_intror Hb))).
    pose proof (Hv a (or_introl eq_refl)). lia.
  Qed.

  Lemma shared_key (v : list Z) :
    (forall a, In a v -> 0 <= a) ->
    size v * f (sum v) <= sum (map (fun a => f (size v * a)) v).
  Proof.
    intros Hv. pose proof (sum_nonneg v Hv).
    pose proof (apart_is_worse (size v) (sum v) v ltac:(unfold size; lia) ltac:(lia) Hv). nia.
  Qed.

  (** Between 1 and d the graph lies below its chord. *)
  Lemma below_the_chord (d j a : Z) :
    1 <= j -> j <= d -> 0 <= a ->
    (d - 1) * f (j * a) <= (d - j) * f a + (j - 1) * f (d * a).
  Proof.
    intros Hj Hjd Ha.
    pose proof (above_a_line (j * a) a ltac:(nia) Ha) as Hone.
    pose proof (above_a_line (j * a) (d * a) ltac:(nia) ltac:(nia)) as Hall.
    set (slope := f (j * a + 1) - f (j * a)) in *.
    assert (H1 : (d - j) * (f (j * a) + slope * (a - j * a)) <= (d - j) * f a)
      by (apply Z.mul_le_mono_nonneg_l; lia).
    assert (H2 : (j - 1) * (f (j * a) + slope * (d * a - j * a)) <= (j - 1) * f (d * a))
      by (apply Z.mul_le_mono_nonneg_l; lia).
    nia.
  Qed.

  (** What a person's share of a key costs at most, d times over: as if nobody else were in it, or
      all d. *)
  Definition share_cost (d a : Z) : Z := Z.max (d * f a) (f (d * a)).

  Lemma share_of_shared_key (d j a : Z) :
    1 <= j -> j <= d -> 0 <= a -> d * f (j * a) <= j * share_cost d a.
  Proof.
    intros Hj Hjd Ha. unfold share_cost.
    destruct (Z.eq_dec d 1) as [->|Hd].
    - replace j with 1 by lia. rewrite !Z.mul_1_l. lia.
    - pose proof (below_the_chord d j a Hj Hjd Ha) as Hchord.
      set (m := Z.max (d * f a) (f (d * a))).
      assert (Hone : d * f a <= m) by (unfold m; lia).
      assert (Hall : f (d * a) <= m) by (unfold m; lia).
      assert (H1 : (d - j) * (d * f a) <= (d - j) * m) by (apply Z.mul_le_mono_nonneg_l; lia).
      assert (H2 : d * (j - 1) * f (d * a) <= d * (j - 1) * m)
        by (apply Z.mul_le_mono_nonneg_l; nia).
      assert (H3 : (d - 1) * (d * f (j * a)) <= (d - 1) * (j * m)) by nia.
      apply Z.mul_le_mono_pos_l with (p := d - 1); lia.
  Qed.

  Lemma shares_of_shared_key (d j : Z) (v : list Z) :
    1 <= j -> j <= d -> (forall a, In a v -> 0 <= a) ->
    d * sum (map (fun a => f (j * a)) v) <= j * sum (map (share_cost d) v).
  Proof.
    intros Hj Hjd. induction v as [|a v IH]; intros Hv; [simpl; lia|].
    cbn [map sum]. specialize (IH (fun b Hb => Hv b (or_intror Hb))).
    pose proof (share_of_shared_key d j a Hj Hjd (Hv a (or_introl eq_refl))). lia.
  Qed.

  Lemma sum_app (v w : list Z) : sum (v ++ w) = sum v + sum w.
  Proof. induction v as [|a v IH]; simpl; [reflexivity|]. rewrite IH. lia. Qed.

  Lemma sum_permutation (v w : list Z) : Permutation v w -> sum v = sum w.
  Proof. induction 1; simpl; lia. Qed.

  (** Keys, each as the list of what the persons in it weigh there. *)
  Lemma keys_by_shares (d : Z) (keys : list (list Z)) :
    (forall key, In key keys -> 1 <= size key <= d /\ forall a, In a key -> 0 <= a) ->
    d * sum (map (fun key => f (sum key)) keys) <= sum (map (share_cost d) (concat keys)).
  Proof.
    induction keys as [|key keys IH]; intros Hkeys; [simpl; lia|].
    cbn [map sum concat]. rewrite map_app, sum_app.
    specialize (IH (fun each Hin => Hkeys each (or_intror Hin))).
    destruct (Hkeys key (or_introl eq_refl)) as [[Hone Hall] Hnonneg].
    pose proof (shared_key key Hnonneg) as Hshared.
    pose proof (shares_of_shared_key d (size key) key Hone Hall Hnonneg) as Hshares.
    assert (d * f (sum key) <= sum (map (share_cost d) key)).
    { apply Z.mul_le_mono_pos_l with (p := size key); [lia|].
      apply Z.le_trans with (d * sum (map (fun a => f (size key * a)) key)); [|lia].
      replace (size key * (d * f (sum key))) with (d * (size key * f (sum key))) by lia.
      apply Z.mul_le_mono_nonneg_l; lia. }
    lia.
  Qed.

  (** What persons weigh, by the number of keys that each is in. *)
  Definition shares (w : nat -> Z) (persons : list nat) : list Z :=
    concat (map (fun t => repeat (w t) t) persons).

  Lemma sum_repeat (a : Z) (n : nat) : sum (repeat a n) = Z.of_nat n * a.
  Proof.
    induction n as [|n IH]; [reflexivity|].
    cbn [repeat sum]. rewrite IH, Nat2Z.inj_succ. lia.
  Qed.

  Lemma map_repeated (g : Z -> Z) (a : Z) (n : nat) : map g (repeat a n) = repeat (g a) n.
  Proof. induction n as [|n IH]; simpl; [reflexivity|]. now rewrite IH. Qed.

  (** No keys that d persons can be in, each in at most L, are worse than those where all are in t
      keys: nobody in another's, or all in the same. *)
  Theorem worst_keys_of_persons (w : nat -> Z) (most : nat) (d bound : Z) (persons : list nat)
          (keys : list (list Z)) :
    (forall t, 0 <= w t) ->
    (forall t, (1 <= t <= most)%nat -> d * Z.of_nat t * f (w t) <= bound /\
                                       Z.of_nat t * f (d * w t) <= bound) ->
    0 <= bound ->
    (forall t, In t persons -> (t <= most)%nat) -> Z.of_nat (length persons) <= d ->
    Permutation (concat keys) (shares w persons) ->
    (forall key, In key keys -> 1 <= size key <= d) ->
    sum (map (fun key => f (sum key)) keys) <= bound.
  Proof.
    intros Hw Hbound Hpositive Hmost Hcount Hshares Hsizes.
    assert (Hnonneg : forall key a, In key keys -> In a key -> 0 <= a).
    { intros key a Hkey Ha.
      assert (Hin : In a (shares w persons)).
      { apply Permutation_in with (concat keys); trivial.
        apply in_concat. now exists key. }
      unfold shares in Hin. apply in_concat in Hin. destruct Hin as [of_one [Hof Ha']].
      apply in_map_iff in Hof. destruct Hof as [t [<- _]].
      apply repeat_spec in Ha'. subst. apply Hw. }
    destruct keys as [|first others]; [simpl; lia|].
    assert (Hd : 0 < d) by (pose proof (Hsizes first (or_introl eq_refl)); lia).
    assert (Hkeys := keys_by_shares d (first :: others)
                       (fun key Hin => conj (Hsizes key Hin) (fun a => Hnonneg key a Hin))).
    rewrite (sum_permutation _ _ (Permutation_map (share_cost d) Hshares)) in Hkeys.
    assert (Hall : sum (map (share_cost d) (shares w persons)) <=
                   Z.of_nat (length persons) * bound).
    { clear - Hbound Hpositive Hmost Hd. unfold shares.
      induction persons as [|t persons IH]; [simpl; lia|].
      cbn [map concat length]. rewrite map_app, sum_app, map_repeated, sum_repeat, Nat2Z.inj_succ.
      specialize (IH (fun each Hin => Hmost each (or_intror Hin))).
      assert (Z.of_nat t * share_cost d (w t) <= bound).
      { destruct t as [|t]; [simpl; lia|].
        destruct (Hbound (S t) ltac:(pose proof (Hmost (S t) (or_introl eq_refl)); lia)).
        unfold share_cost. destruct (Z.max_spec (d * f (w (S t))) (f (d * w (S t)))) as [[_ ->]|[_ ->]];
          lia. }
      lia. }
    assert (Z.of_nat (length persons) * bound <= d * bound)
      by (apply Z.mul_le_mono_nonneg_r; lia).
    apply Z.mul_le_mono_pos_l with (p := d); lia.
  Qed.
End WorstKeys.
