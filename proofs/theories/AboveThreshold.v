(** Above threshold is private: the law of the search under geometric noise, and what it costs.

    A run is the noise that was drawn: once for the threshold, and for each score that was looked
    at. Its probability is the product of those of its draws. There are infinitely many runs, so a
    probability of an event is the least number that no finite set of runs exceeds; and one such
    number is at most a factor times another if every finite set of runs on the left is at most the
    factor times some finite set on the right. That is what [no_likelier] says. *)
From Coq Require Import List Arith ZArith QArith Qcanon Lia FinFun Ring.
From Scrim Require Import FiniteSums ValueDistances OrderedNumbers ThresholdSearch.
Import ListNotations.

Section Law.
  Context {K : Type} `{Ordered K}.
  Add Ring law_ring : ordered_semi_ring.
  Open Scope ordered_scope.

  (** Noise on the threshold: P[x] = u p^x. Noise on a score: P[x] = v q^x. *)
  Variables (u p v q : K).

  Definition probability (r : run) : K :=
    u * power p (fst r) * fold_right times 1 (map (fun x => v * power q x) (snd r)).

  (** The probability of those of the runs, all different, that end with an outcome in the event. *)
  Definition mass (event : list (Z * Z) -> bool) (margins : list Z) (most : nat) (runs : list run) :
    K :=
    total (fun r => match outcome margins most r with
                    | Some found => if event found then probability r else 0
                    | None => 0
                    end) runs.

  (** The probability of every event changes by at most the factor; so does that of every event of
      what is computed from the outcome, such as positions alone, or [saturated_gaps]. *)
  Definition no_likelier (factor : K) (most : nat) (margins margins' : list Z) : Prop :=
    forall event runs, NoDup runs -> exists runs',
      NoDup runs' /\ mass event margins most runs <= factor * mass event margins' most runs'.

  Lemma probability_nonneg (r : run) : 0 <= u -> 0 <= p -> 0 <= v -> 0 <= q -> 0 <= probability r.
  Proof.
    intros Hu Hp Hv Hq. apply times_nonneg; [now apply times_nonneg; auto using power_nonneg|].
    induction (snd r) as [|x noise IH]; simpl; [apply zero_at_most_one|].
    apply times_nonneg; [now apply times_nonneg; auto using power_nonneg|exact IH].
  Qed.

  Lemma no_likelier_weakens (factor factor' : K) most margins margins' :
    0 <= u -> 0 <= p -> 0 <= v -> 0 <= q -> factor <= factor' ->
    no_likelier factor most margins margins' -> no_likelier factor' most margins margins'.
  Proof.
    intros Hu Hp Hv Hq Hle Hno event runs Hdup.
    destruct (Hno event runs Hdup) as (runs' & Hdup' & Hm).
    exists runs'. split; [exact Hdup'|]. apply at_most_trans with (1 := Hm).
    rewrite !(SRmul_comm ordered_semi_ring _ (mass _ _ _ _)). apply at_most_times; [|exact Hle].
    unfold mass. clear Hdup' Hm. induction runs' as [|r runs' IH]; [apply at_most_refl|].
    rewrite total_cons. apply plus_nonneg; [|exact IH].
    destruct (outcome margins' most r) as [found|]; [|apply at_most_refl].
    destruct (event found); [now apply probability_nonneg|apply at_most_refl].
  Qed.

  (** The inverses of the ratios: exp(1 / scale). *)
  Variables (a b : K).
  Hypothesis inverse_of_p : a * p = 1.
  Hypothesis inverse_of_q : b * q = 1.
  Hypothesis ratios : 0 <= u /\ 0 <= p /\ 0 <= v /\ 0 <= q /\ 1 <= a /\ 1 <= b.

  (** The shift lemma: noise that is larger by s is less likely by the factor a^s. *)
  Lemma shifted_power (x s : nat) : power p x = power a s * power p (x + s).
  Proof.
    rewrite power_plus. transitivity (power p x * (power a s * power p s)); [|ring].
    rewrite power_inverse by exact inverse_of_p. ring.
  Qed.

  Lemma shifted_draw (x s : nat) : v * power q x = power b s * (v * power q (x + s)).
  Proof.
    rewrite power_plus. transitivity (v * power q x * (power b s * power q s)); [|ring].
    rewrite power_inverse by exact inverse_of_q. ring.
  Qed.

  (** A run and its counterpart: exactly a^s b^(moves of the draws). *)
  Lemma counterpart_probability (s : Z) (margins margins' : list Z) (r : run) :
    probability r = power a (Z.to_nat s) *
                    power b (moved_by s margins margins' (Z.of_nat (fst r)) (snd r)) *
                    probability (counterpart s margins margins' r).
  Proof.
    destruct r as [bar noise]. unfold probability, counterpart. cbn [fst snd].
    pose (draws := fun noise => fold_right times 1 (map (fun x => v * power q x) noise)).
    enough (Hdraws : forall barz, draws noise = power b (moved_by s margins margins' barz noise) *
                                    draws (moved_draws s margins margins' barz noise)).
    { unfold draws in Hdraws. rewrite (Hdraws (Z.of_nat bar)).
      rewrite (shifted_power bar (Z.to_nat s)). ring. }
    intros barz. revert margins margins'. induction noise as [|x noise IH]; intros margins margins'.
    - destruct margins, margins'; simpl; ring.
    - destruct margins as [|m ms], margins' as [|m' ms']; cbn [moved_by moved_draws];
        try (simpl power; ring).
      set (by_so_much :=
        if (0 <=? m + Z.of_nat x - barz)%Z then Z.to_nat (s - (m' - m)) else 0%nat).
      change (draws (x :: noise)) with (v * power q x * draws noise).
      change (draws ((x + by_so_much)%nat :: moved_draws s ms ms' barz noise))
        with (v * power q (x + by_so_much) * draws (moved_draws s ms ms' barz noise)).
      rewrite (shifted_draw x by_so_much), (IH ms ms'), (power_plus b). ring.
  Qed.

  (** The loss for a shift: a^s, and b^range for each crossing. *)
  Theorem search_private_by_shift (s : Z) (range most : nat) (margins margins' : list Z) :
    (0 <= s)%Z -> within_shift s range margins margins' ->
    no_likelier (power a (Z.to_nat s) * power b (most * range)) most margins margins'.
  Proof.
    intros Hs Hw event runs Hdup. destruct ratios as (Hu & Hp & Hv & Hq & Ha & Hb).
    exists (map (counterpart s margins margins') runs). split.
    - apply Injective_map_NoDup; [|exact Hdup].
      intros r r' Heq. now apply (counterpart_injective s range) in Heq.
    - unfold mass. clear Hdup. induction runs as [|r runs IH].
      + unfold total. simpl. rewrite times_zero. apply at_most_refl.
      + cbn [map]. rewrite !total_cons, times_sum. apply at_most_plus; [clear IH|exact IH].
        rewrite (counterpart_outcome s range Hs) by exact Hw.
        destruct (outcome margins most r) as [found|] eqn:Hout;
          [|rewrite times_zero; apply at_most_refl].
        destruct (event found); [|rewrite times_zero; apply at_most_refl].
        apply (moved_by_at_most s range margins margins' most 0) in Hout; [|exact Hw].
        rewrite (counterpart_probability s margins margins' r).
        rewrite !(SRmul_comm ordered_semi_ring _ (probability _)).
        apply at_most_times; [now apply probability_nonneg|].
        apply at_most_times; [|now apply power_grows].
        apply power_nonneg. apply at_most_trans with 1; [apply zero_at_most_one|exact Ha].
  Qed.

  (** For scores that are d-close: a^d b^(most * range), whatever the threshold, the side and the
      number of scores. *)
  Theorem search_private (monotonic at_least : bool) (threshold : Z) (d most : nat)
      (scores scores' : list Z) :
    close_scores monotonic d scores scores' ->
    no_likelier (power a d * power b (most * range_distance monotonic d)) most
      (map (margin at_least threshold) scores) (map (margin at_least threshold) scores').
  Proof.
    intros Hclose. apply (close_margins _ at_least threshold) in Hclose.
    destruct (shift_exists _ _ _ _ Hclose) as (s & Hs & Hw).
    destruct ratios as (Hu & Hp & Hv & Hq & Ha & Hb).
    apply no_likelier_weakens
      with (power a (Z.to_nat s) * power b (most * range_distance monotonic d)); auto.
    - assert (0 <= b) by (apply at_most_trans with 1; [apply zero_at_most_one|exact Hb]).
      rewrite !(SRmul_comm ordered_semi_ring _ (power b _)).
      apply at_most_times; [now apply power_nonneg|]. apply power_grows; [exact Ha|lia].
    - apply search_private_by_shift; [lia|exact Hw].
  Qed.

  (** The factor a^d b^(2 d) is attained by one positive among two scores: one that moves up and
      does not cross, one that moves down and does. Every run on the right has one on the left that
      is likelier by exactly the factor, so no smaller one would do. *)
  Theorem search_attained (d : nat) (gap : Z) (r' : run) :
    outcome [Z.of_nat d; (- Z.of_nat d)%Z] 1 r' = Some [(1%Z, gap)] ->
    exists r, outcome [0%Z; 0%Z] 1 r = Some [(1%Z, gap)] /\
              probability r = power a d * power b (2 * d) * probability r'.
  Proof.
    destruct r' as [bar noise]. unfold outcome. cbn [fst snd].
    destruct noise as [|x [|y [|z noise]]]; cbn [map search]; try discriminate;
      try (destruct (Z.leb_spec 0 (Z.of_nat d + Z.of_nat x - Z.of_nat bar)); simpl; discriminate).
    - destruct (Z.leb_spec 0 (Z.of_nat d + Z.of_nat x - Z.of_nat bar)) as [Hx|Hx];
        [simpl; discriminate|].
      destruct (Z.leb_spec 0 (- Z.of_nat d + Z.of_nat y - Z.of_nat bar)) as [Hy|Hy];
        [|simpl; discriminate].
      cbn [option_map]. intros Heq. injection Heq as Hgap.
      exists ((bar - d)%nat, [x; (y - 2 * d)%nat]). cbn [fst snd map search]. split.
      + destruct (Z.leb_spec 0 (0 + Z.of_nat x - Z.of_nat (bar - d))); [lia|].
        destruct (Z.leb_spec 0 (0 + Z.of_nat (y - 2 * d) - Z.of_nat (bar - d))); [|lia].
        cbn [option_map].
        match goal with |- Some [(_, ?g)] = _ => assert (g = gap) as -> by lia end.
        reflexivity.
      + unfold probability. cbn [fst snd map fold_right].
        rewrite (shifted_power (bar - d) d), (shifted_draw (y - 2 * d) (2 * d)).
        replace (bar - d + d)%nat with bar by lia.
        replace (y - 2 * d + 2 * d)%nat with y by lia. ring.
    - destruct (Z.leb_spec 0 (Z.of_nat d + Z.of_nat x - Z.of_nat bar)) as [Hx|Hx];
        [simpl; discriminate|].
      destruct (Z.leb_spec 0 (- Z.of_nat d + Z.of_nat y - Z.of_nat bar)); simpl; discriminate.
  Qed.
End Law.

(** ** The map *)

(** What a search costs where scores move by at most d, and against each other by at most [range];
    none where no claim is made, which is an infinite loss. *)
Definition threshold_loss (d range : Qc) (positives : nat) (threshold_scale score_scale : Qc) :
  option Qc :=
  if Qc_eq_dec d 0 then Some 0%Qc
  else if Qc_eq_dec threshold_scale 0 then None
  else if Qc_eq_dec score_scale 0 then None
  else Some (d / threshold_scale + rational positives * range / score_scale)%Qc.

(** The privacy map of the measurement. *)
Definition above_threshold_map (monotonic : bool) (positives : nat)
    (threshold_scale score_scale d_in : Qc) : option Qc :=
  threshold_loss d_in (if monotonic then d_in else d_in + d_in)%Qc positives threshold_scale
    score_scale.

Section Map.
  Context {K : Type} `{Ordered K}.
  Add Ring map_ring : ordered_semi_ring.

  (** Any exponential of rationals; that of the reals is one. *)
  Variable exp : Qc -> K.
  Hypothesis exp_zero : exp 0%Qc = one.
  Hypothesis exp_plus : forall x y, exp (x + y)%Qc = times (exp x) (exp y).
  Hypothesis exp_grows : forall x y, (x <= y)%Qc -> at_most (exp x) (exp y).
  Hypothesis exp_nonneg : forall x, at_most zero (exp x).

  Lemma exp_power (x : Qc) (n : nat) : power (exp x) n = exp (rational n * x)%Qc.
  Proof.
    induction n as [|n IH]; simpl.
    - rewrite <- exp_zero. f_equal. ring.
    - rewrite IH, <- exp_plus. f_equal. ring.
  Qed.

  (** The search with noise of these scales, whose draws have P[x] = u exp(-x / scale), loses at
      most this, for every d_in and range that are at least those of the scores: distances may be
      rounded up. *)
  Theorem threshold_loss_private (u v : K) (monotonic at_least : bool) (threshold : Z)
      (d most : nat) (d_in range threshold_scale score_scale loss : Qc) (scores scores' : list Z) :
    at_most zero u -> at_most zero v -> (0 <= threshold_scale)%Qc -> (0 <= score_scale)%Qc ->
    close_scores monotonic d scores scores' ->
    (rational d <= d_in)%Qc -> (rational (range_distance monotonic d) <= range)%Qc ->
    threshold_loss d_in range most threshold_scale score_scale = Some loss ->
    no_likelier u (exp (- (1 / threshold_scale))%Qc) v (exp (- (1 / score_scale))%Qc) (exp loss)
      most (map (margin at_least threshold) scores) (map (margin at_least threshold) scores').
  Proof.
    intros Hu Hv Ht Hs Hclose Hd Hr Hloss. unfold threshold_loss in Hloss.
    destruct (Qc_eq_dec d_in 0) as [->|_].
    - (* Nothing moves. *)
      injection Hloss as <-. rewrite exp_zero.
      assert (d = 0%nat) as ->.
      { destruct d; [reflexivity|]. pose proof (rational_positive d) as Hpos.
        exfalso. exact (Qclt_not_le _ _ Hpos Hd). }
      assert (scores' = scores) as ->.
      { destruct Hclose as [Hlinf _]. clear - Hlinf. unfold close_linf in Hlinf.
        induction Hlinf as [|a b x y Hab Hl IH]; [reflexivity|]. simpl in Hab.
        f_equal; [lia|exact IH]. }
      intros event runs Hdup. exists runs. split; [exact Hdup|].
      rewrite (SRmul_1_l ordered_semi_ring). apply at_most_refl.
    - destruct (Qc_eq_dec threshold_scale 0) as [|Nt]; [discriminate|].
      destruct (Qc_eq_dec score_scale 0) as [|Ns]; [discriminate|]. injection Hloss as <-.
      assert (Hinv : forall scale, (0 <= scale)%Qc -> scale <> 0%Qc -> (0 <= 1 / scale)%Qc).
      { intros scale Hle Hne. apply nonneg_mult; [discriminate|].
        apply Qclt_le_weak, positive_inverse. apply Qcle_lt_or_eq in Hle as [Hlt|Heq]; [exact Hlt|].
        now subst. }
      pose proof (Hinv _ Ht Nt) as It. pose proof (Hinv _ Hs Ns) as Is.
      set (at_ := (1 / threshold_scale)%Qc) in *. set (as_ := (1 / score_scale)%Qc) in *.
      apply no_likelier_weakens with
        (times (power (exp at_) d) (power (exp as_) (most * range_distance monotonic d))); auto.
      + rewrite !exp_power, <- exp_plus. apply exp_grows. apply Qcplus_le_compat.
        * unfold Qcdiv. replace (d_in * / threshold_scale)%Qc with (d_in * at_)%Qc
            by (unfold at_, Qcdiv; ring).
          now apply Qcmult_le_compat_r.
        * rewrite rational_mul.
          replace (rational most * range / score_scale)%Qc with (rational most * range * as_)%Qc
            by (unfold as_, Qcdiv; ring).
          apply Qcmult_le_compat_r; [|exact Is]. apply mult_le_l; [exact Hr|apply rational_nonneg].
      + assert (Hback : forall x, times (exp x) (exp (- x)%Qc) = one).
        { intros x. rewrite <- exp_plus, <- exp_zero. f_equal. ring. }
        apply search_private; auto. repeat split; auto; rewrite <- exp_zero; now apply exp_grows.
  Qed.

  (** The map is valid: under neighbouring scores the probability of every event changes by at most
      exp(map(d_in)), whatever the threshold, the side and the number of scores. *)
  Theorem above_threshold_private (u v : K) (monotonic at_least : bool) (threshold : Z)
      (d most : nat) (d_in threshold_scale score_scale loss : Qc) (scores scores' : list Z) :
    at_most zero u -> at_most zero v -> (0 <= threshold_scale)%Qc -> (0 <= score_scale)%Qc ->
    close_scores monotonic d scores scores' -> (rational d <= d_in)%Qc ->
    above_threshold_map monotonic most threshold_scale score_scale d_in = Some loss ->
    no_likelier u (exp (- (1 / threshold_scale))%Qc) v (exp (- (1 / score_scale))%Qc) (exp loss)
      most (map (margin at_least threshold) scores) (map (margin at_least threshold) scores').
  Proof.
    intros Hu Hv Ht Hs Hclose Hd Hloss. unfold above_threshold_map in Hloss.
    refine (threshold_loss_private u v monotonic at_least threshold d most d_in _ _ _ loss scores
              scores' Hu Hv Ht Hs Hclose Hd _ Hloss).
    destruct monotonic; unfold range_distance; [exact Hd|].
    replace (2 * d)%nat with (d + d)%nat by lia. rewrite rational_add.
    now apply Qcplus_le_compat.
  Qed.
End Map.

(** ** What the rationals show *)

(** Noise of ratio 1/2 on both, one positive, d = 1: the factor 2 * 2^2. An instance, so that the
    hypotheses above can be met. *)
Example halves_private (scores scores' : list Z) :
  close_scores false 1 scores scores' ->
  no_likelier (Q2Qc (1 # 2)) (Q2Qc (1 # 2)) (Q2Qc (1 # 2)) (Q2Qc (1 # 2)) (Q2Qc 8) 1
    (map (margin true 0) scores) (map (margin true 0) scores').
Proof.
  intros Hclose.
  assert (Height : Q2Qc 8 = times (power (Q2Qc 2) 1) (power (Q2Qc 2) (1 * range_distance false 1)))
    by now apply Qc_is_canon.
  rewrite Height. apply search_private with (a := Q2Qc 2) (b := Q2Qc 2); auto;
    try (now apply Qc_is_canon). repeat split; discriminate.
Qed.

(** ** What must not be done *)

(** Noise that is subtracted from the threshold: the score is at the threshold and always crosses; a
    score of one less does not, if there is no noise. So an outcome that one of two neighbours has
    is impossible for the other: the loss is infinite. *)
Theorem subtracted_threshold_noise_unsound :
  search [(-1)%Z] 1 0 0 [0%Z] = Some [] /\
  forall bar nu : nat, search [0%Z] 1 0 (- Z.of_nat bar) [Z.of_nat nu] <> Some [].
Proof.
  split; [reflexivity|]. intros bar nu. cbn [search].
  destruct (Z.leb_spec 0 (0 + Z.of_nat nu - - Z.of_nat bar)); [simpl; discriminate|lia].
Qed.
