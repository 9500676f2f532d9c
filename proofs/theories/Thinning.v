(** The expectation of 1 / (1 + heads) when coins become less likely to show heads: it grows, but by
    no more than the factor by which all of them were thinned. *)
From Coq Require Import List Arith QArith Qcanon Lia.
From Scrim Require Import Orders FiniteSums HeadCount.
Import ListNotations.
Open Scope Qc_scope.

(** The closed form of the law averages 1 / (1 + heads). *)
Definition reciprocal (n : nat) : Qc := 1 / rational (S n).

Lemma reciprocal_decreasing (n : nat) : reciprocal (S n) <= reciprocal n.
Proof.
  apply le_of_difference. unfold reciprocal.
  pose proof (rational_nonzero n) as Hn. pose proof (rational_nonzero (S n)) as Hn'.
  replace (1 / rational (S n) - 1 / rational (S (S n)))
    with (/ rational (S n) * / rational (S (S n))).
  - apply nonneg_mult; apply Qclt_le_weak, positive_inverse, rational_positive.
  - cbn [rational] in *. field. auto.
Qed.

(** ** Mixtures *)

Lemma mixture_le (p a a' b b' : Qc) :
  0 <= p <= 1 -> a <= a' -> b <= b' -> p * a + (1 - p) * b <= p * a' + (1 - p) * b'.
Proof.
  intros [Hp Hp'] Ha Hb. apply Qcplus_le_compat; apply mult_le_l; auto.
  now apply difference_nonneg.
Qed.

Lemma mixture_decreasing (p q a b : Qc) :
  q <= p -> a <= b -> p * a + (1 - p) * b <= q * a + (1 - q) * b.
Proof.
  intros Hq Ha. apply le_of_difference.
  replace (q * a + (1 - q) * b - (p * a + (1 - p) * b)) with ((p - q) * (b - a)) by ring.
  apply nonneg_mult; now apply difference_nonneg.
Qed.

Section Expectations.
  Context {A : Type}.
  Implicit Types (p q : A -> Qc) (s : list A) (g h : nat -> Qc).

  Definition are_probabilities p s : Prop := forall j, In j s -> 0 <= p j <= 1.

  Lemma expect_le p s g h :
    are_probabilities p s -> (forall n, g n <= h n) -> expect p s g <= expect p s h.
  Proof.
    intros Hp. revert g h. induction s as [|a s IH]; intros g h Hgh; simpl; [apply Hgh|].
    assert (Hs : are_probabilities p s) by (intros j Hj; apply Hp; now right).
    apply mixture_le; [apply Hp; now left| |]; apply IH; auto.
  Qed.

  Lemma expect_nonneg p s g :
    are_probabilities p s -> (forall n, 0 <= g n) -> 0 <= expect p s g.
  Proof.
    intros Hp Hg. rewrite <- (expect_constant p s 0). now apply expect_le.
  Qed.

  (** More heads make a decreasing function of their number smaller. *)
  Lemma expect_decreasing p q s g :
    are_probabilities p s -> are_probabilities q s -> (forall j, In j s -> q j <= p j) ->
    (forall n, g (S n) <= g n) -> expect p s g <= expect q s g.
  Proof.
    intros Hp Hq Hle. revert g. induction s as [|a s IH]; intros g Hg; simpl; [apply Qcle_refl|].
    assert (Hps : are_probabilities p s) by (intros j Hj; apply Hp; now right).
    assert (Hqs : are_probabilities q s) by (intros j Hj; apply Hq; now right).
    assert (Hles : forall j, In j s -> q j <= p j) by (intros j Hj; apply Hle; now right).
    apply Qcle_trans with (q a * expect p s (fun n => g (S n)) + (1 - q a) * expect p s g).
    - apply mixture_decreasing; [apply Hle; now left|]. now apply expect_le.
    - apply mixture_le; [apply Hq; now left| |]; apply IH; auto.
  Qed.
End Expectations.

(** ** Thinning: keep each head with probability lambda *)

Section Thinning.
  Variable lambda : Qc.
  Hypothesis lambda_is_probability : 0 <= lambda <= 1.

  (** The expectation of g over the heads among n coins of probability lambda. *)
  Definition binomial (n : nat) (g : nat -> Qc) : Qc :=
    expect (fun _ : unit => lambda) (repeat tt n) g.

  Lemma expect_thinned {A : Type} (p : A -> Qc) (s : list A) (g : nat -> Qc) :
    expect (fun j => lambda * p j) s g = expect p s (fun n => binomial n g).
  Proof.
    revert g. induction s as [|a s IH]; intros g; [reflexivity|].
    cbn [expect]. rewrite !IH.
    rewrite (expect_ext p s (fun n => binomial (S n) g)
               (fun n => lambda * binomial n (fun m => g (S m)) + (1 - lambda) * binomial n g))
      by reflexivity.
    rewrite expect_plus, !expect_scale. ring.
  Qed.

  Lemma binomial_reciprocal_step (n : nat) :
    rational (S (S n)) * binomial (S n) reciprocal =
    1 + (1 - lambda) * (rational (S n) * binomial n reciprocal).
  Proof.
    unfold binomial.
    pose proof (expect_picks (fun _ : unit => lambda) (repeat tt (S n)) reciprocal) as Hpicks.
    rewrite repeat_length in Hpicks.
    rewrite (sum_ext _ (fun _ =>
      (1 - lambda) * expect (fun _ : unit => lambda) (repeat tt n) reciprocal)) in Hpicks.
    - rewrite sum_constant, picks_length, repeat_length in Hpicks.
      transitivity (expect (fun _ : unit => lambda) (repeat tt (S n))
                      (fun h => 1 + (rational (S n) - rational h) * reciprocal h)).
      + rewrite <- expect_scale. apply expect_ext. intros h. unfold reciprocal.
        pose proof (rational_nonzero h) as Hh. cbn [rational] in *. field. exact Hh.
      + rewrite expect_plus, expect_constant, <- Hpicks. ring.
    - intros [[] rest] Hin. apply picks_rest_length in Hin. rewrite repeat_length in Hin.
      cbn [fst snd]. f_equal. f_equal. injection Hin as ->. clear.
      induction rest as [|[] rest IH]; [reflexivity|]. cbn [length repeat]. now f_equal.
  Qed.

  Lemma thinned_reciprocal (n : nat) : lambda * binomial n reciprocal <= reciprocal n.
  Proof.
    enough (Hn : lambda * (rational (S n) * binomial n reciprocal) <= 1).
    { apply le_of_difference. apply difference_nonneg in Hn.
      replace (reciprocal n - lambda * binomial n reciprocal)
        with ((1 - lambda * (rational (S n) * binomial n reciprocal)) * / rational (S n)).
      - apply nonneg_mult; [exact Hn|]. apply Qclt_le_weak, positive_inverse, rational_positive.
      - unfold reciprocal. field. apply rational_nonzero. }
    induction n as [|n IH].
    - unfold binomial. cbn [repeat expect]. unfold reciprocal.
      replace (lambda * (rational 1 * (1 / rational 1))) with lambda
        by (field; apply rational_nonzero).
      apply lambda_is_probability.
    - rewrite binomial_reciprocal_step.
      replace (lambda * (1 + (1 - lambda) * (rational (S n) * binomial n reciprocal)))
        with (lambda * 1 + (1 - lambda) * (lambda * (rational (S n) * binomial n reciprocal)))
        by ring.
      replace 1 with (lambda * 1 + (1 - lambda) * 1) at 3 by ring.
      apply mixture_le; [exact lambda_is_probability|apply Qcle_refl|exact IH].
  Qed.

  Lemma expect_thinned_reciprocal {A : Type} (p : A -> Qc) (s : list A) :
    are_probabilities p s ->
    lambda * expect (fun j => lambda * p j) s reciprocal <= expect p s reciprocal.
  Proof.
    intros Hp. rewrite expect_thinned, <- expect_scale. apply expect_le; [exact Hp|].
    apply thinned_reciprocal.
  Qed.
End Thinning.
