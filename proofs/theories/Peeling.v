(** Peeling: choose one candidate, take it out, choose again from what is left. *)
From Coq Require Import List Arith QArith Qcanon Lia.
From Scrim Require Import Rows FiniteSums.
Import ListNotations.
Open Scope Qc_scope.

Section Peeling.
  Context {A : Type} `{Distinguishable A}.

  (** [law s i]: the probability of choosing i from the candidates s. *)
  Implicit Types (law : list A -> A -> Qc) (s chosen : list A) (k : nat).

  (** The probability that peeling returns this sequence, best first. *)
  Fixpoint peel law s chosen : Qc :=
    match chosen with
    | [] => 1
    | i :: later => law s i * peel law (remove same_row i s) later
    end.

  (** A sequence of k different candidates. *)
  Fixpoint sequence k s chosen : Prop :=
    match k, chosen with
    | O, [] => True
    | S k', i :: later => In i s /\ sequence k' (remove same_row i s) later
    | _, _ => False
    end.

  Definition nonnegative law : Prop := forall s i, In i s -> 0 <= law s i.

  Lemma peel_nonneg law k s chosen :
    nonnegative law -> sequence k s chosen -> 0 <= peel law s chosen.
  Proof.
    intros Hlaw. revert s chosen. induction k as [|k IH]; intros s [|i chosen] Hseq;
      simpl in Hseq; try contradiction; [discriminate|].
    destruct Hseq as [Hi Hseq]. simpl. apply nonneg_mult; [now apply Hlaw|now apply IH].
  Qed.

  Lemma remove_distinct i s : NoDup s -> NoDup (remove same_row i s).
  Proof.
    intros Hs. induction Hs as [|a s Ha Hs IH]; simpl; [constructor|].
    destruct (same_row i a); [exact IH|]. constructor; [|exact IH].
    intros Hin. apply in_remove in Hin. tauto.
  Qed.

  (** If no probability of one step changes by more than a factor r, none of k steps changes by
      more than r^k: MaxDivergence k * ln r. *)
  Theorem peeling_private law law' (r : Qc) :
    nonnegative law ->
    (forall s i, NoDup s -> In i s -> law s i <= r * law' s i) ->
    forall k s chosen, NoDup s -> sequence k s chosen ->
                       peel law s chosen <= r ^ k * peel law' s chosen.
  Proof.
    intros Hlaw Hstep k. induction k as [|k IH]; intros s [|i chosen] Hs Hseq;
      simpl in Hseq; try contradiction; [discriminate|].
    destruct Hseq as [Hi Hseq]. simpl peel.
    change (r ^ S k) with (r * r ^ k).
    replace (r * r ^ k * (law' s i * peel law' (remove same_row i s) chosen))
      with ((r * law' s i) * (r ^ k * peel law' (remove same_row i s) chosen)) by ring.
    apply mult_le; auto.
    - apply IH; [now apply remove_distinct|exact Hseq].
    - now apply (peel_nonneg law k).
  Qed.
End Peeling.
