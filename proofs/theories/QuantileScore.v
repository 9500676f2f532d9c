(** The score of a candidate c for the quantile alpha = num / den, to be minimised. *)
From Coq Require Import List Arith ZArith Lia Permutation.
Import ListNotations.
Open Scope Z_scope.

(** ** Counts *)

Definition count {A : Type} (which : A -> bool) (x : list A) : Z :=
  Z.of_nat (length (filter which x)).

Definition rows_below (c : Z) : list Z -> Z := count (fun row => row <? c).
Definition rows_above (c : Z) : list Z -> Z := count (fun row => c <? row).
Definition rows_equal (c : Z) : list Z -> Z := count (fun row => row =? c).

Section Counts.
  Context {A : Type}.
  Implicit Types (which : A -> bool) (x y : list A).

  Lemma count_cons which a x :
    count which (a :: x) = (if which a then 1 else 0) + count which x.
  Proof. unfold count. simpl. destruct (which a); simpl length; lia. Qed.

  Lemma count_app which x y : count which (x ++ y) = count which x + count which y.
  Proof. unfold count. rewrite filter_app, app_length. lia. Qed.

  Lemma count_nonneg which x : 0 <= count which x.
  Proof. unfold count. lia. Qed.

  Lemma count_permutation which x y : Permutation x y -> count which x = count which y.
  Proof. intros Hp. induction Hp; rewrite ?count_cons; lia. Qed.

  Lemma count_repeat which a n :
    count which (repeat a n) = if which a then Z.of_nat n else 0.
  Proof.
    induction n as [|n IH]; simpl repeat.
    - unfold count. simpl. now destruct (which a).
    - rewrite count_cons, IH. destruct (which a); lia.
  Qed.
End Counts.

(** ** The score *)

Section Score.
  Variables num den limit : Z.

  (** The rank of c above or below the ideal rank, counts clipped at [limit]. *)
  Definition signed_score (c : Z) (x : list Z) : Z :=
    (den - num) * Z.min (rows_below c x) limit - num * Z.min (rows_above c x) limit.

  Definition score (c : Z) (x : list Z) : Z := Z.abs (signed_score c x).

  Definition scores (candidates : list Z) (x : list Z) : list Z :=
    map (fun c => score c x) candidates.

  (** Order of rows does not matter. *)
  Theorem score_permutation (c : Z) (x y : list Z) :
    Permutation x y -> score c x = score c y.
  Proof.
    intros Hp. unfold score, signed_score, rows_below, rows_above.
    now rewrite !(count_permutation _ x y Hp).
  Qed.

  (** With limit = floor((2^64 - 1) / den) both products and the score fit in 64 bits. *)
  Theorem score_fits (c : Z) (x : list Z) :
    0 <= num <= den -> 0 <= limit ->
    0 <= (den - num) * Z.min (rows_below c x) limit <= den * limit /\
    0 <= num * Z.min (rows_above c x) limit <= den * limit /\
    0 <= score c x <= den * limit.
  Proof.
    intros Halpha Hlimit. unfold score, signed_score.
    pose proof (count_nonneg (fun row => row <? c) x).
    pose proof (count_nonneg (fun row => c <? row) x).
    unfold rows_below, rows_above.
    set (b := Z.min (count (fun row => row <? c) x) limit) in *.
    set (a := Z.min (count (fun row => c <? row) x) limit) in *.
    assert (Hb : 0 <= (den - num) * b <= den * limit) by (unfold b in *; nia).
    assert (Ha : 0 <= num * a <= den * limit) by (unfold a in *; nia).
    lia.
  Qed.
End Score.

(** ** The form of the sources (docs/departures.md) *)

(** Every row is below, equal or above. *)
Lemma rows_partition (c : Z) (x : list Z) :
  rows_below c x + rows_equal c x + rows_above c x = Z.of_nat (length x).
Proof.
  unfold rows_below, rows_equal, rows_above. induction x as [|a x IH]; [reflexivity|].
  rewrite !count_cons. simpl length.
  destruct (Z.ltb_spec a c), (Z.eqb_spec a c), (Z.ltb_spec c a); lia.
Qed.

(** |den * #(x < c) - num * (|x| - #(x = c))|, equations 5 and 6 of Quantile scores (2025). *)
Definition unclipped_score (num den c : Z) (x : list Z) : Z :=
  Z.abs (den * rows_below c x - num * (Z.of_nat (length x) - rows_equal c x)).

(** The two agree on every dataset of at most [limit] rows. *)
Theorem score_is_unclipped_score (num den limit c : Z) (x : list Z) :
  Z.of_nat (length x) <= limit -> score num den limit c x = unclipped_score num den c x.
Proof.
  intros Hsize. unfold score, signed_score, unclipped_score. pose proof (rows_partition c x).
  pose proof (count_nonneg (fun row => row <? c) x).
  pose proof (count_nonneg (fun row => c <? row) x).
  pose proof (count_nonneg (fun row => row =? c) x).
  unfold rows_below, rows_above, rows_equal in *.
  rewrite !Z.min_l by lia. f_equal.
  replace (Z.of_nat (length x)) with
    (count (fun row => row <? c) x + count (fun row => row =? c) x +
     count (fun row => c <? row) x) by lia. ring.
Qed.
