(** Permute-and-flip, and the head-set form in which it can be computed in one pass.

    Permute-and-flip visits the candidates in a uniformly random order, flips the coin of each
    (heads with probability p) and returns the first that shows heads. The head-set form flips
    every coin and returns a uniformly random element of those that show heads. The two have one
    law. In the mechanism p = exp(-(best - score) / scale), so that the best candidate has p = 1
    and some coin shows heads; the identity itself holds for any p. *)
From Coq Require Import List Arith QArith Qcanon Lia Permutation Factorial.
From Scrim Require Import Rows Orders FiniteSums HeadCount.
Import ListNotations.
Open Scope Qc_scope.

Section PermuteAndFlip.
  Context {A : Type} `{Distinguishable A}.
  Variable p : A -> Qc.
  Implicit Types (s o rest : list A) (i j : A) (g : nat -> Qc).

  Notation expect := (expect p).

  (** ** The two laws *)

  (** The probability that i is the first of [order] to show heads. *)
  Fixpoint first_head i (order : list A) : Qc :=
    match order with
    | [] => 0
    | j :: later => (if same_row j i then p j else 0) + (1 - p j) * first_head i later
    end.

  (** The average over all orders. *)
  Definition permute_and_flip s i : Qc :=
    sum (first_head i) (orders s) / rational (length (orders s)).

  (** The probability that exactly these coins show heads and tails. *)
  Definition probability (coins : list A * list A) : Qc :=
    product p (fst coins) * product (fun j => 1 - p j) (snd coins).

  (** The probability that a uniformly random element of [heads] is i. *)
  Definition uniform_choice i (heads : list A) : Qc :=
    if in_dec same_row i heads then 1 / rational (length heads) else 0.

  Definition uniform_head s i : Qc :=
    sum (fun coins => probability coins * uniform_choice i (fst coins)) (outcomes s).

  (** ** The head-set law *)

  Lemma outcomes_expect s g :
    sum (fun coins => probability coins * g (length (fst coins))) (outcomes s) = expect s g.
  Proof.
    revert g. induction s as [|a s IH]; intros g.
    - unfold sum, probability. simpl. unfold product. simpl. ring.
    - simpl outcomes. rewrite sum_app, !sum_map. simpl expect.
      rewrite <- (IH g), <- (IH (fun n => g (S n))), <- !sum_scale.
      f_equal; apply sum_ext; intros coins _; unfold probability; simpl fst; simpl snd;
        rewrite product_cons; simpl length; ring.
  Qed.

  Definition if_head i g (heads : list A) : Qc :=
    if in_dec same_row i heads then g (length heads) else 0.

  Lemma outcomes_without s i g :
    ~ In i s -> sum (fun coins => probability coins * if_head i g (fst coins)) (outcomes s) = 0.
  Proof.
    intros Hi. rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_constant; ring|].
    intros coins Hin. unfold if_head. destruct (in_dec same_row i (fst coins)) as [Hh|_]; [|ring].
    exfalso. apply Hi. apply outcomes_are_selections in Hin. rewrite Hin, in_app_iff. now left.
  Qed.

  Lemma outcomes_with s i g :
    NoDup s -> In i s ->
    sum (fun coins => probability coins * if_head i g (fst coins)) (outcomes s) =
    p i * expect (remove same_row i s) (fun n => g (S n)).
  Proof.
    intros Hs Hi. revert g. induction Hs as [|a s Ha Hs IH]; intros g; [contradiction|].
    simpl outcomes. rewrite sum_app, !sum_map. simpl fst. simpl snd.
    destruct (same_row i a) as [<-|Hne].
    - rewrite remove_cons, notin_remove by exact Ha.
      rewrite <- outcomes_expect, <- sum_scale.
      rewrite (sum_ext (fun coins => probability (fst coins, i :: snd coins) *
                                     if_head i g (fst coins))
                 (fun coins => (1 - p i) * (probability coins * if_head i g (fst coins)))).
      + rewrite sum_scale, outcomes_without by exact Ha.
        rewrite Qcmult_0_r, Qcplus_0_r. apply sum_ext. intros coins _. unfold if_head.
        destruct (in_dec same_row i (i :: fst coins)) as [_|Hn]; [|simpl in Hn; tauto].
        unfold probability. simpl fst. simpl snd. rewrite product_cons. simpl length. ring.
      + intros coins _. unfold probability. simpl fst. simpl snd. rewrite product_cons. ring.
    - destruct Hi as [->|Hi]; [contradiction|]. simpl remove.
      destruct (same_row i a) as [|_]; [contradiction|]. simpl expect.
      pose proof (IH Hi g) as IHg. pose proof (IH Hi (fun n => g (S n))) as IHgS.
      replace (p i * (p a * expect (remove same_row i s) (fun n => g (S (S n))) +
                      (1 - p a) * expect (remove same_row i s) (fun n => g (S n))))
        with (p a * (p i * expect (remove same_row i s) (fun n => g (S (S n)))) +
              (1 - p a) * (p i * expect (remove same_row i s) (fun n => g (S n)))) by ring.
      rewrite <- IHg, <- IHgS, <- !sum_scale.
      f_equal; apply sum_ext; intros coins _; unfold probability; simpl fst; simpl snd;
        rewrite product_cons; [|ring].
      replace (if_head i g (a :: fst coins)) with (if_head i (fun n => g (S n)) (fst coins));
        [ring|].
      unfold if_head. destruct (in_dec same_row i (fst coins)) as [Hin|Hin];
        destruct (in_dec same_row i (a :: fst coins)) as [Hin'|Hin']; simpl in Hin'; auto;
        exfalso; intuition congruence.
  Qed.

  (** P(i) = p_i * E[1 / (1 + heads among the others)]. *)
  Theorem uniform_head_closed_form s i :
    NoDup s -> In i s ->
    uniform_head s i = p i * expect (remove same_row i s) (fun n => 1 / rational (S n)).
  Proof.
    intros Hs Hi. exact (outcomes_with s i (fun n => 1 / rational n) Hs Hi).
  Qed.

  (** ** The coins of permute-and-flip are those of the head-set form *)

  (** The first of [order] among [heads]. *)
  Definition first_among (heads order : list A) : option A :=
    find (fun j => if in_dec same_row j heads then true else false) order.

  Definition is_choice (choice : option A) i : Qc :=
    match choice with
    | Some j => if same_row j i then 1 else 0
    | None => 0
    end.

  (** [first_head] is the law of the first head when every coin is flipped independently: not
      flipping the coins after the first head changes nothing. *)
  Theorem first_head_is_law order i :
    NoDup order ->
    first_head i order =
    sum (fun coins => probability coins * is_choice (first_among (fst coins) order) i)
        (outcomes order).
  Proof.
    intros Horder. induction Horder as [|j later Hj Hlater IH].
    - unfold sum. simpl. ring.
    - simpl outcomes. rewrite sum_app, !sum_map. simpl first_head. rewrite IH, <- sum_scale.
      f_equal.
      + rewrite (sum_ext _ (fun coins => p j * (if same_row j i then 1 else 0) *
                                         (probability coins * 1))).
        * rewrite sum_scale, (outcomes_expect later (fun _ => 1)), expect_constant.
          destruct (same_row j i); ring.
        * intros coins _. unfold probability, first_among. simpl fst. simpl snd.
          rewrite product_cons. cbn [find].
          destruct (in_dec same_row j (j :: fst coins)) as [_|Hn]; [|simpl in Hn; tauto].
          simpl is_choice. ring.
      + apply sum_ext. intros coins Hcoins. unfold probability, first_among. simpl fst. simpl snd.
        rewrite product_cons. cbn [find].
        destruct (in_dec same_row j (fst coins)) as [Hin|_]; [|ring].
        exfalso. apply Hj. apply outcomes_are_selections in Hcoins.
        rewrite Hcoins, in_app_iff. now left.
  Qed.

  (** ** The law of permute-and-flip *)

  Lemma first_head_absent i o : ~ In i o -> first_head i o = 0.
  Proof.
    induction o as [|j o IH]; intros Hi; [reflexivity|]. simpl in *.
    destruct (same_row j i) as [->|_]; [tauto|]. rewrite IH by tauto. ring.
  Qed.

  Lemma sum_orders_absent n s i :
    n = length s -> ~ In i s -> sum (first_head i) (orders_of_length n s) = 0.
  Proof.
    intros -> Hi. change (orders_of_length (length s) s) with (orders s).
    rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_constant; ring|].
    intros o Ho. apply orders_are_permutations in Ho. apply first_head_absent.
    now rewrite <- Ho.
  Qed.

  (** One candidate i aside, the picks of s are the picks of the others. *)
  Lemma sum_picks_others s i (f : A -> list A -> Qc) :
    sum (fun pick => if same_row (fst pick) i then 0
                     else f (fst pick) (remove same_row i (snd pick))) (picks s) =
    sum (fun pick => f (fst pick) (snd pick)) (picks (remove same_row i s)).
  Proof.
    revert f. induction s as [|a s IH]; intros f; [reflexivity|].
    simpl picks. rewrite sum_cons, sum_map. simpl fst. simpl snd. simpl remove.
    destruct (same_row i a) as [<-|Hne].
    - destruct (same_row i i) as [_|]; [|contradiction]. rewrite Qcplus_0_l. apply IH.
    - destruct (same_row a i) as [->|_]; [contradiction|].
      simpl picks. rewrite sum_cons, sum_map. simpl fst. simpl snd. f_equal.
      exact (IH (fun j rest => f j (a :: rest))).
  Qed.

  Lemma sum_picks_at s i (u : Qc) :
    NoDup s -> In i s ->
    sum (fun pick : A * list A => if same_row (fst pick) i then u else 0) (picks s) = u.
  Proof.
    intros Hs Hi. rewrite <- (sum_map (fun j => if same_row j i then u else 0) fst), picks_firsts.
    induction Hs as [|a s Ha Hs IH]; [contradiction|]. rewrite sum_cons.
    destruct (same_row a i) as [->|Hne].
    - rewrite (sum_ext _ (fun _ => 0)); [rewrite sum_constant; ring|].
      intros j Hj. destruct (same_row j i) as [->|]; [contradiction|reflexivity].
    - destruct Hi as [->|Hi]; [contradiction|]. rewrite (IH Hi). ring.
  Qed.

  Lemma sum_orders_closed_form n s i :
    n = length s -> NoDup s -> In i s ->
    sum (first_head i) (orders_of_length n s) =
    rational (fact n) *
      (p i * expect (remove same_row i s) (fun h => 1 / rational (S h))).
  Proof.
    revert s. induction n as [|n IH]; intros s Hn Hs Hi.
    { destruct s; [contradiction|discriminate]. }
    set (w := fun h => 1 / rational (S h)) in *.
    simpl orders_of_length. rewrite sum_flat_map.
    rewrite (sum_ext _ (fun pick => rational (fact n) *
      ((if same_row (fst pick) i then p i else 0) +
       (if same_row (fst pick) i then 0
        else (1 - p (fst pick)) * (p i * expect (remove same_row i (snd pick)) w))))).
    - rewrite sum_scale, sum_plus, sum_picks_at by assumption.
      rewrite (sum_picks_others s i (fun j rest => (1 - p j) * (p i * expect rest w))).
      rewrite (sum_ext _ (fun pick => p i * ((1 - p (fst pick)) * expect (snd pick) w)))
        by (intros; ring).
      rewrite sum_scale, expect_picks.
      set (others := remove same_row i s).
      assert (Hothers : length others = n).
      { assert (Hp : Permutation s (i :: others)).
        { apply NoDup_Permutation; [exact Hs| |].
          - constructor; [apply remove_In|]. unfold others. clear -Hs.
            induction Hs as [|a s Ha Hs IHs]; simpl; [constructor|].
            destruct (same_row i a); [exact IHs|]. constructor; [|exact IHs].
            intros Hin. apply in_remove in Hin. tauto.
          - intros j. simpl. unfold others. split.
            + intros Hj. destruct (same_row i j); [now left|right]. now apply in_in_remove; auto.
            + intros [<-|Hj]; [exact Hi|]. now apply in_remove in Hj. }
        apply Permutation_length in Hp. simpl in Hp. lia. }
      rewrite Hothers.
      assert (Hstep : p i + p i * expect others (fun h => (rational n - rational h) * w h) =
                      rational (S n) * (p i * expect others w)).
      { transitivity (p i * (expect others (fun _ => 1) +
                             expect others (fun h => (rational n - rational h) * w h))).
        { rewrite expect_constant. ring. }
        rewrite <- expect_plus.
        rewrite (expect_ext p _ _ (fun h => rational (S n) * w h)).
        - rewrite expect_scale. ring.
        - intros h. unfold w. pose proof (rational_nonzero h) as Hnz. simpl in *. field.
          exact Hnz. }
      rewrite Hstep. replace (fact (S n)) with (S n * fact n)%nat by reflexivity.
      rewrite rational_mul. ring.
    - intros [j rest] Hpick. simpl fst. simpl snd. rewrite sum_map. simpl first_head.
      rewrite sum_plus, sum_constant, sum_scale.
      pose proof (picks_rest_length _ _ _ Hpick) as Hlen.
      apply picks_permutation in Hpick.
      pose proof (Permutation_NoDup Hpick Hs) as Hnodup. inversion_clear Hnodup as [|? ? Hj Hrest].
      replace (length (orders_of_length n rest)) with (fact n)
        by (replace n with (length rest) by lia; symmetry; apply orders_number).
      destruct (same_row j i) as [->|Hne].
      + rewrite sum_orders_absent by (auto; lia). ring.
      + rewrite (IH rest); [ring|lia|exact Hrest|].
        assert (Hin : In i (j :: rest)) by (now rewrite <- Hpick).
        destruct Hin; [contradiction|assumption].
  Qed.

  (** Permute-and-flip has the same closed form ... *)
  Theorem permute_and_flip_closed_form s i :
    NoDup s -> In i s ->
    permute_and_flip s i = p i * expect (remove same_row i s) (fun n => 1 / rational (S n)).
  Proof.
    intros Hs Hi. unfold permute_and_flip. rewrite orders_number. unfold orders.
    rewrite (sum_orders_closed_form (length s) s i) by auto.
    field. apply fact_nonzero.
  Qed.

  (** ... so the two mechanisms have one law. *)
  Theorem permute_and_flip_is_uniform_head s i :
    NoDup s -> In i s -> permute_and_flip s i = uniform_head s i.
  Proof.
    intros Hs Hi. now rewrite permute_and_flip_closed_form, uniform_head_closed_form.
  Qed.

  (** ** Some coin shows heads *)

  Lemma first_head_total s o :
    NoDup s -> (forall j, In j o -> In j s) ->
    sum (fun i => first_head i o) s = 1 - product (fun j => 1 - p j) o.
  Proof.
    intros Hs. induction o as [|j o IH]; intros Ho.
    - simpl. rewrite sum_constant. unfold product. simpl. ring.
    - simpl first_head. rewrite sum_plus, sum_scale, IH by (intros; apply Ho; now right).
      assert (Hj : sum (fun i => if same_row j i then p j else 0) s = p j).
      { rewrite (sum_ext _ (fun i => if same_row i j then p j else 0))
          by (intros i _; destruct (same_row j i), (same_row i j); congruence).
        rewrite <- (picks_firsts s), sum_map. apply sum_picks_at; [exact Hs|].
        apply Ho. now left. }
      rewrite Hj, product_cons. ring.
  Qed.

  (** If some candidate has p = 1, permute-and-flip returns some candidate with probability 1, *)
  Theorem permute_and_flip_total s :
    NoDup s -> (exists best, In best s /\ p best = 1) -> sum (permute_and_flip s) s = 1.
  Proof.
    intros Hs (best & Hin & Hbest). unfold permute_and_flip.
    rewrite (sum_ext _ (fun i =>
      (1 / rational (length (orders s))) * sum (first_head i) (orders s)))
      by (intros; unfold Qcdiv; ring).
    rewrite sum_scale, sum_exchange.
    rewrite (sum_ext _ (fun _ => 1)).
    - rewrite sum_constant, orders_number. field. apply fact_nonzero.
    - intros o Ho. apply orders_are_permutations in Ho.
      rewrite first_head_total; [|exact Hs|intros j Hj; now rewrite Ho].
      rewrite (product_zero _ best); [ring|now rewrite <- Ho|rewrite Hbest; ring].
  Qed.

  (** and so does the head-set form. *)
  Theorem uniform_head_total s :
    NoDup s -> (exists best, In best s /\ p best = 1) -> sum (uniform_head s) s = 1.
  Proof.
    intros Hs Hbest. rewrite <- (permute_and_flip_total s Hs Hbest). apply sum_ext.
    intros i Hi. symmetry. now apply permute_and_flip_is_uniform_head.
  Qed.
End PermuteAndFlip.
