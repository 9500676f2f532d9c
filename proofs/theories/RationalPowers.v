(** Rationals: integers among them, their order under products, and powers. *)
From Coq Require Import ZArith QArith Qpower Lia Lqa.
Open Scope Z_scope.

Lemma inject_nonneg w : 0 <= w -> (0 <= inject_Z w)%Q.
Proof. intros Hw. now rewrite (Zle_Qle 0) in Hw. Qed.

Lemma inject_positive w : 0 < w -> (0 < inject_Z w)%Q.
Proof. intros Hw. now rewrite (Zlt_Qlt 0) in Hw. Qed.

Lemma scale_le (c a b : Q) : (0 <= c)%Q -> (a <= b)%Q -> (c * a <= c * b)%Q.
Proof. intros Hc Hab. rewrite !(Qmult_comm c). now apply Qmult_le_compat_r. Qed.

Lemma cancel_le (c a b : Q) : (0 < c)%Q -> (c * a <= c * b)%Q -> (a <= b)%Q.
Proof. intros Hc. now rewrite Qmult_le_l. Qed.

(** * Powers of a positive number *)
Section Powers.
  Variable q : Q.
  Hypothesis q_positive : (0 < q)%Q.

  Lemma q_not_zero : ~ (q == 0)%Q.
  Proof. lra. Qed.

  Lemma power_plus m n : (q ^ (m + n) == q ^ m * q ^ n)%Q.
  Proof. apply Qpower_plus, q_not_zero. Qed.

  Lemma power_nat_positive n : (0 < q ^ (Z.of_nat n))%Q.
  Proof.
    induction n as [|n IH]; [reflexivity|]. rewrite Nat2Z.inj_succ, <- Z.add_1_r, power_plus.
    change (q ^ 1)%Q with q. rewrite <- (Qmult_0_l q). now apply Qmult_lt_compat_r.
  Qed.

  Lemma power_positive n : (0 < q ^ n)%Q.
  Proof.
    destruct (Z_le_gt_dec 0 n) as [Hn|Hn].
    - rewrite <- (Z2Nat.id n Hn). apply power_nat_positive.
    - assert (H : (q ^ n * q ^ (- n) == 1)%Q).
      { rewrite <- power_plus, Z.add_opp_diag_r. reflexivity. }
      assert (Hm : (0 < q ^ (- n))%Q).
      { rewrite <- (Z2Nat.id (- n)) by lia. apply power_nat_positive. }
      destruct (Qlt_le_dec 0 (q ^ n)) as [Hlt|Hle]; [exact Hlt|].
      pose proof (Qmult_le_compat_r _ _ _ Hle (Qlt_le_weak _ _ Hm)). lra.
  Qed.

  Lemma power_at_most_one n : (q <= 1)%Q -> 0 <= n -> (q ^ n <= 1)%Q.
  Proof.
    intros Hq Hn. rewrite <- (Z2Nat.id n Hn). induction (Z.to_nat n) as [|m IH]; [simpl; lra|].
    rewrite Nat2Z.inj_succ, <- Z.add_1_r, power_plus. change (q ^ 1)%Q with q.
    pose proof (power_nat_positive m). pose proof (scale_le _ _ _ (Qlt_le_weak _ _ H) Hq). lra.
  Qed.

  Lemma power_below_one n : (q < 1)%Q -> 0 < n -> (q ^ n < 1)%Q.
  Proof.
    intros Hq Hn. replace n with (n - 1 + 1) by lia. rewrite power_plus.
    change (q ^ 1)%Q with q.
    pose proof (power_at_most_one (n - 1) (Qlt_le_weak _ _ Hq) ltac:(lia)) as H.
    pose proof (Qmult_le_compat_r _ _ q H ltac:(lra)). lra.
  Qed.
End Powers.
