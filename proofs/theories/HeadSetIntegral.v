(** The integral form of the head-set law,

      P(i) = p_i * integral from 0 to 1 of prod_{j <> i} (1 - t * p_j) dt,

    which is how the law is computed in one pass. The integrand is a polynomial, so the integral is
    a finite sum of its coefficients. *)
From Coq Require Import List Arith QArith Qcanon Lia Factorial.
From Scrim Require Import Rows FiniteSums HeadCount PermuteAndFlip.
Import ListNotations.
Open Scope Qc_scope.

(** ** Polynomials, lowest coefficient first *)

Definition polynomial := list Qc.

(** The coefficients of (a + b t) q, given the coefficient that is carried in from below. *)
Fixpoint times_from (carry a b : Qc) (q : polynomial) : polynomial :=
  match q with
  | [] => [carry]
  | c :: q' => carry + a * c :: times_from (b * c) a b q'
  end.

Definition times (a b : Qc) (q : polynomial) : polynomial := times_from 0 a b q.

(** The value at t. *)
Fixpoint evaluate (q : polynomial) (t : Qc) : Qc :=
  match q with
  | [] => 0
  | c :: q' => c + t * evaluate q' t
  end.

(** The integral from 0 to 1 of t^n q. *)
Fixpoint integral_from (n : nat) (q : polynomial) : Qc :=
  match q with
  | [] => 0
  | c :: q' => c / rational (S n) + integral_from (S n) q'
  end.

Definition integral : polynomial -> Qc := integral_from 0.

(** [times] multiplies. *)
Lemma times_from_evaluate carry a b q t :
  evaluate (times_from carry a b q) t = carry + (a + b * t) * evaluate q t.
Proof.
  revert carry. induction q as [|c q IH]; intros carry; simpl; [|rewrite IH]; ring.
Qed.

Theorem times_evaluate a b q t : evaluate (times a b q) t = (a + b * t) * evaluate q t.
Proof. unfold times. rewrite times_from_evaluate. ring. Qed.

(** ** The integral is linear in the factor *)

Lemma integral_times_from n carry a b q :
  integral_from n (times_from carry a b q) =
  carry / rational (S n) + a * integral_from n q + b * integral_from (S n) q.
Proof.
  revert n carry. induction q as [|c q IH]; intros n carry; cbn [times_from integral_from].
  - ring.
  - rewrite IH. unfold Qcdiv. ring.
Qed.

Lemma integral_times n a b q :
  integral_from n (times a b q) = a * integral_from n q + b * integral_from (S n) q.
Proof. unfold times. rewrite integral_times_from. unfold Qcdiv. ring. Qed.

(** ** The integral of t^m (1 - t)^n is m! n! / (m + n + 1)! *)

Fixpoint complement_power (n : nat) : polynomial :=
  match n with
  | O => [1]
  | S n' => times 1 (- (1)) (complement_power n')
  end.

Lemma fact_step (n : nat) : rational (fact (S n)) = rational (S n) * rational (fact n).
Proof. rewrite <- rational_mul. reflexivity. Qed.

Lemma integral_complement_power m n :
  integral_from m (complement_power n) =
  rational (fact m) * rational (fact n) / rational (fact (S (m + n))).
Proof.
  revert m. induction n as [|n IH]; intros m.
  - cbn [complement_power integral_from]. rewrite Nat.add_0_r, fact_step. simpl (fact 0).
    cbn [rational].
    pose proof (rational_nonzero m) as Hm. cbn [rational] in Hm. pose proof (fact_nonzero m).
    field. auto.
  - cbn [complement_power]. rewrite integral_times, !IH.
    replace (m + S n)%nat with (S (m + n)) by lia. replace (S m + n)%nat with (S (m + n)) by lia.
    rewrite (fact_step m), (fact_step n), (fact_step (S (m + n))).
    pose proof (fact_nonzero (S (m + n))) as Hf.
    pose proof (rational_nonzero (S (m + n))) as Hr.
    cbn [rational] in Hr |- *. rewrite rational_add in Hr |- *. field. auto.
Qed.

Lemma integral_complement_power_0 n : integral (complement_power n) = 1 / rational (S n).
Proof.
  unfold integral. rewrite integral_complement_power, Nat.add_0_l, fact_step. simpl (fact 0).
  pose proof (fact_nonzero n). pose proof (rational_nonzero n).
  replace (rational 1) with 1 by (simpl; ring). field. auto.
Qed.

(** ** The law *)

Section HeadSetIntegral.
  Context {A : Type} `{Distinguishable A}.
  Variable p : A -> Qc.

  (** The coefficients of the product of 1 - t p_j over j in s. *)
  Fixpoint all_tails (s : list A) : polynomial :=
    match s with
    | [] => [1]
    | j :: s' => times 1 (- p j) (all_tails s')
    end.

  Theorem all_tails_evaluate (s : list A) (t : Qc) :
    evaluate (all_tails s) t = product (fun j => 1 - t * p j) s.
  Proof.
    induction s as [|j s IH]; cbn [all_tails].
    - simpl. unfold product. simpl. ring.
    - rewrite times_evaluate, product_cons, IH. ring.
  Qed.

  Lemma expect_integral (s : list A) (m : nat) :
    expect p s (fun n => integral_from m (complement_power n)) = integral_from m (all_tails s).
  Proof.
    revert m. induction s as [|j s IH]; intros m; [reflexivity|].
    cbn [expect all_tails complement_power].
    rewrite integral_times, <- !IH.
    rewrite (expect_ext p s (fun n => integral_from m (times 1 (- (1)) (complement_power n)))
               (fun n => integral_from m (complement_power n) +
                         - (1) * integral_from (S m) (complement_power n)))
      by (intros n; rewrite integral_times; ring).
    rewrite expect_plus, expect_scale. ring.
  Qed.

  (** Both mechanisms return i with this probability. *)
  Theorem permute_and_flip_integral (s : list A) (i : A) :
    NoDup s -> In i s ->
    permute_and_flip p s i = p i * integral (all_tails (remove same_row i s)).
  Proof.
    intros Hs Hi. rewrite permute_and_flip_closed_form by assumption. f_equal.
    unfold integral. rewrite <- expect_integral. apply expect_ext. intros n.
    symmetry. apply integral_complement_power_0.
  Qed.
End HeadSetIntegral.
