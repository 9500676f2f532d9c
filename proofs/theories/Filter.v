(** A budget that is spent from, with children that draw on it: no sum exceeds a limit, whatever is
    asked in whatever order, and a refusal changes nothing. *)
From Coq Require Import List Arith ZArith Lia Bool.
Import ListNotations.
Open Scope Z_scope.

(** What a release costs: a loss and a delta. Amounts are fractions; over one denominator they are
    integers. *)
Definition cost : Type := Z * Z.

Definition plus (a b : cost) : cost := (fst a + fst b, snd a + snd b).
Definition covered (a b : cost) : bool := (fst a <=? fst b) && (snd a <=? snd b).
Definition within (a b : cost) : Prop := fst a <= fst b /\ snd a <= snd b.

Lemma covered_within a b : covered a b = true <-> within a b.
Proof. unfold covered, within. rewrite andb_true_iff, !Z.leb_le. reflexivity. Qed.

Lemma plus_assoc a b c : plus a (plus b c) = plus (plus a b) c.
Proof. unfold plus. simpl. f_equal; lia. Qed.

(** An account knows its line: its own position and those of its ancestors, among all accounts in
    the order in which they were opened. *)
Record account := Account { line : list nat; limit : cost; spent : cost }.
Definition family := list account.

Definition is_in (n : nat) (l : list nat) : bool := existsb (Nat.eqb n) l.

Lemma is_in_spec n l : is_in n l = true <-> In n l.
Proof.
  unfold is_in. rewrite existsb_exists. split.
  - intros [m [Hm He]]. apply Nat.eqb_eq in He. now subst.
  - intros Hn. exists n. split; [exact Hn|apply Nat.eqb_refl].
Qed.

(** The account at a position could pay. *)
Definition can_pay (f : family) (c : cost) (position : nat) : bool :=
  match nth_error f position with
  | Some a => covered (plus (spent a) c) (limit a)
  | None => false
  end.

(** Every account of the line pays; the first of the family has position n. *)
Fixpoint pay (payers : list nat) (c : cost) (n : nat) (f : family) : family :=
  match f with
  | [] => []
  | a :: f' =>
      (if is_in n payers then Account (line a) (limit a) (plus (spent a) c) else a)
      :: pay payers c (S n) f'
  end.

(** Asking at a position: the line pays all of it, or nothing happens. *)
Definition ask (f : family) (position : nat) (c : cost) : family * bool :=
  match nth_error f position with
  | Some a => if forallb (can_pay f c) (line a) then (pay (line a) c 0 f, true) else (f, false)
  | None => (f, false)
  end.

(** Opening an account: without ancestors, or as the child of one. *)
Definition open (f : family) (parent : option nat) (most : cost) : family :=
  let above := match parent with
               | Some p => match nth_error f p with Some a => line a | None => [] end
               | None => []
               end in
  f ++ [Account (length f :: above) most (0, 0)].

Lemma pay_nth payers c n f position :
  nth_error (pay payers c n f) position =
  option_map (fun a => if is_in (n + position) payers
                       then Account (line a) (limit a) (plus (spent a) c) else a)
             (nth_error f position).
Proof.
  revert n position. induction f as [|a f IH]; intros n [|position]; simpl; try reflexivity.
  - now rewrite Nat.add_0_r.
  - rewrite IH. now rewrite Nat.add_succ_r.
Qed.

(** No account has spent more than its limit. *)
Definition sound (f : family) : Prop :=
  forall position a, nth_error f position = Some a -> within (spent a) (limit a).

(** ** One question *)

(** Whatever is asked, at a positive price or not, no sum exceeds a limit. *)
Theorem ask_sound f position c : sound f -> sound (fst (ask f position c)).
Proof.
  intros Hf. unfold ask. destruct (nth_error f position) as [asked|]; [|exact Hf].
  destruct (forallb (can_pay f c) (line asked)) eqn:Hall; [|exact Hf].
  intros other a Ha. simpl in Ha. rewrite pay_nth in Ha.
  destruct (nth_error f other) as [b|] eqn:Hb; [|discriminate]. simpl in Ha.
  destruct (is_in other (line asked)) eqn:Hin; injection Ha as <-; [|now apply (Hf other)].
  simpl. apply is_in_spec in Hin. rewrite forallb_forall in Hall. specialize (Hall other Hin).
  unfold can_pay in Hall. rewrite Hb in Hall. now apply covered_within.
Qed.

(** A refusal changes nothing, at any account. *)
Theorem refusal_changes_nothing f position c :
  snd (ask f position c) = false -> fst (ask f position c) = f.
Proof.
  unfold ask. destruct (nth_error f position) as [asked|]; [|reflexivity].
  destruct (forallb (can_pay f c) (line asked)); [discriminate|reflexivity].
Qed.

(** So the filter lives on: every later question is answered as if the refused one had not been
    asked. *)
Theorem refusal_answers_as_before f position c other d :
  snd (ask f position c) = false -> ask (fst (ask f position c)) other d = ask f other d.
Proof. intros H. now rewrite refusal_changes_nothing. Qed.

(** What is left at an account: the least over its line. *)
Definition least (a b : cost) : cost := (Z.min (fst a) (fst b), Z.min (snd a) (snd b)).
Definition left_at (f : family) (position : nat) : cost :=
  match nth_error f position with
  | Some a => (fst (limit a) - fst (spent a), snd (limit a) - snd (spent a))
  | None => (0, 0)
  end.
Definition left (f : family) (position : nat) : cost :=
  match nth_error f position with
  | Some a => fold_right (fun p rest => least (left_at f p) rest) (left_at f position) (line a)
  | None => (0, 0)
  end.

(** Every account is in its own line, and its line consists of accounts. *)
Definition lines_ok (f : family) : Prop :=
  forall position a, nth_error f position = Some a ->
    In position (line a) /\ forall p, In p (line a) -> (p < length f)%nat.

Lemma fold_least f start positions c :
  within c (fold_right (fun p rest => least (left_at f p) rest) start positions) <->
  within c start /\ forall p, In p positions -> within c (left_at f p).
Proof.
  induction positions as [|p positions IH]; simpl; [intuition|].
  unfold within in *. simpl. rewrite !Z.min_glb_iff. split.
  - intros [[H1 H2] [H3 H4]]. destruct IH as [IH _]. destruct IH as [IH1 IH2]; [lia|].
    split; [exact IH1|]. intros q [<-|Hq]; [lia|now apply IH2].
  - intros [Hs Hall]. destruct IH as [_ IH].
    assert (H : fst c <= fst (fold_right (fun p rest => least (left_at f p) rest) start positions) /\
                snd c <= snd (fold_right (fun p rest => least (left_at f p) rest) start positions)).
    { apply IH. split; [exact Hs|]. intros q Hq. apply Hall. now right. }
    pose proof (Hall p (or_introl eq_refl)). lia.
Qed.

(** What is left is exactly what can be spent. *)
Theorem asks_succeed_within_what_is_left f position c :
  lines_ok f -> (position < length f)%nat ->
  (snd (ask f position c) = true <-> within c (left f position)).
Proof.
  intros Hlines Hposition. unfold ask, left.
  destruct (nth_error f position) as [a|] eqn:Ha.
  2: { apply nth_error_None in Ha. lia. }
  destruct (Hlines position a Ha) as [Hown Hline].
  rewrite fold_least. split.
  - destruct (forallb (can_pay f c) (line a)) eqn:Hall; [|discriminate]. intros _.
    rewrite forallb_forall in Hall.
    assert (H : forall p, In p (line a) -> within c (left_at f p)).
    { intros p Hp. specialize (Hall p Hp). unfold can_pay in Hall. unfold left_at.
      destruct (nth_error f p); [|discriminate]. apply covered_within in Hall.
      unfold within, plus in *. simpl in *. lia. }
    split; [now apply H|exact H].
  - intros [_ Hall]. replace (forallb (can_pay f c) (line a)) with true; [reflexivity|].
    symmetry. apply forallb_forall. intros p Hp. specialize (Hall p Hp). specialize (Hline p Hp).
    unfold can_pay. unfold left_at in Hall. destruct (nth_error f p) eqn:Hpth.
    + apply covered_within. unfold within, plus in *. simpl in *. lia.
    + apply nth_error_None in Hpth. lia.
Qed.

(** ** Any sequence of questions *)

Inductive event := Ask (position : nat) (c : cost) | Open (parent : option nat) (most : cost).

Definition nonnegative (c : cost) : Prop := within (0, 0) c.

(** What happens, and which questions were paid for. *)
Definition step (f : family) (e : event) : family * bool :=
  match e with
  | Ask position c => ask f position c
  | Open parent most => (open f parent most, true)
  end.

Fixpoint run (f : family) (events : list event) : family * list bool :=
  match events with
  | [] => (f, [])
  | e :: rest =>
      let (f', answer) := step f e in
      let (f'', answers) := run f' rest in (f'', answer :: answers)
  end.

Definition limits_nonnegative (events : list event) : Prop :=
  Forall (fun e => match e with Open _ most => nonnegative most | Ask _ _ => True end) events.

Lemma open_nth f parent most position a :
  nth_error (open f parent most) position = Some a ->
  nth_error f position = Some a \/
  (position = length f /\ limit a = most /\ spent a = (0, 0)).
Proof.
  unfold open. intros Ha. destruct (Nat.lt_ge_cases position (length f)) as [Hlt|Hge].
  - left. now rewrite nth_error_app1 in Ha.
  - right. rewrite nth_error_app2 in Ha by exact Hge.
    destruct (position - length f)%nat as [|n] eqn:Hn; simpl in Ha.
    + injection Ha as <-. simpl. repeat split; lia.
    + destruct n; discriminate.
Qed.

Lemma step_sound f e :
  sound f -> (match e with Open _ most => nonnegative most | Ask _ _ => True end) ->
  sound (fst (step f e)).
Proof.
  intros Hf He. destruct e as [position c|parent most]; [now apply ask_sound|].
  intros position a Ha. simpl in Ha. apply open_nth in Ha as [Ha|[_ [Hl Hs]]]; [now apply (Hf position)|].
  rewrite Hl, Hs. exact He.
Qed.

(** No sequence of questions and openings brings an account above its limit. *)
Theorem spent_within_limit f events :
  sound f -> limits_nonnegative events -> sound (fst (run f events)).
Proof.
  revert f. induction events as [|e events IH]; intros f Hf He; [exact Hf|].
  inversion He as [|? ? Hfirst Hrest]; subst. simpl.
  pose proof (step_sound f e Hf Hfirst) as Hstep. destruct (step f e) as [f' answer]. simpl in Hstep.
  specialize (IH f' Hstep Hrest). destruct (run f' events). exact IH.
Qed.

(** Threads: what several of them ask, however it interleaves, is one sequence. *)
Inductive interleaved {A : Type} : list A -> list A -> list A -> Prop :=
| interleaved_nil : interleaved [] [] []
| interleaved_left a l r m : interleaved l r m -> interleaved (a :: l) r (a :: m)
| interleaved_right a l r m : interleaved l r m -> interleaved l (a :: r) (a :: m).

Lemma interleaved_forall {A : Type} (P : A -> Prop) l r m :
  interleaved l r m -> Forall P l -> Forall P r -> Forall P m.
Proof.
  intros Hm. induction Hm as [|a l r m Hm IH|a l r m Hm IH]; intros Hl Hr; [constructor| |].
  - inversion Hl; subst. constructor; auto.
  - inversion Hr; subst. constructor; auto.
Qed.

Theorem interleaved_within_limit f first second events :
  sound f -> limits_nonnegative first -> limits_nonnegative second ->
  interleaved first second events -> sound (fst (run f events)).
Proof.
  intros Hf H1 H2 Hm. apply spent_within_limit; [exact Hf|].
  now apply (interleaved_forall _ first second).
Qed.

(** ** Where it went *)

(** The sum of all that was paid by the account at a position, for itself and for descendants. *)
Fixpoint paid (f : family) (events : list event) (position : nat) : cost :=
  match events with
  | [] => (0, 0)
  | e :: rest =>
      let (f', answer) := step f e in
      let this := match e with
                  | Ask asked c =>
                      match nth_error f asked with
                      | Some a => if answer && is_in position (line a) then c else (0, 0)
                      | None => (0, 0)
                      end
                  | Open _ _ => (0, 0)
                  end in
      plus this (paid f' rest position)
  end.

Lemma plus_zero_l a : plus (0, 0) a = a.
Proof. destruct a. reflexivity. Qed.
Lemma plus_zero_r a : plus a (0, 0) = a.
Proof. destruct a. unfold plus. simpl. f_equal; lia. Qed.

Lemma run_keeps f events position a :
  nth_error f position = Some a ->
  exists a', nth_error (fst (run f events)) position = Some a' /\ limit a' = limit a /\
             line a' = line a /\ spent a' = plus (spent a) (paid f events position).
Proof.
  revert f a. induction events as [|e events IH]; intros f a Ha; simpl.
  { exists a. rewrite plus_zero_r. auto. }
  destruct e as [asked c|parent most]; simpl.
  - unfold ask. destruct (nth_error f asked) as [b|] eqn:Hb.
    + destruct (forallb (can_pay f c) (line b)) eqn:Hall; simpl.
      * destruct (is_in position (line b)) eqn:Hin.
        -- destruct (IH (pay (line b) c 0 f) (Account (line a) (limit a) (plus (spent a) c)))
             as [a' [H1 [H2 [H3 H4]]]].
           { rewrite pay_nth, Ha. simpl. now rewrite Hin. }
           exists a'. destruct (run (pay (line b) c 0 f) events). simpl in *.
           rewrite H4, plus_assoc. auto.
        -- destruct (IH (pay (line b) c 0 f) a) as [a' [H1 [H2 [H3 H4]]]].
           { rewrite pay_nth, Ha. simpl. now rewrite Hin. }
           exists a'. destruct (run (pay (line b) c 0 f) events). simpl in *.
           rewrite H4, plus_zero_l. auto.
      * destruct (IH f a Ha) as [a' [H1 [H2 [H3 H4]]]]. exists a'. destruct (run f events).
        simpl in *. rewrite H4, plus_zero_l. auto.
    + destruct (IH f a Ha) as [a' [H1 [H2 [H3 H4]]]]. exists a'. destruct (run f events).
      simpl in *. rewrite H4, plus_zero_l. auto.
  - assert (Ha' : nth_error (open f parent most) position = Some a).
    { unfold open. rewrite nth_error_app1; [exact Ha|]. apply nth_error_Some. now rewrite Ha. }
    destruct (IH (open f parent most) a Ha') as [a' [H1 [H2 [H3 H4]]]]. exists a'.
    destruct (run (open f parent most) events). simpl in *. rewrite H4, plus_zero_l. auto.
Qed.

(** The account is exact: what it has spent is what was paid from it. *)
Theorem spent_is_what_was_paid f events position a :
  nth_error f position = Some a -> spent a = (0, 0) ->
  exists a', nth_error (fst (run f events)) position = Some a' /\
             spent a' = paid f events position.
Proof.
  intros Ha Hs. destruct (run_keeps f events position a Ha) as [a' [H1 [_ [_ H4]]]].
  exists a'. split; [exact H1|]. rewrite H4, Hs. apply plus_zero_l.
Qed.

(** All that an account and its descendants paid for together is within its limit. *)
Theorem children_within_parent f events position a :
  sound f -> limits_nonnegative events -> nth_error f position = Some a -> spent a = (0, 0) ->
  within (paid f events position) (limit a).
Proof.
  intros Hf He Ha Hs. destruct (run_keeps f events position a Ha) as [a' [H1 [H2 [_ H4]]]].
  pose proof (spent_within_limit f events Hf He position a' H1) as Hw.
  rewrite H2, H4, Hs, plus_zero_l in Hw. exact Hw.
Qed.

(** Ten tenths are one, and there is no eleventh. *)
Example ten_tenths :
  snd (run (open [] None (10, 0)) (repeat (Ask 0 (1, 0)) 11)) = repeat true 10 ++ [false].
Proof. reflexivity. Qed.

(** A check of the child alone would let children spend more together than their parent has. *)
Example children_share_their_parent :
  snd (run (open [] None (10, 0))
         [Open (Some 0%nat) (8, 0); Open (Some 0%nat) (8, 0); Ask 1 (8, 0); Ask 2 (8, 0);
          Ask 2 (2, 0)]) = [true; true; true; false; true].
Proof. reflexivity. Qed.
