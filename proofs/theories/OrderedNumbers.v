(** Numbers with a sum, a product and an order, as far as laws of noise need them.

    A theorem about all such numbers holds of the rationals, which are an instance below, and of the
    reals: nothing has to be carried over by continuity. There is no subtraction, so none can be
    misused; where 1 - p is meant a theorem has a number u with u + p = 1. *)
From Coq Require Import List Arith QArith Qcanon Lia Ring Ring_theory.
From Scrim Require Import FiniteSums.
Import ListNotations.

Class Ordered (K : Type) := {
  zero : K;
  one : K;
  plus : K -> K -> K;
  times : K -> K -> K;
  at_most : K -> K -> Prop;
  ordered_semi_ring : semi_ring_theory zero one plus times eq;
  at_most_refl : forall a, at_most a a;
  at_most_trans : forall a b c, at_most a b -> at_most b c -> at_most a c;
  at_most_plus : forall a b c d, at_most a b -> at_most c d -> at_most (plus a c) (plus b d);
  at_most_times : forall a b c, at_most zero c -> at_most a b -> at_most (times c a) (times c b);
  zero_at_most_one : at_most zero one
}.

Declare Scope ordered_scope.
Infix "+" := plus : ordered_scope.
Infix "*" := times : ordered_scope.
Infix "<=" := at_most : ordered_scope.
Notation "0" := zero : ordered_scope.
Notation "1" := one : ordered_scope.
Delimit Scope ordered_scope with K.

#[global] Instance ordered_rationals : Ordered Qc.
Proof.
  refine {| zero := 0%Qc; one := 1%Qc; plus := Qcplus; times := Qcmult; at_most := Qcle |}.
  - constructor; intros; ring.
  - apply Qcle_refl.
  - apply Qcle_trans.
  - intros a b c d. apply Qcplus_le_compat.
  - intros a b c Hc Hab. now apply mult_le_l.
  - discriminate.
Defined.

Section Ordered.
  Context {K : Type} `{Ordered K}.
  Add Ring ordered_ring : ordered_semi_ring.
  Implicit Types a b c : K.
  Open Scope ordered_scope.

  Lemma times_nonneg a b : 0 <= a -> 0 <= b -> 0 <= a * b.
  Proof. intros Ha Hb. replace 0 with (a * 0) by ring. now apply at_most_times. Qed.

  Lemma plus_nonneg a b : 0 <= a -> 0 <= b -> 0 <= a + b.
  Proof. intros Ha Hb. rewrite <- (SRadd_0_l ordered_semi_ring 0). now apply at_most_plus. Qed.

  Lemma times_zero a : a * 0 = 0.
  Proof. ring. Qed.

  Lemma times_sum a b c : a * (b + c) = a * b + a * c.
  Proof. ring. Qed.

  (** ** Powers *)

  Fixpoint power a (n : nat) : K :=
    match n with
    | O => 1
    | S n' => a * power a n'
    end.

  Lemma power_plus a (m n : nat) : power a (m + n) = power a m * power a n.
  Proof. induction m as [|m IH]; simpl; [|rewrite IH]; ring. Qed.

  Lemma power_nonneg a (n : nat) : 0 <= a -> 0 <= power a n.
  Proof.
    intros Ha. induction n as [|n IH]; simpl; [apply zero_at_most_one|now apply times_nonneg].
  Qed.

  Lemma power_inverse a b (n : nat) : a * b = 1 -> power a n * power b n = 1.
  Proof.
    intros Hab. induction n as [|n IH]; simpl; [ring|].
    replace (a * power a n * (b * power b n)) with ((a * b) * (power a n * power b n)) by ring.
    rewrite Hab, IH. ring.
  Qed.

  Lemma power_grows a (m n : nat) : 1 <= a -> (m <= n)%nat -> power a m <= power a n.
  Proof.
    intros Ha Hmn.
    assert (H0 : 0 <= a) by (apply at_most_trans with 1; [apply zero_at_most_one|auto]).
    induction Hmn as [|n Hmn IH]; [apply at_most_refl|].
    apply at_most_trans with (power a n); [auto|].
    simpl. replace (power a n) with (power a n * 1) at 1 by ring.
    replace (a * power a n) with (power a n * a) by ring.
    apply at_most_times; [now apply power_nonneg|exact Ha].
  Qed.

  (** ** Sums *)

  Definition total {X : Type} (f : X -> K) (l : list X) : K := fold_right plus 0 (map f l).

  Lemma total_cons {X : Type} (f : X -> K) (x : X) (l : list X) :
    total f (x :: l) = f x + total f l.
  Proof. reflexivity. Qed.

  (** ** Geometric noise: P[x] = u p^x with u + p = 1. *)

  (** All of its mass but p^n lies below n: it is a law, and a finite set of values has as much of
      it as one likes. *)
  Theorem geometric_mass (u p : K) (n : nat) :
    u + p = 1 -> total (fun x => u * power p x) (seq 0 n) + power p n = 1.
  Proof.
    intros Hup. induction n as [|n IH]; [unfold total; simpl; ring|].
    assert (Hlast : forall m k, total (fun x => u * power p x) (seq m (S k)) =
                                total (fun x => u * power p x) (seq m k) + u * power p (m + k)).
    { intros m k. revert m. induction k as [|k IHk]; intros m.
      - unfold total. simpl. rewrite Nat.add_0_r. ring.
      - change (seq m (S (S k))) with (m :: seq (S m) (S k)).
        rewrite total_cons, IHk. change (seq m (S k)) with (m :: seq (S m) k).
        rewrite total_cons. replace (S m + k)%nat with (m + S k)%nat by lia. ring. }
    rewrite Hlast. rewrite <- IH. simpl.
    transitivity (total (fun x => u * power p x) (seq 0 n) + (u + p) * power p n); [ring|].
    rewrite Hup. ring.
  Qed.
End Ordered.
