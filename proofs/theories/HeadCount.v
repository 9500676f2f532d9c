(** Expectations of functions of the number of heads among independent coins. *)
From Coq Require Import List Arith QArith Qcanon Lia.
From Scrim Require Import Orders FiniteSums.
Import ListNotations.
Open Scope Qc_scope.

Section HeadCount.
  Context {A : Type}.
  (** The coin of a shows heads with probability p a. *)
  Variable p : A -> Qc.
  Implicit Types (s : list A) (g h : nat -> Qc).

  Fixpoint expect s g : Qc :=
    match s with
    | [] => g O
    | a :: s' => p a * expect s' (fun n => g (S n)) + (1 - p a) * expect s' g
    end.

  Lemma expect_ext s g h : (forall n, g n = h n) -> expect s g = expect s h.
  Proof.
    revert g h. induction s as [|a s IH]; intros g h Heq; simpl; [apply Heq|].
    now rewrite (IH g h), (IH (fun n => g (S n)) (fun n => h (S n))) by auto.
  Qed.

  Lemma expect_scale s (k : Qc) g : expect s (fun n => k * g n) = k * expect s g.
  Proof.
    revert g. induction s as [|a s IH]; intros g; simpl; [reflexivity|].
    rewrite (IH g), (IH (fun n => g (S n))). ring.
  Qed.

  Lemma expect_plus s g h : expect s (fun n => g n + h n) = expect s g + expect s h.
  Proof.
    revert g h. induction s as [|a s IH]; intros g h; simpl; [reflexivity|].
    rewrite (IH g h), (IH (fun n => g (S n)) (fun n => h (S n))). ring.
  Qed.

  Lemma expect_constant s (k : Qc) : expect s (fun _ => k) = k.
  Proof. induction s as [|a s IH]; simpl; [reflexivity|]. rewrite IH. ring. Qed.

  (** Leave out one coin that shows tails: over all coins, this counts every outcome once for each
      of its tails. *)
  Lemma expect_picks s g :
    sum (fun pick => (1 - p (fst pick)) * expect (snd pick) g) (picks s) =
    expect s (fun n => (rational (length s) - rational n) * g n).
  Proof.
    revert g. induction s as [|a s IH]; intros g; [unfold sum; simpl; ring|].
    simpl picks. rewrite sum_cons, sum_map. simpl fst. simpl snd. simpl expect.
    rewrite (sum_ext _ (fun pick =>
      p a * ((1 - p (fst pick)) * expect (snd pick) (fun n => g (S n))) +
      (1 - p a) * ((1 - p (fst pick)) * expect (snd pick) g))) by (intros; ring).
    rewrite sum_plus, !sum_scale, !IH.
    rewrite (expect_ext s (fun n => (1 + rational (length s) - (1 + rational n)) * g (S n))
               (fun n => (rational (length s) - rational n) * g (S n))) by (intros; simpl; ring).
    rewrite (expect_ext s (fun n => (1 + rational (length s) - rational n) * g n)
               (fun n => (rational (length s) - rational n) * g n + g n))
      by (intros; simpl; ring).
    rewrite expect_plus. ring.
  Qed.
End HeadCount.
