(** Finite sums of rationals. Qc holds rationals in lowest terms: equal numbers are equal terms. *)
From Coq Require Import List Arith QArith Qcanon Lia Factorial.
Import ListNotations.
Open Scope Qc_scope.

Fixpoint rational (n : nat) : Qc :=
  match n with
  | O => 0
  | S n' => 1 + rational n'
  end.

Lemma rational_nonneg (n : nat) : 0 <= rational n.
Proof.
  induction n as [|n IH]; simpl; [apply Qcle_refl|].
  rewrite <- (Qcplus_0_l 0). apply Qcplus_le_compat; [discriminate|exact IH].
Qed.

Lemma rational_positive (n : nat) : 0 < rational (S n).
Proof.
  simpl. apply Qclt_le_trans with 1; [reflexivity|]. rewrite <- (Qcplus_0_r 1) at 1.
  apply Qcplus_le_compat; [apply Qcle_refl|apply rational_nonneg].
Qed.

Lemma positive_nonzero (a : Qc) : 0 < a -> a <> 0.
Proof. intros Ha ->. discriminate. Qed.

Lemma rational_nonzero (n : nat) : rational (S n) <> 0.
Proof. apply positive_nonzero, rational_positive. Qed.

Lemma rational_add (m n : nat) : rational (m + n) = rational m + rational n.
Proof. induction m as [|m IH]; simpl; [|rewrite IH]; ring. Qed.

Lemma rational_mul (m n : nat) : rational (m * n) = rational m * rational n.
Proof. induction m as [|m IH]; simpl; [|rewrite rational_add, IH]; ring. Qed.

Lemma fact_nonzero (n : nat) : rational (fact n) <> 0.
Proof. pose proof (lt_O_fact n). destruct (fact n); [lia|apply rational_nonzero]. Qed.

(** ** Order *)

Lemma nonneg_mult (a b : Qc) : 0 <= a -> 0 <= b -> 0 <= a * b.
Proof. intros Ha Hb. rewrite <- (Qcmult_0_l b). now apply Qcmult_le_compat_r. Qed.

Lemma positive_mult (a b : Qc) : 0 < a -> 0 < b -> 0 < a * b.
Proof. intros Ha Hb. rewrite <- (Qcmult_0_l b). now apply Qcmult_lt_compat_r. Qed.

Lemma mult_le_l (a b c : Qc) : a <= b -> 0 <= c -> c * a <= c * b.
Proof. intros Hab Hc. rewrite !(Qcmult_comm c). now apply Qcmult_le_compat_r. Qed.

Lemma mult_le (a b c d : Qc) : a <= b -> c <= d -> 0 <= a -> 0 <= c -> a * c <= b * d.
Proof.
  intros Hab Hcd Ha Hc. apply Qcle_trans with (b * c).
  - now apply Qcmult_le_compat_r.
  - apply mult_le_l; [exact Hcd|]. now apply Qcle_trans with a.
Qed.

Lemma positive_inverse (a : Qc) : 0 < a -> 0 < / a.
Proof.
  intros Ha. destruct (Qclt_le_dec 0 (/ a)) as [Hlt|Hle]; [exact Hlt|]. exfalso.
  assert (H1 : / a * a <= 0 * a) by (apply Qcmult_le_compat_r; [exact Hle|now apply Qclt_le_weak]).
  rewrite Qcmult_inv_l, Qcmult_0_l in H1 by (now apply positive_nonzero).
  apply H1. reflexivity.
Qed.

Lemma le_of_difference (a b : Qc) : 0 <= b - a -> a <= b.
Proof. intros Hd. apply Qcle_minus_iff. exact Hd. Qed.

Lemma difference_nonneg (a b : Qc) : a <= b -> 0 <= b - a.
Proof. intros Hle. apply -> Qcle_minus_iff. exact Hle. Qed.

(** ** Sums *)

Definition sum {X : Type} (f : X -> Qc) (l : list X) : Qc := fold_right Qcplus 0 (map f l).
Definition product {X : Type} (f : X -> Qc) (l : list X) : Qc := fold_right Qcmult 1 (map f l).

Section Sums.
  Context {X Y : Type}.
  Implicit Types (f g : X -> Qc) (l : list X).

  Lemma sum_cons f a l : sum f (a :: l) = f a + sum f l.
  Proof. reflexivity. Qed.

  Lemma sum_app f l l' : sum f (l ++ l') = sum f l + sum f l'.
  Proof.
    induction l as [|a l IH]; simpl; rewrite ?sum_cons, ?IH; [unfold sum at 2; simpl|]; ring.
  Qed.

  Lemma sum_ext f g l : (forall a, In a l -> f a = g a) -> sum f l = sum g l.
  Proof. intros Heq. unfold sum. f_equal. now apply map_ext_in. Qed.

  Lemma sum_scale f (k : Qc) l : sum (fun a => k * f a) l = k * sum f l.
  Proof. induction l as [|a l IH]; [unfold sum; simpl|rewrite !sum_cons, IH]; ring. Qed.

  Lemma sum_le f g l : (forall a, In a l -> f a <= g a) -> sum f l <= sum g l.
  Proof.
    intros Hle. induction l as [|a l IH]; [apply Qcle_refl|]. rewrite !sum_cons.
    apply Qcplus_le_compat; [apply Hle; now left|]. apply IH. intros b Hb. apply Hle. now right.
  Qed.

  Lemma sum_plus f g l : sum (fun a => f a + g a) l = sum f l + sum g l.
  Proof. induction l as [|a l IH]; [unfold sum; simpl|rewrite !sum_cons, IH]; ring. Qed.

  Lemma sum_constant (k : Qc) l : sum (fun _ => k) l = rational (length l) * k.
  Proof. induction l as [|a l IH]; [unfold sum; simpl|rewrite sum_cons, IH; simpl]; ring. Qed.

  Lemma sum_map (f : Y -> Qc) (h : X -> Y) l : sum f (map h l) = sum (fun a => f (h a)) l.
  Proof. unfold sum. now rewrite map_map. Qed.

  Lemma product_cons f a l : product f (a :: l) = f a * product f l.
  Proof. reflexivity. Qed.

  Lemma product_zero f a l : In a l -> f a = 0 -> product f l = 0.
  Proof.
    intros Hin Hz. induction l as [|b l IH]; [contradiction|]. rewrite product_cons.
    destruct Hin as [->|Hin]; [rewrite Hz|rewrite IH by exact Hin]; ring.
  Qed.
End Sums.

Lemma sum_flat_map {X Y : Type} (f : Y -> Qc) (h : X -> list Y) (l : list X) :
  sum f (flat_map h l) = sum (fun a => sum f (h a)) l.
Proof. induction l as [|a l IH]; [reflexivity|]. simpl. now rewrite sum_app, sum_cons, IH. Qed.

Lemma sum_exchange {X Y : Type} (f : X -> Y -> Qc) (l : list X) (l' : list Y) :
  sum (fun a => sum (f a) l') l = sum (fun b => sum (fun a => f a b) l) l'.
Proof.
  induction l as [|a l IH].
  - unfold sum at 1. simpl. induction l' as [|b l' IH]; [reflexivity|].
    rewrite sum_cons, <- IH. unfold sum. simpl. ring.
  - rewrite sum_cons, IH, <- sum_plus. apply sum_ext. reflexivity.
Qed.

Lemma sum_product {X Y : Type} (f : X -> Qc) (g : Y -> Qc) (l : list X) (l' : list Y) :
  sum f l * sum g l' = sum (fun a => sum (fun b => f a * g b) l') l.
Proof.
  induction l as [|a l IH]; [unfold sum; simpl; ring|].
  rewrite !sum_cons, <- IH, sum_scale. ring.
Qed.
