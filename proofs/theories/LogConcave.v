(** Log-concave numbers: their sums, where they are smallest, and which of their products are. *)
From Coq Require Import List ZArith QArith Qpower Lia Lqa Qfield.
From Scrim Require Import RationalPowers KeyThresholds.
Import ListNotations.
Open Scope Z_scope.

(** * Distribution functions of log-concave laws are log-concave *)
Section DistributionFunctions.
  Open Scope Q_scope.

  (** Weights of the values lowest, lowest + 1, ... *)
  Variable weight : nat -> Q.
  Hypothesis weight_positive : forall n, 0 < weight n.
  Hypothesis weight_log_concave : forall n,
    weight n * weight (S (S n)) <= weight (S n) * weight (S n).

  Fixpoint up_to (n : nat) : Q :=
    match n with O => weight O | S n' => up_to n' + weight n end.

  Lemma up_to_positive (n : nat) : 0 < up_to n.
  Proof. induction n as [|n IH]; simpl; [apply weight_positive|]. pose proof (weight_positive (S n)). lra. Qed.

  (** What is added falls, as a part of what is there. *)
  Lemma added_falls (n : nat) : up_to n * weight (S n) <= up_to (S n) * weight n.
  Proof.
    induction n as [|n IH].
    - simpl. pose proof (weight_positive 0). pose proof (weight_positive 1).
      pose proof (Qmult_lt_0_compat _ _ H H). lra.
    - pose proof (weight_positive n) as H0. pose proof (weight_positive (S n)) as H1.
      pose proof (up_to_positive n) as Hup.
      assert (H : up_to n * weight (S (S n)) <= up_to (S n) * weight (S n)).
      { apply (cancel_le (weight n)); [exact H0|].
        pose proof (scale_le _ _ _ (Qlt_le_weak _ _ Hup) (weight_log_concave n)).
        pose proof (scale_le _ _ _ (Qlt_le_weak _ _ H1) IH). lra. }
      change (up_to (S (S n))) with (up_to (S n) + weight (S (S n))).
      change (up_to (S n)) with (up_to n + weight (S n)) in *. lra.
  Qed.

  Theorem distribution_function_log_concave (n : nat) :
    up_to n * up_to (S (S n)) <= up_to (S n) * up_to (S n).
  Proof.
    pose proof (added_falls (S n)) as H.
    change (up_to (S (S n))) with (up_to (S n) + weight (S (S n))) in *.
    assert (E : up_to n == up_to (S n) - weight (S n)) by (simpl; ring).
    rewrite E. lra.
  Qed.
End DistributionFunctions.

(** Geometric tails: what is not told, 1 - y with a tail y that falls by q with each row less. *)
Theorem geometric_rest_log_concave (q y : Q) :
  (0 < q -> 0 <= y -> (1 - q * y) * (1 - / q * y) <= (1 - y) * (1 - y))%Q.
Proof.
  intros Hq Hy.
  assert (H : (0 <= y * ((1 - q) * (1 - q) * / q))%Q).
  { apply Qmult_le_0_compat; [exact Hy|]. apply Qmult_le_0_compat.
    - destruct (Qlt_le_dec q 1); [apply Qmult_le_0_compat; lra|].
      setoid_replace ((1 - q) * (1 - q))%Q with ((q - 1) * (q - 1))%Q by ring.
      apply Qmult_le_0_compat; lra.
    - apply Qlt_le_weak, Qinv_lt_0_compat. exact Hq. }
  assert (E : ((1 - y) * (1 - y) - (1 - q * y) * (1 - / q * y) == y * ((1 - q) * (1 - q) * / q))%Q).
  { field. lra. }
  lra.
Qed.

(** * Numbers that are smallest at an end *)
Section Ends.
  Variable h : Z -> Q.
  Variables lo hi : Z.
  Hypothesis h_positive : forall m, lo <= m <= hi -> (0 < h m)%Q.
  Hypothesis h_log_concave : forall m, lo < m < hi -> (h (m - 1) * h (m + 1) <= h m * h m)%Q.

  Lemma falls_on (j : nat) (a : Z) :
    lo <= a -> a + 1 + Z.of_nat j <= hi -> (h (a + 1) <= h a)%Q ->
    (h (a + 1 + Z.of_nat j) <= h (a + Z.of_nat j))%Q.
  Proof.
    intros Ha. induction j as [|j IH]; intros Hj Hfall; [rewrite !Z.add_0_r; exact Hfall|].
    specialize (IH ltac:(lia) Hfall).
    assert (Hm := h_log_concave (a + 1 + Z.of_nat j) ltac:(lia)).
    replace (a + 1 + Z.of_nat j - 1) with (a + Z.of_nat j) in Hm by lia.
    replace (a + 1 + Z.of_nat j + 1) with (a + 1 + Z.of_nat (S j)) in Hm by lia.
    replace (a + Z.of_nat (S j)) with (a + 1 + Z.of_nat j) by lia.
    assert (H0 : (0 < h (a + Z.of_nat j))%Q) by (apply h_positive; lia).
    assert (H1 : (0 < h (a + 1 + Z.of_nat j))%Q) by (apply h_positive; lia).
    apply (cancel_le (h (a + Z.of_nat j))); [exact H0|].
    pose proof (scale_le _ _ _ (Qlt_le_weak _ _ H1) IH). lra.
  Qed.

  Lemma lower_from (j : nat) (a m : Z) :
    lo <= a -> (h (a + 1) <= h a)%Q -> a <= m -> m + Z.of_nat j <= hi ->
    (h (m + Z.of_nat j) <= h m)%Q.
  Proof.
    intros Ha Hfall Ham. induction j as [|j IH]; intros Hj; [rewrite Z.add_0_r; lra|].
    specialize (IH ltac:(lia)).
    pose proof (falls_on (Z.to_nat (m + Z.of_nat j - a)) a Ha ltac:(lia) Hfall) as H.
    replace (a + 1 + Z.of_nat (Z.to_nat (m + Z.of_nat j - a))) with (m + Z.of_nat (S j)) in H by lia.
    replace (a + Z.of_nat (Z.to_nat (m + Z.of_nat j - a))) with (m + Z.of_nat j) in H by lia. lra.
  Qed.

  Lemma least_from (n : nat) (a m : Z) :
    lo <= a -> a + Z.of_nat n = hi -> a <= m <= hi -> (h a <= h m)%Q \/ (h hi <= h m)%Q.
  Proof.
    revert a. induction n as [|n IH]; intros a Ha Hn Hm.
    - left. replace m with a by lia. lra.
    - destruct (Z.eq_dec m a) as [->|Hne]; [left; lra|].
      destruct (Qlt_le_dec (h a) (h (a + 1))) as [Hrise|Hfall].
      + destruct (IH (a + 1) ltac:(lia) ltac:(lia) ltac:(lia)) as [H|H]; [left; lra|right; exact H].
      + right. pose proof (lower_from (Z.to_nat (hi - m)) a m Ha Hfall ltac:(lia) ltac:(lia)) as H.
        now replace (m + Z.of_nat (Z.to_nat (hi - m))) with hi in H by lia.
  Qed.

  Theorem least_at_an_end (m : Z) : lo <= m <= hi -> (h lo <= h m)%Q \/ (h hi <= h m)%Q.
  Proof. intros Hm. apply (least_from (Z.to_nat (hi - lo))); lia. Qed.
End Ends.

(** * As unevenly as it goes, for products *)
Section Products.
  (** What is left of a key with k rows beyond the first, as a part of what is left with one. *)
  Variable u : Z -> Q.
  Variable w : Z.
  Hypothesis w_positive : 0 < w.
  Hypothesis u_zero : (u 0 == 1)%Q.
  Hypothesis u_positive : forall k, 0 <= k <= w -> (0 < u k)%Q.
  Hypothesis u_falls : forall k, 0 <= k < w -> (u (k + 1) <= u k)%Q.
  Hypothesis u_log_concave : forall k, 0 < k < w -> (u (k - 1) * u (k + 1) <= u k * u k)%Q.

  Lemma ratio_falls (j : nat) (a : Z) :
    0 <= a -> a + Z.of_nat j + 1 <= w ->
    (u a * u (a + Z.of_nat j + 1) <= u (a + 1) * u (a + Z.of_nat j))%Q.
  Proof.
    intros Ha. induction j as [|j IH]; intros Hj; [rewrite Z.add_0_r; lra|].
    specialize (IH ltac:(lia)). set (b := a + Z.of_nat j) in *.
    replace (a + Z.of_nat (S j)) with (b + 1) by (unfold b; lia).
    assert (Hc := u_log_concave (b + 1) ltac:(unfold b in *; lia)).
    replace (b + 1 - 1) with b in Hc by lia.
    assert (Hb : (0 < u b)%Q) by (apply u_positive; unfold b in *; lia).
    assert (Hb1 : (0 < u (b + 1))%Q) by (apply u_positive; unfold b in *; lia).
    assert (Ha0 : (0 < u a)%Q) by (apply u_positive; unfold b in *; lia).
    apply (cancel_le (u b)); [exact Hb|].
    pose proof (scale_le _ _ _ (Qlt_le_weak _ _ Ha0) Hc).
    pose proof (scale_le _ _ _ (Qlt_le_weak _ _ Hb1) IH). lra.
  Qed.

  Lemma more_rows_cost_more (y : nat) (x x' : Z) :
    0 <= x -> x <= x' -> x' + Z.of_nat y <= w ->
    (u x * u (x' + Z.of_nat y) <= u (x + Z.of_nat y) * u x')%Q.
  Proof.
    intros Hx Hxx'. induction y as [|y IH]; intros Hy; [rewrite !Z.add_0_r; lra|].
    specialize (IH ltac:(lia)).
    pose proof (ratio_falls (Z.to_nat (x' - x)) (x + Z.of_nat y) ltac:(lia) ltac:(lia)) as H.
    replace (x + Z.of_nat y + Z.of_nat (Z.to_nat (x' - x))) with (x' + Z.of_nat y) in H by lia.
    replace (x' + Z.of_nat (S y)) with (x' + Z.of_nat y + 1) by lia.
    replace (x + Z.of_nat (S y)) with (x + Z.of_nat y + 1) by lia.
    assert (H1 : (0 < u (x' + Z.of_nat y))%Q) by (apply u_positive; lia).
    assert (H2 : (0 < u (x' + Z.of_nat y + 1))%Q) by (apply u_positive; lia).
    assert (H3 : (0 < u x')%Q) by (apply u_positive; lia).
    apply (cancel_le (u (x' + Z.of_nat y))); [exact H1|].
    pose proof (scale_le _ _ _ (Qlt_le_weak _ _ H2) IH).
    pose proof (scale_le _ _ _ (Qlt_le_weak _ _ H3) H). lra.
  Qed.

  (** As many keys with w as there are, and the rest in one. *)
  Definition uneven_product (d : Z) : Q := (u w ^ (d / w) * u (d mod w))%Q.

  Lemma u_w_positive : (0 < u w)%Q.
  Proof. apply u_positive. lia. Qed.

  Lemma uneven_product_positive (d : Z) : (0 < uneven_product d)%Q.
  Proof.
    apply Qmult_lt_0_compat; [apply power_positive, u_w_positive|].
    apply u_positive. pose proof (Z.mod_pos_bound d w w_positive). lia.
  Qed.

  Lemma uneven_product_takes_one_more (k d : Z) :
    0 <= k <= w -> 0 <= d -> (uneven_product (k + d) <= u k * uneven_product d)%Q.
  Proof.
    intros Hk Hd. unfold uneven_product.
    pose proof (Z.mod_pos_bound d w w_positive) as Hr.
    pose proof (Z.div_mod d w ltac:(lia)) as Hdiv.
    set (q := d / w) in *. set (r := d mod w) in *.
    pose proof (power_positive (u w) u_w_positive q) as Hp.
    destruct (Z_lt_ge_dec (k + r) w) as [Hlt|Hge].
    - replace ((k + d) / w) with q by (apply (Z.div_unique _ _ _ (k + r)); lia).
      replace ((k + d) mod w) with (k + r) by (apply (Z.mod_unique _ _ q); lia).
      assert (Hinc := more_rows_cost_more (Z.to_nat r) 0 k ltac:(lia) ltac:(lia) ltac:(lia)).
      rewrite Z2Nat.id, Z.add_0_l, u_zero in Hinc by lia.
      pose proof (scale_le _ _ _ (Qlt_le_weak _ _ Hp) Hinc). lra.
    - replace ((k + d) / w) with (q + 1) by (apply (Z.div_unique _ _ _ (k + r - w)); lia).
      replace ((k + d) mod w) with (k + r - w) by (apply (Z.mod_unique _ _ (q + 1)); lia).
      assert (Hinc := more_rows_cost_more (Z.to_nat (w - k)) (k + r - w) k
                        ltac:(lia) ltac:(lia) ltac:(lia)).
      rewrite Z2Nat.id in Hinc by lia.
      replace (k + r - w + (w - k)) with r in Hinc by lia.
      replace (k + (w - k)) with w in Hinc by lia.
      rewrite (power_plus (u w) u_w_positive). change (u w ^ 1)%Q with (u w).
      pose proof (scale_le _ _ _ (Qlt_le_weak _ _ Hp) Hinc). lra.
  Qed.

  Fixpoint product_of (r : list Z) : Q := match r with [] => 1%Q | k :: r => (u k * product_of r)%Q end.

  (** No way to spread rows over keys leaves less. *)
  Theorem uneven_is_worst_product (r : list Z) :
    Forall (fun k => 0 <= k <= w) r -> 0 <= sum r /\ (uneven_product (sum r) <= product_of r)%Q.
  Proof.
    induction 1 as [|k r Hk Hr [IH1 IH2]]; simpl.
    - split; [lia|]. unfold uneven_product. rewrite Z.div_0_l, Z.mod_0_l, u_zero by lia.
      simpl. lra.
    - split; [lia|]. pose proof (uneven_product_takes_one_more k (sum r) Hk IH1).
      pose proof (u_positive k Hk) as Hu. pose proof (scale_le _ _ _ (Qlt_le_weak _ _ Hu) IH2). lra.
  Qed.

  Lemma u_at_most_one (k : Z) : 0 <= k <= w -> (u k <= 1)%Q.
  Proof.
    intros Hk. rewrite <- (Z2Nat.id k) by lia. assert (Hn : Z.of_nat (Z.to_nat k) <= w) by lia.
    induction (Z.to_nat k) as [|n IH]; [simpl; rewrite u_zero; lra|].
    specialize (IH ltac:(lia)). pose proof (u_falls (Z.of_nat n) ltac:(lia)) as H.
    replace (Z.of_nat (S n)) with (Z.of_nat n + 1) by lia. lra.
  Qed.

  (** More rows never leave more. *)
  Lemma uneven_product_falls (j : nat) (d : Z) :
    0 <= d -> (uneven_product (d + Z.of_nat j) <= uneven_product d)%Q.
  Proof.
    intros Hd. induction j as [|j IH]; [rewrite Z.add_0_r; lra|].
    replace (d + Z.of_nat (S j)) with (1 + (d + Z.of_nat j)) by lia.
    pose proof (uneven_product_takes_one_more 1 (d + Z.of_nat j) ltac:(lia) ltac:(lia)).
    pose proof (u_at_most_one 1 ltac:(lia)) as H1.
    pose proof (uneven_product_positive (d + Z.of_nat j)) as Hp.
    pose proof (Qmult_le_compat_r _ _ _ H1 (Qlt_le_weak _ _ Hp)). lra.
  Qed.

  (** Between multiples of w it is log-concave; at those it is a power. *)
  Lemma uneven_product_log_concave (d : Z) :
    d mod w <> 0 ->
    (uneven_product (d - 1) * uneven_product (d + 1) <= uneven_product d * uneven_product d)%Q.
  Proof.
    intros Hd. unfold uneven_product.
    pose proof (Z.mod_pos_bound d w w_positive) as Hr. pose proof (Z.div_mod d w ltac:(lia)) as Hdiv.
    set (q := d / w) in *. set (r := d mod w) in *.
    replace ((d - 1) / w) with q by (apply (Z.div_unique _ _ _ (r - 1)); lia).
    replace ((d - 1) mod w) with (r - 1) by (apply (Z.mod_unique _ _ q); lia).
    pose proof (power_positive (u w) u_w_positive q) as Hp.
    assert (Hnext : (u w ^ ((d + 1) / w) * u ((d + 1) mod w) == u w ^ q * u (r + 1))%Q).
    { destruct (Z.eq_dec (r + 1) w) as [E|E].
      - replace ((d + 1) / w) with (q + 1) by (apply (Z.div_unique _ _ _ 0); lia).
        replace ((d + 1) mod w) with 0 by (apply (Z.mod_unique _ _ (q + 1)); lia).
        rewrite (power_plus (u w) u_w_positive), u_zero, E. change (u w ^ 1)%Q with (u w). ring.
      - replace ((d + 1) / w) with q by (apply (Z.div_unique _ _ _ (r + 1)); lia).
        replace ((d + 1) mod w) with (r + 1) by (apply (Z.mod_unique _ _ q); lia). reflexivity. }
    rewrite Hnext. pose proof (u_log_concave r ltac:(lia)) as H.
    assert (Hpp : (0 <= u w ^ q * u w ^ q)%Q) by (apply Qmult_le_0_compat; lra).
    pose proof (scale_le _ _ _ Hpp H). lra.
  Qed.

  Lemma uneven_product_multiple (a : Z) : (uneven_product (a * w) == u w ^ a)%Q.
  Proof. unfold uneven_product. rewrite Z.div_mul, Z.mod_mul, u_zero by lia. ring. Qed.
End Products.
