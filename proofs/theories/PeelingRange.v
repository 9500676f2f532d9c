(** The bounded range of the exponential mechanism peeled k times.

    One step chooses i with probability w_i / (sum of w), w_i = exp(score_i / scale). Peeling
    repeats this on what is left. If the scores of two datasets are within range distance
    ln r * scale, one step has range r. It does not follow that k steps have range r^k: after
    different first choices the normalisers differ. What follows is r^(2k - 1). *)
From Coq Require Import List Arith QArith Qcanon Lia.
From Scrim Require Import Rows FiniteSums BoundedRange Peeling.
Import ListNotations.
Open Scope Qc_scope.

(** One step of the exponential mechanism. *)
Definition exponential_choice {A : Type} (w : A -> Qc) (s : list A) (i : A) : Qc := w i / sum w s.

Notation peel w := (Peeling.peel (exponential_choice w)).

Section PeelingRange.
  Context {A : Type} `{Distinguishable A}.

  Variables (w w' : A -> Qc) (r : Qc).
  Hypothesis weights_positive : forall i, 0 < w i.
  Hypothesis weights_positive' : forall i, 0 < w' i.
  Hypothesis weights_within_range : forall i j, w i * w' j <= r * (w' i * w j).

  Lemma total_positive (v : A -> Qc) (s : list A) (i : A) :
    (forall j, 0 < v j) -> In i s -> 0 < sum v s.
  Proof.
    intros Hv Hi. destruct s as [|a s]; [contradiction|]. clear Hi.
    rewrite sum_cons, <- (Qcplus_0_r 0).
    apply Qclt_le_trans with (v a + 0).
    - rewrite !Qcplus_0_r. apply Hv.
    - apply Qcplus_le_compat; [apply Qcle_refl|]. induction s as [|b s IH]; [apply Qcle_refl|].
      rewrite sum_cons, <- (Qcplus_0_l 0).
      apply Qcplus_le_compat; [apply Qclt_le_weak, Hv|exact IH].
  Qed.

  Lemma exponential_choice_nonneg (v : A -> Qc) :
    (forall j, 0 < v j) -> nonnegative (exponential_choice v).
  Proof.
    intros Hv s i Hi. apply nonneg_mult; [apply Qclt_le_weak, Hv|].
    apply Qclt_le_weak, positive_inverse, (total_positive v s i); assumption.
  Qed.

  (** The normalisers of two sets of candidates change by factors within r of one another. *)
  Lemma normalisers (s t : list A) : sum w' s * sum w t <= r * (sum w s * sum w' t).
  Proof.
    rewrite !sum_product, <- sum_scale. apply sum_le. intros i _.
    rewrite <- sum_scale. apply sum_le. intros j _.
    rewrite (Qcmult_comm (w' i)), (Qcmult_comm (w i)). apply weights_within_range.
  Qed.

  (** One step from one set of candidates: the normalisers cancel. *)
  Lemma step_same_set (s : list A) (i j : A) :
    In i s -> (w i / sum w s) * (w' j / sum w' s) <= r * ((w' i / sum w' s) * (w j / sum w s)).
  Proof.
    intros Hi.
    assert (Hw : 0 < sum w s) by (now apply (total_positive w s i)).
    assert (Hw' : 0 < sum w' s) by (now apply (total_positive w' s i)).
    replace ((w i / sum w s) * (w' j / sum w' s))
      with ((w i * w' j) * (/ sum w s * / sum w' s)) by (unfold Qcdiv; ring).
    replace (r * ((w' i / sum w' s) * (w j / sum w s)))
      with ((r * (w' i * w j)) * (/ sum w s * / sum w' s)) by (unfold Qcdiv; ring).
    apply Qcmult_le_compat_r; [apply weights_within_range|].
    apply nonneg_mult; apply Qclt_le_weak, positive_inverse; assumption.
  Qed.

  (** One step from two sets: they do not, and cost a further factor r. *)
  Lemma step_two_sets (s t : list A) (i j : A) :
    In i s -> In j t ->
    (w i / sum w s) * (w' j / sum w' t) <= (r * r) * ((w' i / sum w' s) * (w j / sum w t)).
  Proof.
    intros Hi Hj.
    assert (Hs : 0 < sum w s) by (now apply (total_positive w s i)).
    assert (Hs' : 0 < sum w' s) by (now apply (total_positive w' s i)).
    assert (Ht : 0 < sum w t) by (now apply (total_positive w t j)).
    assert (Ht' : 0 < sum w' t) by (now apply (total_positive w' t j)).
    pose proof (positive_nonzero _ Hs). pose proof (positive_nonzero _ Hs').
    pose proof (positive_nonzero _ Ht). pose proof (positive_nonzero _ Ht').
    set (d := / sum w s * / sum w' s * / sum w t * / sum w' t).
    replace ((w i / sum w s) * (w' j / sum w' t))
      with ((w i * w' j) * (sum w' s * sum w t) * d) by (unfold d; field; auto).
    replace ((r * r) * ((w' i / sum w' s) * (w j / sum w t)))
      with ((r * (w' i * w j)) * (r * (sum w s * sum w' t)) * d) by (unfold d; field; auto).
    apply Qcmult_le_compat_r.
    - apply mult_le; [apply weights_within_range|apply normalisers| |];
        apply nonneg_mult; apply Qclt_le_weak; auto.
    - unfold d. repeat apply nonneg_mult; apply Qclt_le_weak, positive_inverse; assumption.
  Qed.

  Lemma peel_two_sets (k : nat) (s t chosen chosen' : list A) :
    sequence k s chosen -> sequence k t chosen' ->
    peel w s chosen * peel w' t chosen' <=
    r ^ (2 * k) * (peel w' s chosen * peel w t chosen').
  Proof.
    revert s t chosen chosen'.
    induction k as [|k IH]; intros s t [|i chosen] [|j chosen'] Hs Ht;
      try contradiction; [discriminate|].
    destruct Hs as [Hi Hs], Ht as [Hj Ht]. cbn [Peeling.peel]. unfold exponential_choice at 1 3 5 7.
    replace (2 * S k)%nat with (S (S (2 * k))) by lia.
    change (r ^ S (S (2 * k))) with (r * (r * r ^ (2 * k))).
    set (s' := remove same_row i s) in *. set (t' := remove same_row j t) in *.
    specialize (IH s' t' chosen chosen' Hs Ht).
    pose proof (step_two_sets s t i j Hi Hj) as Hstep.
    replace (w i / sum w s * peel w s' chosen * (w' j / sum w' t * peel w' t' chosen'))
      with ((w i / sum w s * (w' j / sum w' t)) * (peel w s' chosen * peel w' t' chosen')) by ring.
    replace (r * (r * r ^ (2 * k)) *
             (w' i / sum w' s * peel w' s' chosen * (w j / sum w t * peel w t' chosen')))
      with ((r * r * (w' i / sum w' s * (w j / sum w t))) *
            (r ^ (2 * k) * (peel w' s' chosen * peel w t' chosen'))) by ring.
    apply mult_le; [exact Hstep|exact IH| |].
    - repeat apply nonneg_mult; try (apply Qclt_le_weak; auto; fail);
        apply Qclt_le_weak, positive_inverse;
        [apply (total_positive w s i)|apply (total_positive w' t j)]; auto.
    - apply nonneg_mult; [apply (peel_nonneg _ k)|apply (peel_nonneg _ k)];
        auto using exponential_choice_nonneg.
  Qed.

  (** Range r per step gives range at most r^(2k + 1) to k + 1 steps: the first step costs ln r,
      each further step 2 ln r. *)
  Theorem peeling_range (k : nat) (s : list A) :
    within_range (r ^ (2 * k + 1)) (sequence (S k) s) (peel w s) (peel w' s).
  Proof.
    intros [|i chosen] [|j chosen'] Hs Ht; try contradiction.
    destruct Hs as [Hi Hs], Ht as [Hj Ht]. cbn [Peeling.peel]. unfold exponential_choice at 1 3 5 7.
    replace (2 * k + 1)%nat with (S (2 * k)) by lia.
    change (r ^ S (2 * k)) with (r * r ^ (2 * k)).
    set (s' := remove same_row i s) in *. set (t' := remove same_row j s) in *.
    pose proof (peel_two_sets k s' t' chosen chosen' Hs Ht) as Hlater.
    pose proof (step_same_set s i j Hi) as Hstep.
    replace (w i / sum w s * peel w s' chosen * (w' j / sum w' s * peel w' t' chosen'))
      with ((w i / sum w s * (w' j / sum w' s)) * (peel w s' chosen * peel w' t' chosen')) by ring.
    replace (r * r ^ (2 * k) *
             (w' i / sum w' s * peel w' s' chosen * (w j / sum w s * peel w t' chosen')))
      with ((r * (w' i / sum w' s * (w j / sum w s))) *
            (r ^ (2 * k) * (peel w' s' chosen * peel w t' chosen'))) by ring.
    apply mult_le; [exact Hstep|exact Hlater| |].
    - repeat apply nonneg_mult; try (apply Qclt_le_weak; auto; fail);
        apply Qclt_le_weak, positive_inverse;
        [apply (total_positive w s i)|apply (total_positive w' s i)]; auto.
    - apply nonneg_mult; [apply (peel_nonneg _ k)|apply (peel_nonneg _ k)];
        auto using exponential_choice_nonneg.
  Qed.
End PeelingRange.

(** Four candidates of equal weight 1; in the neighbour the first two have weight 1/2. One step has
    range 2. Two steps have range 5: more than 2 * 2. *)
Definition equal_weights (i : Z) : Qc := 1.
Definition two_halved (i : Z) : Qc := if (i <? 2)%Z then Q2Qc (1 # 2) else 1.

Theorem peeling_twice_exceeds_twice_the_range :
  let candidates := [0; 1; 2; 3]%Z in
  within_range (Q2Qc 2) (fun i => In i candidates)
    (fun i => peel equal_weights candidates [i]) (fun i => peel two_halved candidates [i]) /\
  ~ within_range (Q2Qc 2 * Q2Qc 2) (sequence 2 candidates)
      (peel equal_weights candidates) (peel two_halved candidates).
Proof.
  cbv zeta. split.
  - intros i j Hi Hj. simpl in Hi, Hj.
    repeat match goal with Hor : _ \/ _ |- _ => destruct Hor as [<-|Hor] end;
      try contradiction; vm_compute; discriminate.
  - intros Hrange.
    assert (Hle := Hrange [0; 1]%Z [2; 3]%Z ltac:(cbn; auto 6) ltac:(cbn; auto 6)).
    vm_compute in Hle. now apply Hle.
Qed.

(** For two steps the exponent 3 cannot be lowered: with range 2 per step they come within a
    hundredth of 2^3. The first choice is dominant, the second negligible beside the two candidates
    whose weights do not change. *)
Definition uneven_weights (i : Z) : Qc :=
  match i with
  | 0%Z => 1
  | 1%Z => Q2Qc (1 # 100000000)
  | _ => Q2Qc (1 # 10000)
  end.
Definition uneven_halved (i : Z) : Qc := uneven_weights i * two_halved i.

Theorem peeling_range_approached :
  let candidates := [0; 1; 2; 3]%Z in
  within_range (Q2Qc 2) (fun i => In i candidates)
    (fun i => peel uneven_weights candidates [i]) (fun i => peel uneven_halved candidates [i]) /\
  ~ within_range (Q2Qc (799 # 100)) (sequence 2 candidates)
      (peel uneven_weights candidates) (peel uneven_halved candidates).
Proof.
  cbv zeta. split.
  - intros i j Hi Hj. simpl in Hi, Hj.
    repeat match goal with Hor : _ \/ _ |- _ => destruct Hor as [<-|Hor] end;
      try contradiction; vm_compute; discriminate.
  - intros Hrange.
    assert (Hle := Hrange [0; 1]%Z [2; 3]%Z ltac:(cbn; auto 6) ltac:(cbn; auto 6)).
    vm_compute in Hle. now apply Hle.
Qed.
