(** Symmetric distance is the least number of rows in which two multisets differ. *)
From Coq Require Import List Arith Lia Permutation.
From Scrim Require Import Rows Distances.
Import ListNotations.

(** ** Sums over a support *)

Section Support.
  Context {A : Type} `{Distinguishable A}.

  Local Definition total (g : A -> nat) (support : list A) : nat := list_sum (map g support).

  Lemma total_permutation (g : A -> nat) (s t : list A) :
    Permutation s t -> total g s = total g t.
  Proof. intros Hp. unfold total. induction Hp; simpl; lia. Qed.

  (** A sum does not depend on the support as long as it covers where the summand is not zero. *)
  Lemma total_support (g : A -> nat) (s t : list A) :
    NoDup s -> NoDup t ->
    (forall r, g r <> 0 -> In r s) -> (forall r, g r <> 0 -> In r t) ->
    total g s = total g t.
  Proof.
    intros Hs Ht Cs Ct.
    assert (Hfilter : forall u, total g u = total g (filter (fun r => negb (g r =? 0)) u)).
    { induction u as [|a u IH]; [reflexivity|]. unfold total in *. simpl.
      destruct (g a =? 0) eqn:E; simpl; [apply Nat.eqb_eq in E|]; lia. }
    rewrite (Hfilter s), (Hfilter t). apply total_permutation, NoDup_Permutation;
      try (apply NoDup_filter; assumption).
    intros r. rewrite !filter_In. destruct (g r =? 0) eqn:E; simpl; [intuition discriminate|].
    apply Nat.eqb_neq in E. intuition auto.
  Qed.

  (** Two summands that differ at one point. *)
  Lemma total_at (g h : A -> nat) (a : A) (s : list A) :
    NoDup s -> In a s -> (forall r, r <> a -> g r = h r) ->
    total g s + h a = total h s + g a.
  Proof.
    intros Hs Ha Heq. induction Hs as [|b s Hb Hs IH]; [contradiction|].
    unfold total in *. simpl in *. destruct Ha as [->|Ha].
    - replace (map g s) with (map h s); [lia|]. apply map_ext_in. intros r Hr.
      symmetry. apply Heq. intros ->. contradiction.
    - specialize (IH Ha). rewrite (Heq b); [lia|]. intros ->. contradiction.
  Qed.
End Support.

(** ** Symmetric distance *)

Section SymmetricDistance.
  Context {A : Type} `{Distinguishable A}.
  Implicit Types (x y c p q : list A) (a : A).

  Lemma multiplicity_cons a r x :
    multiplicity r (a :: x) = if same_row a r then S (multiplicity r x) else multiplicity r x.
  Proof. reflexivity. Qed.

  Lemma multiplicity_absent r x : ~ In r x -> multiplicity r x = 0.
  Proof. intros Hn. apply count_occ_not_In. exact Hn. Qed.

  Lemma symmetric_distance_support x y s :
    NoDup s -> incl x s -> incl y s ->
    symmetric_distance x y = list_sum (map (fun r => gap (multiplicity r x) (multiplicity r y)) s).
  Proof.
    intros Hs Hx Hy.
    apply (total_support (fun r => gap (multiplicity r x) (multiplicity r y)));
      [apply NoDup_nodup | exact Hs | |]; intros r Hr.
    - rewrite nodup_In, in_app_iff.
      destruct (in_dec same_row r x); [tauto|]. destruct (in_dec same_row r y); [tauto|].
      rewrite !multiplicity_absent in Hr by assumption. contradiction.
    - destruct (in_dec same_row r x); [auto|]. destruct (in_dec same_row r y); [auto|].
      rewrite !multiplicity_absent in Hr by assumption. contradiction.
  Qed.

  Local Definition support x : list A := nodup same_row x.

  Lemma support_covers x y : incl x y -> incl x (support y).
  Proof. intros Hi r Hr. apply nodup_In. auto. Qed.

  Local Ltac covers := apply support_covers; intros ? ?; simpl; rewrite ?in_app_iff; auto.

  (** The distance is symmetric. *)
  Theorem symmetric_distance_comm x y : symmetric_distance x y = symmetric_distance y x.
  Proof.
    rewrite (symmetric_distance_support x y (support (x ++ y)));
      [|apply NoDup_nodup|covers|covers].
    rewrite (symmetric_distance_support y x (support (x ++ y)));
      [|apply NoDup_nodup|covers|covers].
    f_equal. apply map_ext. intros r. unfold gap. lia.
  Qed.

  (** It does not see the order of rows. *)
  Theorem symmetric_distance_permutation x x' y y' :
    Permutation x x' -> Permutation y y' -> symmetric_distance x y = symmetric_distance x' y'.
  Proof.
    intros Hx Hy.
    rewrite (symmetric_distance_support x y (support (x ++ y)));
      [|apply NoDup_nodup|covers|covers].
    rewrite (symmetric_distance_support x' y' (support (x ++ y))).
    - f_equal. apply map_ext. intros r. unfold multiplicity.
      now rewrite (Permutation_count_occ same_row x x') in Hx;
      rewrite (Permutation_count_occ same_row y y') in Hy; rewrite Hx, Hy.
    - apply NoDup_nodup.
    - apply support_covers. intros r Hr. apply in_or_app. left.
      eapply Permutation_in; [apply Permutation_sym, Hx|exact Hr].
    - apply support_covers. intros r Hr. apply in_or_app. right.
      eapply Permutation_in; [apply Permutation_sym, Hy|exact Hr].
  Qed.

  (** A row that both have does not count. *)
  Lemma symmetric_distance_shared a x y :
    symmetric_distance (a :: x) (a :: y) = symmetric_distance x y.
  Proof.
    rewrite (symmetric_distance_support x y (support (a :: x ++ y)));
      [|apply NoDup_nodup|covers|covers].
    rewrite (symmetric_distance_support (a :: x) (a :: y) (support (a :: x ++ y))).
    - f_equal. apply map_ext. intros r. rewrite !multiplicity_cons. unfold gap.
      destruct (same_row a r); lia.
    - apply NoDup_nodup.
    - apply support_covers. intros r [->|Hr]; simpl; rewrite ?in_app_iff; auto.
    - apply support_covers. intros r [->|Hr]; simpl; rewrite ?in_app_iff; auto.
  Qed.

  (** One more row changes one bar of the histogram. *)
  Lemma symmetric_distance_one_row a x y :
    symmetric_distance (a :: x) y + gap (multiplicity a x) (multiplicity a y) =
    symmetric_distance x y + gap (S (multiplicity a x)) (multiplicity a y).
  Proof.
    rewrite (symmetric_distance_support x y (support (a :: x ++ y)));
      [|apply NoDup_nodup|covers|covers].
    rewrite (symmetric_distance_support (a :: x) y (support (a :: x ++ y)));
      [|apply NoDup_nodup| |covers].
    - pose proof (total_at (fun r => gap (multiplicity r (a :: x)) (multiplicity r y))
                    (fun r => gap (multiplicity r x) (multiplicity r y))
                    a (support (a :: x ++ y))) as Hat.
      cbv beta in Hat. rewrite (multiplicity_cons a a) in Hat.
      destruct (same_row a a) as [_|Hne]; [|contradiction].
      apply Hat; [apply NoDup_nodup | apply nodup_In; simpl; auto |].
      intros r Hr. rewrite multiplicity_cons. destruct (same_row a r); [congruence|reflexivity].
    - apply support_covers. intros r [->|Hr]; simpl; rewrite ?in_app_iff; auto.
  Qed.

  Lemma symmetric_distance_add a x y :
    symmetric_distance (a :: x) y <= S (symmetric_distance x y).
  Proof. pose proof (symmetric_distance_one_row a x y). unfold gap in *. lia. Qed.

  Lemma symmetric_distance_remove a x y :
    symmetric_distance x y <= S (symmetric_distance (a :: x) y).
  Proof. pose proof (symmetric_distance_one_row a x y). unfold gap in *. lia. Qed.

  Lemma symmetric_distance_unshared a x y :
    ~ In a y -> symmetric_distance (a :: x) y = S (symmetric_distance x y).
  Proof.
    intros Hn. pose proof (symmetric_distance_one_row a x y) as Hrow.
    rewrite (multiplicity_absent a y Hn) in Hrow. unfold gap in *. lia.
  Qed.

  Lemma symmetric_distance_nil_r x : symmetric_distance x [] = length x.
  Proof.
    induction x as [|a x IH]; [reflexivity|].
    rewrite symmetric_distance_unshared by auto. simpl. now rewrite IH.
  Qed.

  (** Two datasets split into a part they share and parts p, q in which they differ, and the
      distance is the size of those parts. *)
  Theorem common_part x y :
    exists c p q, Permutation x (c ++ p) /\ Permutation y (c ++ q) /\
                  symmetric_distance x y = length p + length q.
  Proof.
    revert y. induction x as [|a x IH]; intros y.
    - exists [], [], y. repeat split; auto.
      rewrite symmetric_distance_comm, symmetric_distance_nil_r. reflexivity.
    - destruct (in_dec same_row a y) as [Ha|Ha].
      + destruct (in_split _ _ Ha) as (y1 & y2 & ->).
        destruct (IH (y1 ++ y2)) as (c & p & q & Hx & Hy & Hd).
        exists (a :: c), p, q. repeat split.
        * simpl. now constructor.
        * simpl. rewrite <- Permutation_middle. now constructor.
        * rewrite <- Hd, <- (symmetric_distance_shared a x (y1 ++ y2)).
          apply symmetric_distance_permutation; [reflexivity|].
          symmetry. apply Permutation_middle.
      + destruct (IH y) as (c & p & q & Hx & Hy & Hd).
        exists c, (a :: p), q. repeat split.
        * rewrite <- Permutation_middle. now constructor.
        * exact Hy.
        * rewrite symmetric_distance_unshared, Hd by exact Ha. reflexivity.
  Qed.

  (** No other way to split them does better. *)
  Theorem common_part_minimal x y c p q :
    Permutation x (c ++ p) -> Permutation y (c ++ q) ->
    symmetric_distance x y <= length p + length q.
  Proof.
    intros Hx Hy. rewrite (symmetric_distance_permutation _ _ _ _ Hx Hy). clear Hx Hy x y.
    induction c as [|a c IH].
    - simpl. induction p as [|a p IH].
      + rewrite symmetric_distance_comm, symmetric_distance_nil_r. simpl. lia.
      + pose proof (symmetric_distance_add a p q). simpl. lia.
    - simpl. now rewrite symmetric_distance_shared.
  Qed.

  (** Distance 0 means the same multiset. *)
  Theorem symmetric_distance_zero x y : symmetric_distance x y = 0 <-> Permutation x y.
  Proof.
    split.
    - intros Hz. destruct (common_part x y) as (c & p & q & Hx & Hy & Hd).
      destruct p; [|simpl in Hd; lia]. destruct q; [|simpl in Hd; lia].
      now rewrite Hx, Hy.
    - intros Hp. enough (symmetric_distance x y <= 0) by lia.
      apply (common_part_minimal x y x [] []); rewrite app_nil_r; auto. now symmetry.
  Qed.
End SymmetricDistance.
