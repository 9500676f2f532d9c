(** From points of a curve to a distribution of losses on a grid: at every point its delta is at
    least that of the curve, where tails are at least what the points say. *)
From Coq Require Import List ZArith QArith Qpower Qminmax Lia Lqa.
From Scrim Require Import RationalPowers LossLaws LossDistributions LossPlans.
Import ListNotations.
Open Scope Z_scope.

Section Dots.
  Variable q : Q.
  Hypothesis q_positive : (0 < q)%Q.
  Hypothesis q_below_one : (q < 1)%Q.
  Variable s : Z.
  Hypothesis s_positive : 0 < s.

  (** e^-step *)
  Let p : Q := (q ^ s)%Q.
  Let p_positive : (0 < p)%Q.
  Proof. now apply power_positive. Qed.
  Let p_below_one : (p < 1)%Q.
  Proof. now apply power_below_one. Qed.

  (** The numerator of delta at the loss x, e^epsilon = q^-x. *)
  Definition delta_at (x : Z) (l : law) : Q := value (hockey_stick (q ^ (- x)) q) 1 l.

  Lemma stick_above (x l : Z) : x <= l -> (hockey_stick (q ^ (- x)) q l == 1 - q ^ (l - x))%Q.
  Proof.
    intros Hl. unfold hockey_stick. rewrite <- power_plus by exact q_positive.
    replace (- x + l) with (l - x) by lia. apply Q.max_r.
    pose proof (power_at_most_one q q_positive (l - x) (Qlt_le_weak _ _ q_below_one) ltac:(lia)). lra.
  Qed.

  Lemma stick_below (x l : Z) : l <= x -> (hockey_stick (q ^ (- x)) q l == 0)%Q.
  Proof.
    intros Hl. unfold hockey_stick. rewrite <- power_plus by exact q_positive. apply Q.max_l.
    pose proof (power_at_most_one q q_positive (x - l) (Qlt_le_weak _ _ q_below_one) ltac:(lia)) as H.
    pose proof (power_positive q q_positive (- x + l)) as H0.
    assert (E : (q ^ (x - l) * q ^ (- x + l) == 1)%Q).
    { rewrite <- power_plus by exact q_positive. now replace (x - l + (- x + l)) with 0 by lia. }
    pose proof (Qmult_le_compat_r _ _ _ H (Qlt_le_weak _ _ H0)). lra.
  Qed.

  (** From one point to the one before, for losses that lie at or above the first: a share 1 - e^-step
      of the tail, and the rest of what is there. *)
  Lemma sticks_of_step (x o : Z) (ws : list Z) :
    x <= o ->
    (value_of (hockey_stick (q ^ (- (x - s))) q) (points o s ws) ==
     (1 - p) * inject_Z (total ws) + p * value_of (hockey_stick (q ^ (- x)) q) (points o s ws))%Q.
  Proof.
    revert o. induction ws as [|w ws IH]; intros o Hx; cbn [points value_of total].
    - change (inject_Z 0) with 0%Q. ring.
    - rewrite IH by lia. rewrite (stick_above (x - s)), (stick_above x), inject_Z_plus by lia.
      replace (o - (x - s)) with (s + (o - x)) by lia. rewrite power_plus by exact q_positive.
      fold p. ring.
  Qed.

  (** A loss that does not lie above a point does not count there. *)
  Lemma delta_at_point (o : Z) (w : Z) (ws : list Z) (infinite : Z) :
    (delta_at o (Law (points o s (w :: ws)) infinite) ==
     delta_at o (Law (points (o + s) s ws) infinite))%Q.
  Proof.
    unfold delta_at, value. cbn [finite LossLaws.infinite points value_of].
    rewrite stick_below by lia. ring.
  Qed.

  Lemma delta_before (o : Z) (ws : list Z) (infinite : Z) :
    (delta_at (o - s) (Law (points o s ws) infinite) ==
     (1 - p) * inject_Z (total ws + infinite) + p * delta_at o (Law (points o s ws) infinite))%Q.
  Proof.
    unfold delta_at, value. cbn [finite LossLaws.infinite].
    rewrite (sticks_of_step o o) by lia. rewrite inject_Z_plus. ring.
  Qed.

  (** Values at points from the one before the first loss on, the last one at the last loss; each is
      at least that of the curve, h. A tail is at least what two neighbouring values say. *)
  Fixpoint connected (values : list Q) (ws : list Z) (infinite : Z) : Prop :=
    match values, ws with
    | [last], [] => (last <= inject_Z infinite)%Q
    | here :: (next :: _) as rest, w :: ws' =>
        (here + (here - next) * (p / (1 - p)) <= inject_Z (total ws + infinite))%Q /\
        connected rest ws' infinite
    | _, _ => False
    end.

  (** Then delta is at least each value, at its point. *)
  Theorem dots_are_covered (values : list Q) (ws : list Z) (o infinite : Z) :
    connected values ws infinite ->
    forall first rest, values = first :: rest ->
    (first <= delta_at (o - s) (Law (points o s ws) infinite))%Q.
  Proof.
    revert values o. induction ws as [|w ws IH]; intros values o Hc first rest ->.
    - destruct rest; [|destruct Hc]. cbn [connected] in Hc. unfold delta_at, value.
      cbn [finite LossLaws.infinite points value_of]. lra.
    - destruct rest as [|next rest]; [destruct Hc|]. destruct Hc as [Htail Hc].
      specialize (IH (next :: rest) (o + s) Hc next rest eq_refl).
      replace (o + s - s) with o in IH by lia.
      rewrite delta_before, delta_at_point.
      assert (Hgap : (0 <= 1 - p)%Q) by lra.
      pose proof (scale_le _ _ _ Hgap Htail) as H1.
      pose proof (scale_le _ _ _ (Qlt_le_weak _ _ p_positive) IH) as H2.
      assert (E : ((1 - p) * (first + (first - next) * (p / (1 - p))) == first - p * next)%Q).
      { field. lra. }
      rewrite E in H1. lra.
  Qed.

  (** Before a point from which on all mass lies, where tails were cut to the whole: a curve that is
      convex in e^epsilon and at most the whole at its start stays below. *)
  Theorem before_all_mass (k : nat) (h : nat -> Q) (o : Z) (ws : list Z) (infinite : Z) :
    (forall i, (h (S i) <= (1 - p) * inject_Z (total ws + infinite) + p * h i)%Q) ->
    (h O <= delta_at o (Law (points o s ws) infinite))%Q ->
    (h k <= delta_at (o - Z.of_nat k * s) (Law (points o s ws) infinite))%Q.
  Proof.
    intros Hconvex H0. induction k as [|k IH]; [now rewrite Z.sub_0_r|].
    specialize (Hconvex k).
    assert (E : (delta_at (o - Z.of_nat (S k) * s) (Law (points o s ws) infinite) ==
                 (1 - p) * inject_Z (total ws + infinite) +
                 p * delta_at (o - Z.of_nat k * s) (Law (points o s ws) infinite))%Q).
    { replace (o - Z.of_nat (S k) * s) with (o - Z.of_nat k * s - s) by lia.
      unfold delta_at, value. cbn [finite LossLaws.infinite].
      rewrite (sticks_of_step (o - Z.of_nat k * s) o) by nia. rewrite inject_Z_plus. ring. }
    rewrite E. pose proof (scale_le _ _ _ (Qlt_le_weak _ _ p_positive) IH). lra.
  Qed.
End Dots.
