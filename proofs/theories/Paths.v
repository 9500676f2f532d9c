(** The path property: datasets at distance d are joined by d datasets each one row from the next,
    so what holds per row holds d times by the triangle inequality. *)
From Coq Require Import List Arith ZArith Lia Permutation.
From Scrim Require Import Rows Distances SymmetricDistance Comparisons.
Import ListNotations.

Section Paths.
  Context {A : Type} `{Distinguishable A}.
  Implicit Types (x y : list A) (d : nat).

  (** A chain of single additions and removals, up to the order of rows. *)
  Inductive add_remove_path : nat -> list A -> list A -> Prop :=
  | add_remove_done x y : Permutation x y -> add_remove_path 0 x y
  | add_row d a x y : add_remove_path d (a :: x) y -> add_remove_path (S d) x y
  | remove_row d a x x' y :
      Permutation x (a :: x') -> add_remove_path d x' y -> add_remove_path (S d) x y.

  (** A chain of single replacements, up to the order of rows. *)
  Inductive replace_path : nat -> list A -> list A -> Prop :=
  | replace_done x y : Permutation x y -> replace_path 0 x y
  | replace_row d a b x x' y :
      Permutation x (a :: x') -> replace_path d (b :: x') y -> replace_path (S d) x y.

  Lemma add_all c q y : Permutation y (c ++ q) -> add_remove_path (length q) c y.
  Proof.
    revert c. induction q as [|b q IH]; intros c Hy.
    - constructor. rewrite app_nil_r in Hy. now symmetry.
    - apply add_row with b. apply IH. simpl. now rewrite Hy, <- Permutation_middle.
  Qed.

  Lemma path_from_permuted d x x' y :
    Permutation x x' -> add_remove_path d x' y -> add_remove_path d x y.
  Proof.
    intros Hx Hp. revert x Hx. induction Hp as [x' y Hp|d a x' y Hp IH|d a x' x'' y Hx'' Hp IH];
      intros x Hx.
    - constructor. now rewrite Hx.
    - apply add_row with a. apply IH. now constructor.
    - apply remove_row with a x''; [now rewrite Hx|exact Hp].
  Qed.

  (** The symmetric distance is the length of some path ... *)
  Theorem symmetric_distance_path x y : add_remove_path (symmetric_distance x y) x y.
  Proof.
    destruct (common_part x y) as (c & p & q & Hx & Hy & ->).
    apply (path_from_permuted _ _ _ _ Hx). clear x Hx.
    induction p as [|a p IH]; simpl.
    - rewrite app_nil_r. now apply add_all.
    - apply remove_row with a (c ++ p); [|exact IH]. symmetry. apply Permutation_middle.
  Qed.

  (** ... and of no shorter one. *)
  Theorem add_remove_path_length d x y : add_remove_path d x y -> symmetric_distance x y <= d.
  Proof.
    intros Hp. induction Hp as [x y Hp|d a x y Hp IH|d a x x' y Hx Hp IH].
    - apply symmetric_distance_zero in Hp. lia.
    - pose proof (symmetric_distance_remove a x y). lia.
    - rewrite (symmetric_distance_permutation _ _ y y Hx (Permutation_refl y)).
      pose proof (symmetric_distance_add a x' y). lia.
  Qed.

  Lemma replace_from_permuted d x x' y :
    Permutation x x' -> replace_path d x' y -> replace_path d x y.
  Proof.
    intros Hx Hp. revert x Hx. destruct Hp as [x' y Hp|d a b x' z y Hz Hp]; intros x Hx.
    - constructor. now rewrite Hx.
    - apply replace_row with a b z; [now rewrite Hx|exact Hp].
  Qed.

  (** Between datasets of one size, the change-one distance is the number of replacements of some
      path ... *)
  Theorem change_one_distance_path x y :
    length x = length y -> replace_path (change_one_distance x y) x y.
  Proof.
    intros Hlen. pose proof (symmetric_is_twice_change_one x y Hlen) as Htwice.
    destruct (common_part x y) as (c & p & q & Hx & Hy & Hd).
    pose proof (Permutation_length Hx) as Lx. pose proof (Permutation_length Hy) as Ly.
    rewrite app_length in Lx, Ly.
    assert (Hn : change_one_distance x y = length p) by lia. rewrite Hn.
    assert (Hpq : length p = length q) by lia. clear - Hx Hy Hpq.
    apply (replace_from_permuted _ _ _ _ Hx). clear x Hx. revert c q Hy Hpq.
    induction p as [|a p IH]; intros c [|b q] Hy Hpq; try discriminate; simpl.
    - constructor. now symmetry.
    - apply replace_row with a b (c ++ p); [symmetry; apply Permutation_middle|].
      apply (IH (b :: c) q); [|now injection Hpq].
      simpl. now rewrite Hy, <- Permutation_middle.
  Qed.

  (** ... and of no path with fewer. *)
  Theorem replace_path_length d x y :
    replace_path d x y -> length x = length y /\ change_one_distance x y <= d.
  Proof.
    intros Hp. enough (length x = length y /\ symmetric_distance x y <= 2 * d) as [Hlen Hd].
    { split; [exact Hlen|]. rewrite (symmetric_is_twice_change_one x y Hlen) in Hd. lia. }
    induction Hp as [x y Hp|d a b x x' y Hx Hp [Hlen IH]].
    - split; [now apply Permutation_length|]. apply symmetric_distance_zero in Hp. lia.
    - apply Permutation_length in Hx as Lx. simpl in *. split; [lia|].
      rewrite (symmetric_distance_permutation _ _ y y Hx (Permutation_refl y)).
      pose proof (symmetric_distance_add a x' y). pose proof (symmetric_distance_remove b x' y).
      lia.
  Qed.

  (** ** The triangle inequality along a path *)

  Open Scope Z_scope.

  Variables (value : list A -> Z) (c : Z).
  Hypothesis c_nonneg : 0 <= c.
  Hypothesis value_permutation : forall x y, Permutation x y -> value x = value y.

  (** If one added row moves a value by at most c, d_in rows move it by at most d_in * c. *)
  Theorem bounded_per_added_row :
    (forall a x, Z.abs (value (a :: x) - value x) <= c) ->
    forall d x y, close_symmetric d x y -> Z.abs (value x - value y) <= Z.of_nat d * c.
  Proof.
    intros Hrow d x y Hd.
    enough (Hpath : forall n u, add_remove_path n u y ->
                                Z.abs (value u - value y) <= Z.of_nat n * c).
    { specialize (Hpath _ _ (symmetric_distance_path x y)). unfold close_symmetric in Hd. nia. }
    intros n u Hp. induction Hp as [u y Hp|n a u y Hp IH|n a u u' y Hu Hp IH].
    - rewrite (value_permutation u y Hp). lia.
    - specialize (Hrow a u). specialize (IH Hd). lia.
    - rewrite (value_permutation u _ Hu). specialize (Hrow a u'). specialize (IH Hd). lia.
  Qed.

  (** If one replaced row moves a value by at most c, d_in changes move it by at most d_in * c. *)
  Theorem bounded_per_changed_row :
    (forall a b x, Z.abs (value (a :: x) - value (b :: x)) <= c) ->
    forall d x y, close_change_one d x y -> Z.abs (value x - value y) <= Z.of_nat d * c.
  Proof.
    intros Hrow d x y [Hlen Hd].
    enough (Hpath : forall n u, replace_path n u y ->
                                Z.abs (value u - value y) <= Z.of_nat n * c).
    { specialize (Hpath _ _ (change_one_distance_path x y Hlen)). nia. }
    clear Hlen Hd. intros n u Hp. induction Hp as [u y Hp|n a b u u' y Hu Hp IH].
    - rewrite (value_permutation u y Hp). lia.
    - rewrite (value_permutation u _ Hu). specialize (Hrow a b u'). lia.
  Qed.
End Paths.
