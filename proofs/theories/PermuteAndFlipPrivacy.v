(** Permute-and-flip is private: with weights w_i = exp(score_i / scale) and scores within range
    distance ln r * scale, no probability changes by more than a factor r. *)
From Coq Require Import List Arith QArith Qcanon Lia Permutation Factorial.
From Scrim Require Import Rows Orders FiniteSums HeadCount Thinning PermuteAndFlip BoundedRange
  Peeling.
Import ListNotations.
Open Scope Qc_scope.

(** ** One round *)

Lemma ratio_is_probability (a b : Qc) : 0 < a -> 0 < b -> a <= b -> 0 <= a / b <= 1.
Proof.
  intros Ha Hb Hab. pose proof (positive_inverse b Hb) as Hi. split.
  - apply nonneg_mult; now apply Qclt_le_weak.
  - replace 1 with (b * / b) by (apply Qcmult_inv_r; now apply positive_nonzero).
    apply Qcmult_le_compat_r; [exact Hab|now apply Qclt_le_weak].
Qed.

Lemma permute_and_flip_nonneg {A : Type} `{Distinguishable A} (p : A -> Qc) (s : list A) (i : A) :
  are_probabilities p s -> 0 <= permute_and_flip p s i.
Proof.
  intros Hp. unfold permute_and_flip. apply nonneg_mult.
  - replace 0 with (sum (fun _ : list A => 0) (orders s)) by (rewrite sum_constant; ring).
    apply sum_le. intros o Ho. apply orders_are_permutations in Ho.
    assert (Ho' : are_probabilities p o) by (intros j Hj; apply Hp; now rewrite Ho).
    clear Ho. induction o as [|j o IH]; simpl; [apply Qcle_refl|].
    destruct (Ho' j (or_introl eq_refl)) as [Hj0 Hj1].
    rewrite <- (Qcplus_0_l 0). apply Qcplus_le_compat.
    + destruct (same_row j i); [exact Hj0|apply Qcle_refl].
    + apply nonneg_mult; [now apply difference_nonneg|].
      apply IH. intros j' Hj'. apply Ho'. now right.
  - rewrite orders_number. pose proof (lt_O_fact (length s)).
    destruct (fact (length s)) as [|n]; [lia|].
    apply Qclt_le_weak, positive_inverse, rational_positive.
Qed.

(** The coins of the mechanism: exp(-(best - score) / scale). *)
Definition coin {A : Type} (w : A -> Qc) (best j : A) : Qc := w j / w best.

(** No candidate of s has a larger weight. *)
Definition is_best {A : Type} (w : A -> Qc) (s : list A) (best : A) : Prop :=
  In best s /\ forall j, In j s -> w j <= w best.

Section Privacy.
  Context {A : Type} `{Distinguishable A}.
  Variables (w w' : A -> Qc) (r : Qc) (s : list A) (best best' : A).
  Hypothesis candidates_distinct : NoDup s.
  Hypothesis weights_positive : forall j, 0 < w j.
  Hypothesis weights_positive' : forall j, 0 < w' j.
  Hypothesis best_is_best : is_best w s best.
  Hypothesis best_is_best' : is_best w' s best'.
  (** The range distance of the scores is at most ln r * scale. *)
  Hypothesis weights_within_range : forall i j, w i * w' j <= r * (w' i * w j).

  (** P(i) <= r * P'(i) for every candidate i: MaxDivergence at most ln r. *)
  Theorem permute_and_flip_private (i : A) :
    In i s -> permute_and_flip (coin w best) s i <= r * permute_and_flip (coin w' best') s i.
  Proof.
    intros Hi. rewrite !permute_and_flip_closed_form by assumption.
    change (fun n => 1 / rational (S n)) with reciprocal.
    set (coins := coin w best). set (coins' := coin w' best').
    set (others := remove same_row i s).
    assert (Hothers : forall j, In j others -> In j s) by (intros j Hj; now apply in_remove in Hj).
    destruct best_is_best as [Hb Hmax], best_is_best' as [Hb' Hmax'].
    pose proof (weights_positive i) as Wi. pose proof (weights_positive' i) as Wi'.
    pose proof (weights_positive best) as Wb. pose proof (weights_positive' best') as Wb'.
    pose proof (positive_nonzero _ Wi) as Ni. pose proof (positive_nonzero _ Wi') as Ni'.
    pose proof (positive_nonzero _ Wb) as Nb. pose proof (positive_nonzero _ Wb') as Nb'.
    assert (Hcoin : are_probabilities coins others)
      by (intros j Hj; apply ratio_is_probability; auto).
    assert (Hcoin' : are_probabilities coins' others)
      by (intros j Hj; apply ratio_is_probability; auto).
    assert (Hr : 0 < r).
    { assert (H0 : 0 < r * (w' i * w i)).
      { apply Qclt_le_trans with (w i * w' i); [|apply weights_within_range].
        now apply positive_mult. }
      destruct (Qclt_le_dec 0 r) as [Hlt|Hle]; [exact Hlt|exfalso].
      assert (Hneg : r * (w' i * w i) <= 0 * (w' i * w i))
        by (apply Qcmult_le_compat_r; [exact Hle|now apply Qclt_le_weak, positive_mult]).
      rewrite Qcmult_0_l in Hneg. now apply (Qclt_not_le _ _ H0). }
    pose proof (positive_nonzero _ Hr) as Nr.
    (* The neighbour's coins, thinned by lambda, are no likelier than the coins. *)
    set (lambda := (w i * w' best') / (r * (w' i * w best))).
    assert (Hden : 0 < r * (w' i * w best)) by (repeat apply positive_mult; assumption).
    assert (Hlambda : 0 <= lambda <= 1).
    { apply ratio_is_probability; [now apply positive_mult|exact Hden|].
      apply Qcle_trans with (r * (w' i * w best')); [apply weights_within_range|].
      apply mult_le_l; [|now apply Qclt_le_weak].
      apply mult_le_l; [now apply Hmax|now apply Qclt_le_weak]. }
    assert (Hthin : forall j, In j others -> lambda * coins' j <= coins j).
    { intros j Hj. unfold lambda, coins, coins', coin.
      replace (w i * w' best' / (r * (w' i * w best)) * (w' j / w' best'))
        with ((w i * w' j) * (/ (r * (w' i * w best)))) by (field; auto).
      replace (w j / w best) with ((r * (w' i * w j)) * (/ (r * (w' i * w best))))
        by (field; auto).
      apply Qcmult_le_compat_r; [apply weights_within_range|].
      now apply Qclt_le_weak, positive_inverse. }
    assert (Hthinned : are_probabilities (fun j => lambda * coins' j) others).
    { intros j Hj. destruct (Hcoin' j Hj) as [Hc0 _], (Hcoin j Hj) as [_ Hc1]. split.
      - apply nonneg_mult; [apply Hlambda|exact Hc0].
      - apply Qcle_trans with (coins j); auto. }
    assert (Hfewer : expect coins others reciprocal <=
                     expect (fun j => lambda * coins' j) others reciprocal)
      by (apply expect_decreasing; auto using reciprocal_decreasing).
    pose proof (expect_thinned_reciprocal lambda Hlambda coins' others Hcoin') as Hscaled.
    (* With E, E', E_thinned the three expectations of reciprocal:
       coins i * E <= coins i * E_thinned = r * coins' i * (lambda * E_thinned)
                   <= r * coins' i * E'. *)
    apply Qcle_trans with (coins i * expect (fun j => lambda * coins' j) others reciprocal).
    - apply mult_le_l; [exact Hfewer|]. apply ratio_is_probability; auto.
    - replace (coins i) with (r * coins' i * lambda)
        by (unfold coins, coins', coin, lambda; field; auto).
      replace (r * coins' i * lambda * expect (fun j => lambda * coins' j) others reciprocal)
        with ((lambda * expect (fun j => lambda * coins' j) others reciprocal) * (r * coins' i))
        by ring.
      replace (r * (coins' i * expect coins' others reciprocal))
        with (expect coins' others reciprocal * (r * coins' i)) by ring.
      apply Qcmult_le_compat_r; [exact Hscaled|].
      apply nonneg_mult; [now apply Qclt_le_weak|]. apply ratio_is_probability; auto.
  Qed.
End Privacy.

(** ** Peeled k times *)

Section Peeled.
  Context {A : Type} `{Distinguishable A}.
  Variables (w w' : A -> Qc) (r : Qc) (best best' : list A -> A).
  Hypothesis weights_positive : forall j, 0 < w j.
  Hypothesis weights_positive' : forall j, 0 < w' j.
  Hypothesis weights_within_range : forall i j, w i * w' j <= r * (w' i * w j).
  (** Every round compares with the best of the candidates that are left. *)
  Hypothesis best_is_best : forall s, s <> [] -> is_best w s (best s).
  Hypothesis best_is_best' : forall s, s <> [] -> is_best w' s (best' s).

  Definition choose_left (v : A -> Qc) (best_of : list A -> A) (s : list A) (i : A) : Qc :=
    permute_and_flip (coin v (best_of s)) s i.

  (** Top k by peeled permute-and-flip: MaxDivergence k * ln r. *)
  Theorem peeled_permute_and_flip_private (k : nat) (s chosen : list A) :
    NoDup s -> sequence k s chosen ->
    peel (choose_left w best) s chosen <= r ^ k * peel (choose_left w' best') s chosen.
  Proof.
    apply peeling_private.
    - intros t i Hi. unfold choose_left. apply permute_and_flip_nonneg. intros j Hj.
      destruct (best_is_best t) as [_ Hmax]; [intros ->; contradiction|].
      apply ratio_is_probability; auto.
    - intros t i Ht Hi. unfold choose_left.
      assert (t <> []) by (intros ->; contradiction).
      apply permute_and_flip_private; auto.
  Qed.
End Peeled.

(** ** What permute-and-flip is not *)

(** Two candidates of equal weight; in the neighbour the second has weight 1/2, so r = 2. The
    factor 2 is attained, by the second candidate. The bounded range is ln 3, more than ln 2: a
    bound that needs bounded range, such as epsilon^2 / 8 for zero-concentrated privacy, must not
    be charged for permute-and-flip. *)
Theorem permute_and_flip_not_bounded_range :
  let candidates := [0; 1]%Z in
  let law := permute_and_flip (fun _ : Z => 1) candidates in
  let law' := permute_and_flip (fun i => if (i =? 0)%Z then 1 else Q2Qc (1 # 2)) candidates in
  law 1%Z = Q2Qc 2 * law' 1%Z /\
  law 1%Z * law' 0%Z = Q2Qc 3 * (law' 1%Z * law 0%Z) /\
  ~ within_range (Q2Qc 2) (fun i => In i candidates) law law'.
Proof.
  cbv zeta. split; [now apply Qc_is_canon|]. split; [now apply Qc_is_canon|].
  intros Hrange. assert (Hle := Hrange 1%Z 0%Z ltac:(simpl; auto) ltac:(simpl; auto)).
  vm_compute in Hle. now apply Hle.
Qed.
