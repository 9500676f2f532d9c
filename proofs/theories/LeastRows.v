(** The m least rows of a list: which rows of a person are kept. They are told by the multiset alone,
    and those of a whole can be found from those of its parts. *)
From Coq Require Import List Bool Arith ZArith Lia Permutation Sorted.
Import ListNotations.

(** An order that tells any two rows apart, such as by a hash of the fields and then by the fields. *)
Record total_order {A : Type} (leb : A -> A -> bool) : Prop := {
  order_total : forall a b, leb a b = true \/ leb b a = true;
  order_transitive : forall a b c, leb a b = true -> leb b c = true -> leb a c = true;
  order_antisymmetric : forall a b, leb a b = true -> leb b a = true -> a = b
}.

(** First by the one, then by the other. *)
Definition by_both {A B : Type} (first : A -> A -> bool) (second : B -> B -> bool) (a b : A * B) : bool :=
  if first (fst a) (fst b) then (if first (fst b) (fst a) then second (snd a) (snd b) else true)
  else false.

Theorem integers_ordered : total_order Z.leb.
Proof.
  split.
  - intros a b. rewrite !Z.leb_le. lia.
  - intros a b c. rewrite !Z.leb_le. lia.
  - intros a b. rewrite !Z.leb_le. lia.
Qed.

Theorem by_both_ordered {A B : Type} (first : A -> A -> bool) (second : B -> B -> bool) :
  total_order first -> total_order second -> total_order (by_both first second).
Proof.
  intros [T1 R1 E1] [T2 R2 E2]. unfold by_both. split.
  - intros [a u] [b v]. simpl. pose proof (T1 a b). pose proof (T2 u v).
    destruct (first a b), (first b a); intuition discriminate.
  - intros [a u] [b v] [c w]. simpl.
    destruct (first a b) eqn:Eab; [|discriminate]. destruct (first b c) eqn:Ebc; [|discriminate].
    rewrite (R1 a b c Eab Ebc). destruct (first c a) eqn:Eca; [|reflexivity].
    rewrite (R1 c a b Eca Eab), (R1 b c a Ebc Eca). apply R2.
  - intros [a u] [b v]. simpl.
    destruct (first a b) eqn:Eab, (first b a) eqn:Eba; try discriminate.
    intros H1 H2. now rewrite (E1 a b Eab Eba), (E2 u v H1 H2).
Qed.

(** The hash first, then the row: every row has its place, whatever the hash. *)
Theorem by_hash_ordered {A : Type} (hash : A -> Z) (leb : A -> A -> bool) :
  total_order leb ->
  total_order (fun a b => by_both Z.leb leb (hash a, a) (hash b, b)).
Proof.
  intros H. pose proof (by_both_ordered _ _ integers_ordered H) as [T R E]. split.
  - intros a b. apply T.
  - intros a b c. apply R.
  - intros a b H1 H2. pose proof (E _ _ H1 H2) as Heq. now injection Heq.
Qed.

Lemma filter_none {A : Type} (f : A -> bool) (x : list A) :
  (forall a, In a x -> f a = false) -> filter f x = [].
Proof.
  intros Hf. induction x as [|a x IH]; simpl; [reflexivity|].
  rewrite (Hf a), IH; auto using in_eq, in_cons.
Qed.

Section Least.
  Context {A : Type}.
  Variable leb : A -> A -> bool.
  Implicit Types (x y : list A) (m : nat).

  Fixpoint insert (a : A) x : list A :=
    match x with
    | [] => [a]
    | b :: rest => if leb a b then a :: x else b :: insert a rest
    end.
  Definition sort x : list A := fold_right insert [] x.

  (** What is kept. *)
  Definition least m x : list A := firstn m (sort x).

  Lemma insert_permutation a x : Permutation (insert a x) (a :: x).
  Proof.
    induction x as [|b x IH]; simpl; [reflexivity|]. destruct (leb a b); [reflexivity|].
    rewrite IH. apply perm_swap.
  Qed.

  Lemma sort_permutation x : Permutation (sort x) x.
  Proof.
    induction x as [|a x IH]; simpl; [reflexivity|]. rewrite insert_permutation. now constructor.
  Qed.

  (** At most m rows, *)
  Theorem least_size m x : length (least m x) = Nat.min m (length x).
  Proof.
    unfold least. rewrite firstn_length. now rewrite (Permutation_length (sort_permutation x)).
  Qed.

  Lemma least_at_most m x : length (least m x) <= m.
  Proof. rewrite least_size. lia. Qed.

  Lemma least_incl m x : incl (least m x) x.
  Proof.
    intros a Ha. apply (Permutation_in a (sort_permutation x)).
    rewrite <- (firstn_skipn m (sort x)). apply in_or_app. now left.
  Qed.

  Lemma least_nil m : least m [] = [].
  Proof. destruct m; reflexivity. Qed.

  Lemma least_none x : least 0 x = [].
  Proof. reflexivity. Qed.

  Lemma least_empty m x : 0 < m -> least m x = [] -> x = [].
  Proof.
    intros Hm He. apply (f_equal (@length A)) in He. rewrite least_size in He.
    destruct x; [reflexivity|simpl in He; lia].
  Qed.

  (** all of them if they are no more than that, *)
  Lemma least_all m x : length x <= m -> Permutation (least m x) x.
  Proof.
    intros Hm. unfold least. rewrite firstn_all2; [apply sort_permutation|].
    now rewrite (Permutation_length (sort_permutation x)).
  Qed.

  Lemma least_distinct m x : NoDup x -> NoDup (least m x).
  Proof.
    intros Hx. apply (Permutation_NoDup (Permutation_sym (sort_permutation x))) in Hx.
    unfold least. revert m. induction Hx as [|a s Ha Hs IH]; intros [|m]; simpl; constructor; [|apply IH].
    intros Hin. apply Ha. rewrite <- (firstn_skipn m s). apply in_or_app. now left.
  Qed.

  Hypothesis ordered : total_order leb.
  Local Definition le (a b : A) : Prop := leb a b = true.

  Lemma insert_sorts a x : StronglySorted le x -> StronglySorted le (insert a x).
  Proof.
    intros Hs. induction Hs as [|b x Hs IH Hb]; simpl; [repeat constructor|].
    destruct (leb a b) eqn:E.
    - constructor; [now constructor|]. constructor; [exact E|].
      eapply Forall_impl; [|exact Hb]. intros c. now apply (order_transitive leb ordered).
    - constructor; [exact IH|].
      apply (Permutation_Forall (Permutation_sym (insert_permutation a x))).
      constructor; [|exact Hb]. destruct (order_total leb ordered a b); [congruence|assumption].
  Qed.

  Lemma sort_sorts x : StronglySorted le (sort x).
  Proof. induction x; simpl; [constructor|now apply insert_sorts]. Qed.

  Lemma sorted_unique x y :
    StronglySorted le x -> StronglySorted le y -> Permutation x y -> x = y.
  Proof.
    intros Hx. revert y. induction Hx as [|a x Hx IH Ha]; intros y Hy Hp.
    - now apply Permutation_nil in Hp.
    - destruct Hy as [|b y Hy Hb]; [symmetry in Hp; now apply Permutation_nil in Hp|].
      assert (a = b) as <-.
      { assert (Hin : In a (b :: y)) by (apply (Permutation_in _ Hp); now left).
        assert (Hin' : In b (a :: x)) by (apply (Permutation_in _ (Permutation_sym Hp)); now left).
        destruct Hin as [<-|Hin]; [reflexivity|]. destruct Hin' as [<-|Hin']; [reflexivity|].
        rewrite Forall_forall in Ha, Hb.
        apply (order_antisymmetric leb ordered); [now apply Ha|now apply Hb]. }
      f_equal. apply IH; [exact Hy|]. now apply Permutation_cons_inv in Hp.
  Qed.

  Lemma sort_of_permutation x y : Permutation x y -> sort x = sort y.
  Proof.
    intros Hp. apply sorted_unique; try apply sort_sorts. now rewrite !sort_permutation.
  Qed.

  Lemma sort_sorted x : StronglySorted le x -> sort x = x.
  Proof. intros Hx. apply sorted_unique; [apply sort_sorts|exact Hx|apply sort_permutation]. Qed.

  (** told by the multiset: no order of arrival matters, *)
  Theorem least_permutation m x y : Permutation x y -> least m x = least m y.
  Proof. intros Hp. unfold least. now rewrite (sort_of_permutation x y Hp). Qed.

  (** and none of those left out is less than one that is kept. *)
  Theorem least_are_least m x :
    exists others, Permutation x (least m x ++ others) /\
                   forall a b, In a (least m x) -> In b others -> leb a b = true.
  Proof.
    exists (skipn m (sort x)). split; [unfold least; rewrite firstn_skipn; symmetry; apply sort_permutation|].
    unfold least. pose proof (sort_sorts x) as Hs. revert m. induction Hs as [|c s Hs IH Hc]; intros m a b.
    - now rewrite skipn_nil.
    - destruct m as [|m]; simpl; [contradiction|]. intros [->|Ha] Hb.
      + rewrite Forall_forall in Hc. apply Hc. rewrite <- (firstn_skipn m s).
        apply in_or_app. now right.
      + now apply (IH m a b).
  Qed.

  (** ** Parts *)

  Lemma firstn_insert m a x : firstn m (insert a x) = firstn m (insert a (firstn m x)).
  Proof.
    revert m. induction x as [|b x IH]; intros [|m]; try reflexivity.
    rewrite (firstn_cons m b x). cbn [insert].
    destruct (leb a b); rewrite !firstn_cons; [|now rewrite IH]. f_equal.
    destruct m as [|m]; [reflexivity|]. rewrite !firstn_cons, firstn_firstn.
    now replace (Nat.min m (S m)) with m by lia.
  Qed.

  Lemma firstn_inserts m x y :
    firstn m (fold_right insert y x) = firstn m (fold_right insert (firstn m y) x).
  Proof.
    induction x as [|a x IH]; simpl.
    - rewrite firstn_firstn. now rewrite Nat.min_id.
    - now rewrite firstn_insert, IH, <- firstn_insert.
  Qed.

  Lemma firstn_sorted m x : StronglySorted le x -> StronglySorted le (firstn m x).
  Proof.
    intros Hs. revert m. induction Hs as [|a x Hs IH Ha]; intros [|m]; simpl; constructor; [apply IH|].
    rewrite Forall_forall in *. intros b Hb. apply Ha. rewrite <- (firstn_skipn m x).
    apply in_or_app. now left.
  Qed.

  (** What a part drops the whole drops. *)
  Lemma least_of_part m x y : least m (x ++ least m y) = least m (x ++ y).
  Proof.
    unfold least, sort. rewrite !fold_right_app. fold (sort y). fold (sort (firstn m (sort y))).
    rewrite (sort_sorted (firstn m (sort y))) by apply firstn_sorted, sort_sorts.
    symmetry. apply firstn_inserts.
  Qed.

  (** The least rows of the whole are the least among the least of the parts, *)
  Theorem least_merge m x y : least m (least m x ++ least m y) = least m (x ++ y).
  Proof.
    rewrite least_of_part, (least_permutation m _ _ (Permutation_app_comm _ _)), least_of_part.
    apply least_permutation, Permutation_app_comm.
  Qed.

  (** and of what was trimmed already nothing is lost. *)
  Theorem least_again m x : least m (least m x) = least m x.
  Proof. apply (least_of_part m [] x). Qed.

  (** ** Where none is there twice *)

  (** One is kept if fewer than m are less. *)
  Definition is_less (a b : A) : bool := leb b a && negb (leb a b).

  Lemma least_rank m x a :
    NoDup x -> In a (least m x) <-> In a x /\ length (filter (is_less a) x) < m.
  Proof.
    intros Hx. pose proof (sort_permutation x) as Hp. pose proof (sort_sorts x) as Hs.
    assert (Hlen : forall u v, Permutation u v -> length (filter (is_less a) u) = length (filter (is_less a) v)).
    { intros u v Huv. induction Huv; simpl; try congruence.
      - destruct (is_less a x0); simpl; congruence.
      - destruct (is_less a x0), (is_less a y); reflexivity. }
    assert (Hin : In a x <-> In a (sort x)) by (split; apply Permutation_in; [symmetry|]; exact Hp).
    rewrite Hin, <- (Hlen _ _ Hp). unfold least.
    apply (Permutation_NoDup (Permutation_sym Hp)) in Hx. clear Hp Hlen Hin. revert m Hx.
    induction Hs as [|b s Hs IH Hb]; intros m Hx.
    - rewrite firstn_nil. simpl. tauto.
    - inversion Hx as [|? ? Hn Hd]; subst. destruct m as [|m]; [simpl; lia|]. specialize (IH m Hd).
      rewrite Forall_forall in Hb. simpl. rewrite IH. clear IH. split.
      + intros [->|[Ha Hl]].
        * split; [now left|]. unfold is_less at 1. destruct (leb a a); simpl;
            (replace (filter (is_less a) s) with (@nil A); [simpl; lia|]);
            symmetry; apply filter_none; intros c Hc; unfold is_less; specialize (Hb c Hc); unfold le in Hb;
            rewrite Hb; simpl; now rewrite andb_false_r.
        * split; [now right|]. destruct (is_less a b); simpl; lia.
      + intros [[->|Ha] Hl]; [now left|]. right. split; [exact Ha|]. revert Hl. unfold is_less at 1.
        pose proof (Hb a Ha) as Hba. unfold le in Hba. rewrite Hba.
        destruct (leb a b) eqn:E; simpl; [|lia].
        rewrite (order_antisymmetric leb ordered a b E Hba) in Ha. contradiction.
  Qed.

  (** What is kept of the whole is kept of every part that has it. *)
  Theorem least_in_part m x y a :
    NoDup x -> NoDup y -> incl y x -> In a (least m x) -> In a y -> In a (least m y).
  Proof.
    intros Hx Hy Hi Ha Hay. apply least_rank in Ha as [_ Hl]; [|exact Hx]. apply least_rank; [exact Hy|].
    split; [exact Hay|]. eapply Nat.le_lt_trans; [|exact Hl].
    apply NoDup_incl_length; [now apply NoDup_filter|].
    intros b Hb. apply filter_In in Hb as [Hb Hless]. apply filter_In. auto.
  Qed.

  (** So a part that has all of these has the same. *)
  Theorem least_of_enough m x y :
    NoDup x -> NoDup y -> incl y x -> (forall a, In a (least m x) -> In a y) -> least m y = least m x.
  Proof.
    intros Hx Hy Hi Hall. apply sorted_unique; try apply firstn_sorted, sort_sorts. symmetry.
    apply NoDup_Permutation_bis.
    - now apply least_distinct.
    - rewrite !least_size. pose proof (NoDup_incl_length Hy Hi). lia.
    - intros a Ha. apply (least_in_part m x y); auto.
  Qed.
End Least.

(** A hash alone is not enough: of rows that it does not tell apart, the first to come would stay. *)
Example ties_see_the_order :
  least (fun _ _ => true) 1 [1%Z; 2%Z] <> least (fun _ _ => true) 1 [2%Z; 1%Z].
Proof. discriminate. Qed.
