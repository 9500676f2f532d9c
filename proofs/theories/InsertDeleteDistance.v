(** Insert-delete distance is the least number of insertions and deletions. *)
From Coq Require Import List Arith Lia.
From Scrim Require Import Rows Distances.
Import ListNotations.

Section InsertDeleteDistance.
  Context {A : Type} `{Distinguishable A}.
  Implicit Types (x y l r : list A) (a b : A) (d : nat).

  (** A chain of single insertions and deletions, each at any place. *)
  Inductive edit_path : nat -> list A -> list A -> Prop :=
  | edit_done x : edit_path 0 x x
  | edit_insert d l a r y : edit_path d (l ++ a :: r) y -> edit_path (S d) (l ++ r) y
  | edit_delete d l a r y : edit_path d (l ++ r) y -> edit_path (S d) (l ++ a :: r) y.

  (** The same, with the edits sorted from left to right. *)
  Inductive alignment : nat -> list A -> list A -> Prop :=
  | align_nil : alignment 0 [] []
  | align_keep d a x y : alignment d x y -> alignment d (a :: x) (a :: y)
  | align_delete d a x y : alignment d x y -> alignment (S d) (a :: x) y
  | align_insert d b x y : alignment d x y -> alignment (S d) x (b :: y).

  Lemma insert_delete_cons a x b y :
    insert_delete_distance (a :: x) (b :: y) =
    let edit := S (Nat.min (insert_delete_distance x (b :: y)) (insert_delete_distance (a :: x) y))
    in if same_row a b then Nat.min (insert_delete_distance x y) edit else edit.
  Proof. reflexivity. Qed.

  Lemma insert_delete_nil_r x : insert_delete_distance x [] = length x.
  Proof. destruct x; reflexivity. Qed.

  Lemma insert_delete_alignment x y : alignment (insert_delete_distance x y) x y.
  Proof.
    revert y. induction x as [|a x IHx]; intros y.
    - simpl. induction y; simpl; now constructor.
    - induction y as [|b y IHy].
      + rewrite insert_delete_nil_r. simpl. constructor.
        specialize (IHx []). now rewrite insert_delete_nil_r in IHx.
      + rewrite insert_delete_cons. cbv zeta.
        assert (Hedit : alignment (S (Nat.min (insert_delete_distance x (b :: y))
                                              (insert_delete_distance (a :: x) y)))
                                  (a :: x) (b :: y)).
        { destruct (Nat.min_dec (insert_delete_distance x (b :: y))
                                (insert_delete_distance (a :: x) y)) as [->| ->].
          - apply align_delete. apply IHx.
          - apply align_insert. apply IHy. }
        destruct (same_row a b) as [<-|]; [|exact Hedit].
        match goal with |- alignment (Nat.min ?m ?n) _ _ =>
          destruct (Nat.min_dec m n) as [->| ->] end; [constructor; apply IHx|exact Hedit].
  Qed.

  Lemma alignment_bounds d x y : alignment d x y -> insert_delete_distance x y <= d.
  Proof.
    intros Ha. induction Ha as [|d a x y Ha IH|d a x y Ha IH|d b x y Ha IH].
    - reflexivity.
    - rewrite insert_delete_cons. cbv zeta. destruct (same_row a a); [lia|contradiction].
    - destruct y as [|b y].
      + rewrite insert_delete_nil_r in *. simpl. lia.
      + rewrite insert_delete_cons. cbv zeta. destruct (same_row a b); lia.
    - destruct x as [|a x].
      + simpl in *. lia.
      + rewrite insert_delete_cons. cbv zeta. destruct (same_row a b); lia.
  Qed.

  Lemma edit_path_under a d x y : edit_path d x y -> edit_path d (a :: x) (a :: y).
  Proof.
    intros Hp. induction Hp as [x|d l b r y Hp IH|d l b r y Hp IH].
    - constructor.
    - apply (edit_insert d (a :: l) b r). exact IH.
    - apply (edit_delete d (a :: l) b r). exact IH.
  Qed.

  Lemma alignment_edit_path d x y : alignment d x y -> edit_path d x y.
  Proof.
    intros Ha. induction Ha as [|d a x y Ha IH|d a x y Ha IH|d b x y Ha IH].
    - constructor.
    - now apply edit_path_under.
    - now apply (edit_delete d [] a x).
    - apply (edit_insert d [] b x). simpl. now apply edit_path_under.
  Qed.

  Lemma alignment_without_row d x y l a r :
    alignment d x y -> x = l ++ a :: r -> exists d', d' <= S d /\ alignment d' (l ++ r) y.
  Proof.
    intros Ha. revert l. induction Ha as [|d b x y Ha IH|d b x y Ha IH|d b x y Ha IH];
      intros l Hx.
    - destruct l; discriminate.
    - destruct l as [|b' l]; injection Hx as -> ->.
      + exists (S d). split; [lia|]. now constructor.
      + destruct (IH l eq_refl) as (d' & Hd & Ha'). exists d'. split; [lia|]. now constructor.
    - destruct l as [|b' l]; injection Hx as -> ->.
      + exists d. split; [lia|]. exact Ha.
      + destruct (IH l eq_refl) as (d' & Hd & Ha'). exists (S d'). split; [lia|]. now constructor.
    - destruct (IH l Hx) as (d' & Hd & Ha'). exists (S d'). split; [lia|]. now constructor.
  Qed.

  Lemma alignment_with_row d x y l a r :
    alignment d x y -> x = l ++ r -> alignment (S d) (l ++ a :: r) y.
  Proof.
    intros Ha. revert l. induction Ha as [|d b x y Ha IH|d b x y Ha IH|d b x y Ha IH];
      intros l Hx.
    - destruct l; [|discriminate]. destruct r; [|discriminate]. repeat constructor.
    - destruct l as [|b' l]; simpl in *.
      + subst r. now repeat constructor.
      + injection Hx as -> ->. constructor. now apply IH.
    - destruct l as [|b' l]; simpl in *.
      + subst r. now repeat constructor.
      + injection Hx as -> ->. constructor. now apply IH.
    - constructor. now apply IH.
  Qed.

  (** A path of that many edits exists ... *)
  Theorem insert_delete_distance_path x y : edit_path (insert_delete_distance x y) x y.
  Proof. apply alignment_edit_path, insert_delete_alignment. Qed.

  (** ... and no path is shorter. *)
  Theorem edit_path_length d x y : edit_path d x y -> insert_delete_distance x y <= d.
  Proof.
    intros Hp. enough (exists d', d' <= d /\ alignment d' x y) as (d' & Hd & Ha)
      by (pose proof (alignment_bounds _ _ _ Ha); lia).
    induction Hp as [x|d l a r y Hp IH|d l a r y Hp IH].
    - exists 0. split; [lia|]. induction x; now constructor.
    - destruct IH as (d' & Hd & Ha).
      destruct (alignment_without_row _ _ _ _ _ _ Ha eq_refl) as (d'' & Hd'' & Ha'').
      exists d''. split; [lia|exact Ha''].
    - destruct IH as (d' & Hd & Ha). exists (S d'). split; [lia|].
      now apply (alignment_with_row d' (l ++ r) y).
  Qed.
End InsertDeleteDistance.
