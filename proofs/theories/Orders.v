(** Finite enumerations: all orders of a list, and all outcomes of one coin per element. *)
From Coq Require Import List Arith Lia Permutation Factorial.
Import ListNotations.

Section Orders.
  Context {A : Type}.
  Implicit Types (s o rest heads tails : list A).

  (** Every way to take one element out: the element, and the others in their order. *)
  Fixpoint picks s : list (A * list A) :=
    match s with
    | [] => []
    | a :: s' => (a, s') :: map (fun pick => (fst pick, a :: snd pick)) (picks s')
    end.

  Fixpoint orders_of_length (n : nat) s : list (list A) :=
    match n with
    | O => [[]]
    | S n' =>
        flat_map (fun pick => map (cons (fst pick)) (orders_of_length n' (snd pick))) (picks s)
    end.

  (** Every order of s. *)
  Definition orders s : list (list A) := orders_of_length (length s) s.

  Lemma picks_permutation s a rest : In (a, rest) (picks s) -> Permutation s (a :: rest).
  Proof.
    revert rest. induction s as [|b s IH]; intros rest Hin; [contradiction|].
    destruct Hin as [Heq|Hin]; [now injection Heq as <- <-|].
    apply in_map_iff in Hin as ([a' rest'] & Heq & Hin). injection Heq as <- <-. simpl.
    rewrite (IH _ Hin). apply perm_swap.
  Qed.

  Lemma picks_complete s a o : Permutation s (a :: o) ->
    exists rest, In (a, rest) (picks s) /\ Permutation rest o.
  Proof.
    revert o. induction s as [|b s IH]; intros o Hp.
    - apply Permutation_nil in Hp. discriminate.
    - assert (Hin : In b (a :: o)) by (rewrite <- Hp; now left).
      destruct Hin as [->|Hin].
      + exists s. split; [now left|]. now apply Permutation_cons_inv in Hp.
      + apply in_split in Hin as (o1 & o2 & ->).
        assert (Hp' : Permutation s (a :: o1 ++ o2)).
        { apply (Permutation_cons_inv (a := b)). rewrite Hp.
          rewrite perm_swap. now rewrite <- Permutation_middle. }
        destruct (IH _ Hp') as (rest & Hin & Hrest). exists (b :: rest). split.
        * right. apply in_map_iff. now exists (a, rest).
        * rewrite Hrest. apply Permutation_middle.
  Qed.

  Lemma picks_length s : length (picks s) = length s.
  Proof. induction s as [|a s IH]; simpl; [|rewrite map_length]; congruence. Qed.

  Lemma picks_firsts s : map fst (picks s) = s.
  Proof.
    induction s as [|a s IH]; [reflexivity|]. simpl. rewrite map_map. f_equal. exact IH.
  Qed.

  Lemma picks_rest_length s a rest : In (a, rest) (picks s) -> length s = S (length rest).
  Proof. intros Hin. now apply picks_permutation, Permutation_length in Hin. Qed.

  (** [orders] lists the permutations of s, ... *)
  Theorem orders_are_permutations s o : In o (orders s) <-> Permutation s o.
  Proof.
    unfold orders. remember (length s) as n eqn:Hn. revert s o Hn.
    induction n as [|n IH]; intros s o Hn.
    - symmetry in Hn. apply length_zero_iff_nil in Hn as ->. simpl. split.
      + intros [<-|[]]. constructor.
      + intros Hp. apply Permutation_nil in Hp. now left.
    - simpl. rewrite in_flat_map. split.
      + intros ([a rest] & Hpick & Hin). simpl in Hin.
        apply in_map_iff in Hin as (o' & <- & Hin).
        pose proof (picks_rest_length _ _ _ Hpick).
        apply IH in Hin; [|lia]. rewrite (picks_permutation _ _ _ Hpick). now constructor.
      + intros Hp. destruct o as [|a o].
        { symmetry in Hp. apply Permutation_nil in Hp. subst. discriminate. }
        destruct (picks_complete _ _ _ Hp) as (rest & Hpick & Hrest).
        exists (a, rest). split; [exact Hpick|]. simpl. apply in_map.
        pose proof (picks_rest_length _ _ _ Hpick). apply IH; [lia|exact Hrest].
  Qed.

  (** ... each exactly once if the elements are distinct, ... *)
  Theorem orders_distinct s : NoDup s -> NoDup (orders s).
  Proof.
    unfold orders. remember (length s) as n eqn:Hn. revert s Hn.
    induction n as [|n IH]; intros s Hn Hs; [repeat constructor; auto|].
    simpl.
    assert (Hrests : forall pick, In pick (picks s) -> NoDup (orders_of_length n (snd pick))).
    { intros [a rest] Hpick. pose proof (picks_rest_length _ _ _ Hpick).
      apply picks_permutation in Hpick. apply IH; [simpl; lia|].
      apply (Permutation_NoDup Hpick) in Hs. now inversion Hs. }
    assert (Hfirsts : NoDup (map fst (picks s))) by (now rewrite picks_firsts).
    clear Hs Hn IH. induction (picks s) as [|[a rest] ps IH]; [constructor|]. simpl in *.
    inversion_clear Hfirsts as [|? ? Ha Hfirsts'].
    specialize (IH (fun pick Hpick => Hrests pick (or_intror Hpick)) Hfirsts').
    specialize (Hrests (a, rest) (or_introl eq_refl)). simpl in Hrests.
    induction Hrests as [|o os Ho Hos IHos]; [exact IH|]. simpl. constructor; [|exact IHos].
    rewrite in_app_iff, in_map_iff, in_flat_map. intros [(o' & Heq & Hin)|(pick & Hpick & Hin)].
    - injection Heq as ->. contradiction.
    - apply in_map_iff in Hin as (o' & Heq & _). injection Heq as <- _.
      apply Ha. now apply in_map.
  Qed.

  (** ... and there are n! of them. *)
  Theorem orders_number s : length (orders s) = fact (length s).
  Proof.
    unfold orders. remember (length s) as n eqn:Hn. revert s Hn.
    induction n as [|n IH]; intros s Hn; [reflexivity|].
    simpl orders_of_length. replace (fact (S n)) with (length (picks s) * fact n)
      by (rewrite picks_length, <- Hn; reflexivity).
    assert (Hrests : forall pick, In pick (picks s) ->
                                  length (orders_of_length n (snd pick)) = fact n).
    { intros [a rest] Hpick. pose proof (picks_rest_length _ _ _ Hpick).
      apply IH. simpl. lia. }
    clear Hn. induction (picks s) as [|pick ps IHps]; [reflexivity|].
    simpl. rewrite app_length, map_length, IHps, Hrests; simpl; auto.
    intros pick' Hpick'. apply Hrests. now right.
  Qed.

  (** One coin per element: the elements that show heads and those that show tails. *)
  Fixpoint outcomes s : list (list A * list A) :=
    match s with
    | [] => [([], [])]
    | a :: s' => map (fun c => (a :: fst c, snd c)) (outcomes s') ++
                 map (fun c => (fst c, a :: snd c)) (outcomes s')
    end.

  (** There are 2^n outcomes ... *)
  Theorem outcomes_number s : length (outcomes s) = 2 ^ length s.
  Proof.
    induction s as [|a s IH]; [reflexivity|].
    simpl. rewrite app_length, !map_length, IH. lia.
  Qed.

  (** ... one for every way to say which elements show heads. *)
  Theorem outcomes_are_selections s coins :
    In coins (outcomes s) -> Permutation s (fst coins ++ snd coins).
  Proof.
    revert coins. induction s as [|a s IH]; intros coins Hin; simpl in Hin.
    - destruct Hin as [<-|[]]. constructor.
    - apply in_app_iff in Hin as [Hin|Hin]; apply in_map_iff in Hin as (c & <- & Hin); simpl.
      + constructor. now apply IH.
      + rewrite <- Permutation_middle. constructor. now apply IH.
  Qed.

  Theorem outcomes_complete s (which : A -> bool) :
    In (filter which s, filter (fun a => negb (which a)) s) (outcomes s).
  Proof.
    induction s as [|a s IH]; simpl; [now left|].
    apply in_app_iff. destruct (which a); simpl; [left|right]; apply in_map_iff; eexists;
      (split; [|exact IH]); reflexivity.
  Qed.
End Orders.
