(** Laws of privacy losses with integer masses, one of them on infinity: tails, what it means that
    one law is above another, and that composition keeps it. *)
From Coq Require Import List ZArith QArith Qpower Lia Lqa.
From Scrim Require Import RationalPowers.
Import ListNotations.
Open Scope Z_scope.

(** Losses with their masses, in any order, and the mass on an infinite loss. Losses are integers:
    multiples of a unit that is as small as one likes. *)
Record law := Law { finite : list (Z * Z); infinite : Z }.

Fixpoint mass_of (points : list (Z * Z)) : Z :=
  match points with [] => 0 | (_, w) :: points => w + mass_of points end.
Definition whole (l : law) : Z := mass_of (finite l) + infinite l.

Definition nonneg_points (points : list (Z * Z)) : Prop := Forall (fun each => 0 <= snd each) points.
Definition nonneg (l : law) : Prop := nonneg_points (finite l) /\ 0 <= infinite l.

Lemma mass_of_nonneg points : nonneg_points points -> 0 <= mass_of points.
Proof. induction 1 as [|[l w] points Hw Hp IH]; simpl in *; lia. Qed.

Lemma whole_nonneg l : nonneg l -> 0 <= whole l.
Proof. intros [Hp Hi]. apply mass_of_nonneg in Hp. unfold whole. lia. Qed.

(** The mass on losses of at least x. *)
Fixpoint mass_from (x : Z) (points : list (Z * Z)) : Z :=
  match points with [] => 0 | (l, w) :: points => (if x <=? l then w else 0) + mass_from x points end.
Definition tail (l : law) (x : Z) : Z := mass_from x (finite l) + infinite l.

(** Every tail is at least as large, as a part of the whole. *)
Definition dominates (m l : law) : Prop := forall x, tail l x * whole m <= tail m x * whole l.

(** * Sums over a law of a function of the loss, which has a value at infinity, too. *)
Fixpoint value_of (f : Z -> Q) (points : list (Z * Z)) : Q :=
  match points with [] => 0%Q | (l, w) :: points => (inject_Z w * f l + value_of f points)%Q end.
Definition value (f : Z -> Q) (top : Q) (l : law) : Q :=
  (value_of f (finite l) + inject_Z (infinite l) * top)%Q.

(** Functions that do not fall, convex in y = q^loss: that of a loss between two others lies below
    the chord. For q = 1 the second says nothing. *)
Definition rising (f : Z -> Q) (top : Q) : Prop :=
  (forall a b, a <= b -> (f a <= f b)%Q) /\ forall a, (f a <= top)%Q.
Definition convex (q : Q) (f : Z -> Q) : Prop :=
  forall a b c, a <= b -> b <= c ->
    ((1 - q ^ (c - a)) * f b <= (1 - q ^ (b - a)) * f c + (q ^ (b - a) - q ^ (c - a)) * f a)%Q.

(** One law is above another, at the ratio q = e^-unit: its sums are at least as large. *)
Definition above (q : Q) (m l : law) : Prop :=
  forall f top, rising f top -> convex q f ->
    (value f top l * inject_Z (whole m) <= value f top m * inject_Z (whole l))%Q.

(** ** What sums obey *)

Lemma value_of_ext f g points :
  (forall x, (f x == g x)%Q) -> (value_of f points == value_of g points)%Q.
Proof.
  intros Hfg. induction points as [|[l w] points IH]; simpl; [reflexivity|]. now rewrite Hfg, IH.
Qed.

Lemma value_ext f g top top' l :
  (forall x, (f x == g x)%Q) -> (top == top')%Q -> (value f top l == value g top' l)%Q.
Proof. intros Hfg Ht. unfold value. now rewrite (value_of_ext f g), Ht. Qed.

Lemma value_of_app f u v : (value_of f (u ++ v) == value_of f u + value_of f v)%Q.
Proof. induction u as [|[l w] u IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma mass_of_app u v : mass_of (u ++ v) = mass_of u + mass_of v.
Proof. induction u as [|[l w] u IH]; simpl; [reflexivity|]. lia. Qed.

Lemma value_of_constant c points : (value_of (fun _ => c) points == inject_Z (mass_of points) * c)%Q.
Proof.
  induction points as [|[l w] points IH]; simpl; [ring|]. rewrite IH, inject_Z_plus. ring.
Qed.

Lemma value_constant c l : (value (fun _ => c) c l == inject_Z (whole l) * c)%Q.
Proof. unfold value, whole. rewrite value_of_constant, inject_Z_plus. ring. Qed.

Lemma value_of_scale c f points : (value_of (fun x => c * f x) points == c * value_of f points)%Q.
Proof. induction points as [|[l w] points IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma value_of_plus f g points :
  (value_of (fun x => f x + g x) points == value_of f points + value_of g points)%Q.
Proof. induction points as [|[l w] points IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma value_of_le f g points :
  nonneg_points points -> (forall x, (f x <= g x)%Q) -> (value_of f points <= value_of g points)%Q.
Proof.
  intros Hp Hfg. induction Hp as [|[l w] points Hw Hp IH]; simpl in *; [lra|].
  apply inject_nonneg in Hw. pose proof (scale_le _ _ _ Hw (Hfg l)). lra.
Qed.

Lemma value_le f g top top' l :
  nonneg l -> (forall x, (f x <= g x)%Q) -> (top <= top')%Q -> (value f top l <= value g top' l)%Q.
Proof.
  intros [Hp Hi] Hfg Ht. unfold value. pose proof (value_of_le f g _ Hp Hfg).
  apply inject_nonneg in Hi. pose proof (scale_le _ _ _ Hi Ht). lra.
Qed.

(** ** Summation by parts: sums by tails *)

Fixpoint steps (f : Z -> Q) (g : Z -> Z) (lowest : Z) (n : nat) : Q :=
  match n with
  | O => 0%Q
  | S n' => (steps f g lowest n' +
             (f (lowest + Z.of_nat n)%Z - f (lowest + Z.of_nat n')%Z) *
             inject_Z (g (lowest + Z.of_nat n)%Z))%Q
  end.

Lemma steps_add_point f g l w lowest n :
  lowest <= l ->
  (steps f (fun x => (if x <=? l then w else 0) + g x)%Z lowest n ==
   inject_Z w * (f (Z.min l (lowest + Z.of_nat n))%Z - f lowest) + steps f g lowest n)%Q.
Proof.
  intros Hl. induction n as [|n IH].
  - cbn [steps]. rewrite Z.add_0_r, Z.min_r by exact Hl. ring.
  - cbn [steps]. rewrite IH, inject_Z_plus.
    destruct (Z.leb_spec (lowest + Z.of_nat (S n)) l) as [Hle|Hgt].
    + rewrite !Z.min_r by lia. ring.
    + rewrite !Z.min_l by lia. change (inject_Z 0) with 0%Q. ring.
Qed.

Lemma steps_constant f c lowest n :
  (steps f (fun _ => c) lowest n == inject_Z c * (f (lowest + Z.of_nat n)%Z - f lowest))%Q.
Proof.
  induction n as [|n IH]; cbn [steps]; [rewrite Z.add_0_r; ring|]. rewrite IH. ring.
Qed.

Lemma steps_plus_constant f g c lowest n :
  (steps f (fun x => g x + c)%Z lowest n ==
   steps f g lowest n + inject_Z c * (f (lowest + Z.of_nat n)%Z - f lowest))%Q.
Proof.
  induction n as [|n IH]; cbn [steps]; [rewrite Z.add_0_r; ring|].
  rewrite IH, inject_Z_plus. ring.
Qed.

Lemma steps_le f g h c d lowest n :
  (forall a b, a <= b -> (f a <= f b)%Q) -> (forall x, g x * c <= h x * d) ->
  (steps f g lowest n * inject_Z c <= steps f h lowest n * inject_Z d)%Q.
Proof.
  intros Hf Hgh. induction n as [|n IH]; cbn [steps]; [lra|].
  assert (Hstep : (0 <= f (lowest + Z.of_nat (S n))%Z - f (lowest + Z.of_nat n)%Z)%Q).
  { pose proof (Hf (lowest + Z.of_nat n) (lowest + Z.of_nat (S n)) ltac:(lia)). lra. }
  pose proof (Hgh (lowest + Z.of_nat (S n))) as Hz. rewrite Zle_Qle, !inject_Z_mult in Hz.
  pose proof (scale_le _ _ _ Hstep Hz). lra.
Qed.

Definition between (lowest highest : Z) (points : list (Z * Z)) : Prop :=
  Forall (fun each => lowest <= fst each <= highest) points.

Lemma value_of_by_tails f lowest n points :
  between lowest (lowest + Z.of_nat n) points ->
  (value_of f points ==
   f lowest * inject_Z (mass_of points) + steps f (fun x => mass_from x points) lowest n)%Q.
Proof.
  induction 1 as [|[l w] points Hl Hp IH]; simpl in *.
  - rewrite steps_constant. change (inject_Z 0) with 0%Q. ring.
  - rewrite IH, inject_Z_plus, steps_add_point by lia. rewrite Z.min_l by lia. ring.
Qed.

(** A sum is the lowest value, plus each rise times the tail from there on. *)
Theorem value_by_tails f top lowest n l :
  between lowest (lowest + Z.of_nat n) (finite l) ->
  (value f top l ==
   f lowest * inject_Z (whole l) + steps f (tail l) lowest n +
   (top - f (lowest + Z.of_nat n)%Z) * inject_Z (infinite l))%Q.
Proof.
  intros Hl. unfold value, whole, tail.
  rewrite (value_of_by_tails f lowest n) by exact Hl.
  rewrite steps_plus_constant, inject_Z_plus. ring.
Qed.

Lemma mass_from_beyond x points :
  Forall (fun each => fst each < x) points -> mass_from x points = 0.
Proof.
  induction 1 as [|[l w] points Hl Hp IH]; simpl in *; [reflexivity|].
  destruct (Z.leb_spec x l); lia.
Qed.

Lemma tail_beyond l lowest n :
  between lowest (lowest + Z.of_nat n) (finite l) ->
  tail l (lowest + Z.of_nat n + 1) = infinite l.
Proof.
  intros Hl. unfold tail. rewrite mass_from_beyond; [lia|].
  eapply Forall_impl; [|exact Hl]. simpl. intros each Hx. lia.
Qed.

Lemma between_something points : exists n, between (- Z.of_nat n) (Z.of_nat n) points.
Proof.
  induction points as [|[l w] points [n Hn]]; [exists O; constructor|].
  exists (n + Z.abs_nat l)%nat. constructor; [simpl; lia|].
  eapply Forall_impl; [|exact Hn]. simpl. intros each Hx. lia.
Qed.

(** Dominance raises every sum of a function that does not fall. *)
Theorem dominance_raises m l f top :
  dominates m l -> rising f top ->
  (value f top l * inject_Z (whole m) <= value f top m * inject_Z (whole l))%Q.
Proof.
  intros Hd [Hf Htop]. destruct (between_something (finite m ++ finite l)) as [n Hn].
  apply Forall_app in Hn as [Hm Hl].
  set (lowest := - Z.of_nat n). set (k := (n + n)%nat).
  assert (Hk : lowest + Z.of_nat k = Z.of_nat n) by (unfold lowest, k; lia).
  assert (Hm' : between lowest (lowest + Z.of_nat k) (finite m)) by (rewrite Hk; exact Hm).
  assert (Hl' : between lowest (lowest + Z.of_nat k) (finite l)) by (rewrite Hk; exact Hl).
  rewrite (value_by_tails f top lowest k m), (value_by_tails f top lowest k l) by assumption.
  pose proof (steps_le f (tail l) (tail m) (whole m) (whole l) lowest k Hf Hd) as Hs.
  pose proof (Hd (lowest + Z.of_nat k + 1)) as Hi. rewrite !tail_beyond in Hi by assumption.
  rewrite Zle_Qle, !inject_Z_mult in Hi.
  assert (Hgap : (0 <= top - f (lowest + Z.of_nat k)%Z)%Q).
  { pose proof (Htop (lowest + Z.of_nat k)). lra. }
  pose proof (scale_le _ _ _ Hgap Hi). lra.
Qed.

Corollary dominates_above q m l : dominates m l -> above q m l.
Proof. intros Hd f top Hf _. now apply dominance_raises. Qed.

(** And nothing else does: a tail is the sum of a function that does not fall. *)
Definition from (x : Z) (l : Z) : Q := if x <=? l then 1%Q else 0%Q.

Lemma from_rising x : rising (from x) 1.
Proof.
  unfold from. split.
  - intros a b Hab. destruct (Z.leb_spec x a), (Z.leb_spec x b); lra || lia.
  - intros a. destruct (x <=? a); lra.
Qed.

Lemma value_from x l : (value (from x) 1 l == inject_Z (tail l x))%Q.
Proof.
  unfold value, tail. rewrite inject_Z_plus.
  assert (H : (value_of (from x) (finite l) == inject_Z (mass_from x (finite l)))%Q).
  { induction (finite l) as [|[a w] points IH]; simpl; [reflexivity|].
    rewrite IH, inject_Z_plus. unfold from. destruct (x <=? a); ring. }
  rewrite H. ring.
Qed.

Lemma one_to_the_power n : (1 ^ n == 1)%Q.
Proof. apply Qpower_1. Qed.

Lemma convex_at_one f : convex 1 f.
Proof. intros a b c _ _. rewrite !one_to_the_power. lra. Qed.

Theorem above_at_one_dominates m l : above 1 m l -> dominates m l.
Proof.
  intros Ha x. specialize (Ha (from x) 1%Q (from_rising x) (convex_at_one _)).
  rewrite !value_from in Ha. rewrite <- !inject_Z_mult, <- Zle_Qle in Ha. lia.
Qed.

(** ** The relation *)

Theorem above_refl q l : above q l l.
Proof. intros f top _ _. lra. Qed.

Theorem above_trans q k m l : 0 < whole m -> 0 <= whole l -> 0 <= whole k ->
  above q k m -> above q m l -> above q k l.
Proof.
  intros Hm Hl Hk Hkm Hml f top Hf Hc.
  specialize (Hkm f top Hf Hc). specialize (Hml f top Hf Hc).
  apply inject_positive in Hm. apply inject_nonneg in Hl, Hk.
  apply (cancel_le (inject_Z (whole m))); [exact Hm|].
  pose proof (scale_le _ _ _ Hk Hml). pose proof (scale_le _ _ _ Hl Hkm). lra.
Qed.

(** Laws that no function tells apart. *)
Definition same (m l : law) : Prop := forall f top, (value f top m == value f top l)%Q.

Lemma inject_injective a b : (inject_Z a == inject_Z b)%Q -> a = b.
Proof. intros H. now apply inject_Z_injective. Qed.

Lemma same_whole m l : same m l -> whole m = whole l.
Proof.
  intros H. specialize (H (fun _ => 1%Q) 1%Q). rewrite !value_constant, !Qmult_1_r in H.
  now apply inject_injective.
Qed.

Lemma same_tail m l x : same m l -> tail m x = tail l x.
Proof. intros H. specialize (H (from x) 1%Q). rewrite !value_from in H. now apply inject_injective. Qed.

Lemma same_above q m l : same m l -> above q m l.
Proof. intros H f top _ _. rewrite (H f top), (same_whole _ _ H). lra. Qed.

Lemma same_sym m l : same m l -> same l m.
Proof. intros H f top. symmetry. apply H. Qed.

Lemma same_trans k m l : same k m -> same m l -> same k l.
Proof. intros H1 H2 f top. rewrite (H1 f top). apply H2. Qed.

(** * Composition: the law of the sum of independent losses, exactly. *)
Definition product_points (a b : list (Z * Z)) : list (Z * Z) :=
  flat_map (fun p => map (fun r => (fst p + fst r, snd p * snd r)) b) a.

(** A sum is finite where both losses are. *)
Definition composed (a b : law) : law :=
  Law (product_points (finite a) (finite b))
      (whole a * whole b - (whole a - infinite a) * (whole b - infinite b)).

Lemma value_of_moved f (l w : Z) points :
  (value_of f (map (fun r => ((l + fst r)%Z, (w * snd r)%Z)) points) ==
   inject_Z w * value_of (fun x => f (l + x)%Z) points)%Q.
Proof.
  induction points as [|[m v] points IH]; simpl; [ring|]. rewrite IH, inject_Z_mult. ring.
Qed.

Lemma value_of_product f a b :
  (value_of f (product_points a b) ==
   value_of (fun l => value_of (fun x => f (l + x)%Z) b) a)%Q.
Proof.
  unfold product_points. induction a as [|[l w] a IH]; simpl; [reflexivity|].
  rewrite value_of_app, value_of_moved, IH. reflexivity.
Qed.

(** What the second law makes of a function: its sum over the second loss. *)
Definition seen_through (b : law) (f : Z -> Q) (top : Q) : Z -> Q :=
  fun l => value (fun x => f (l + x)%Z) top b.

Lemma value_composed f top a b :
  (value f top (composed a b) == value (seen_through b f top) (inject_Z (whole b) * top) a)%Q.
Proof.
  unfold value, composed, seen_through, value. cbn [finite infinite]. rewrite value_of_product.
  rewrite (value_of_plus (fun l => value_of (fun x => f (l + x)%Z) (finite b))
             (fun _ => inject_Z (infinite b) * top)%Q), value_of_constant.
  unfold whole. unfold Zminus. rewrite ?inject_Z_plus, ?inject_Z_opp, ?inject_Z_mult,
    ?inject_Z_plus, ?inject_Z_opp. ring.
Qed.

Theorem whole_composed a b : whole (composed a b) = whole a * whole b.
Proof.
  apply inject_injective. pose proof (value_composed (fun _ => 1%Q) 1 a b) as H.
  rewrite value_constant, Qmult_1_r in H. rewrite H, inject_Z_mult.
  rewrite (value_ext _ (fun _ => inject_Z (whole b)) _ (inject_Z (whole b)));
    [rewrite value_constant; ring| |ring].
  intros x. unfold seen_through. rewrite value_constant. ring.
Qed.

Lemma composed_nonneg a b : nonneg a -> nonneg b -> nonneg (composed a b).
Proof.
  intros [Ha Hia] [Hb Hib]. split; simpl.
  - unfold nonneg_points, product_points. rewrite Forall_flat_map.
    eapply Forall_impl; [|exact Ha]. simpl. intros [l w] Hw. rewrite Forall_map.
    eapply Forall_impl; [|exact Hb]. simpl in *. intros [m v] Hv. simpl in *. nia.
  - pose proof (mass_of_nonneg _ Ha). pose proof (mass_of_nonneg _ Hb). unfold whole. nia.
Qed.

Theorem composed_comm a b : same (composed a b) (composed b a).
Proof.
  intros f top. unfold value, composed. cbn [finite infinite]. rewrite !value_of_product.
  assert (Hswap : forall u v,
    (value_of (fun l => value_of (fun x => f (l + x)%Z) v) u ==
     value_of (fun l => value_of (fun x => f (l + x)%Z) u) v)%Q).
  { intros u v. induction u as [|[l w] u IH]; simpl.
    - rewrite value_of_constant. ring.
    - rewrite IH.
      rewrite (value_of_plus (fun x => inject_Z w * f (x + l)%Z)%Q
                 (fun x => value_of (fun y => f (x + y)%Z) u)), value_of_scale.
      rewrite (value_of_ext (fun x => f (x + l)%Z) (fun x => f (l + x)%Z));
        [reflexivity|]. intros x. now rewrite Z.add_comm. }
  rewrite Hswap.
  replace (whole b * whole a - (whole b - infinite b) * (whole a - infinite a))
    with (whole a * whole b - (whole a - infinite a) * (whole b - infinite b)) by ring.
  reflexivity.
Qed.

Theorem composed_assoc a b c : same (composed (composed a b) c) (composed a (composed b c)).
Proof.
  intros f top. rewrite !value_composed. apply value_ext.
  - intros l. unfold seen_through at 1 3. rewrite value_composed. apply value_ext; [|reflexivity].
    intros x. unfold seen_through. apply value_ext; [|reflexivity]. intros y.
    now rewrite Z.add_assoc.
  - rewrite whole_composed, inject_Z_mult. ring.
Qed.

Theorem composed_same a a' b b' : same a a' -> same b b' -> same (composed a b) (composed a' b').
Proof.
  intros Ha Hb f top. rewrite !value_composed.
  rewrite (Ha (seen_through b f top)). apply value_ext.
  - intros l. unfold seen_through. apply Hb.
  - now rewrite (same_whole _ _ Hb).
Qed.

(** The second law keeps what makes a function fit. *)
Lemma seen_through_rising b f top :
  nonneg b -> rising f top -> rising (seen_through b f top) (inject_Z (whole b) * top).
Proof.
  intros Hb [Hf Ht]. unfold seen_through. split.
  - intros l m Hlm. apply value_le; [exact Hb| |lra]. intros x. apply Hf. lia.
  - intros l. rewrite <- value_constant. apply value_le; [exact Hb| |lra]. intros x. apply Ht.
Qed.

Lemma value_scale c f top l : (value (fun x => c * f x) (c * top) l == c * value f top l)%Q.
Proof. unfold value. rewrite value_of_scale. ring. Qed.

Lemma value_plus f g s t l :
  (value (fun x => f x + g x) (s + t) l == value f s l + value g t l)%Q.
Proof. unfold value. rewrite value_of_plus. ring. Qed.

Lemma seen_through_convex q b f top :
  nonneg b -> convex q f -> convex q (seen_through b f top).
Proof.
  intros Hb Hf u v w Huv Hvw. unfold seen_through.
  rewrite <- !value_scale, <- value_plus. apply value_le; [exact Hb| |].
  - intros x. specialize (Hf (u + x) (v + x) (w + x) ltac:(lia) ltac:(lia)).
    replace (w + x - (u + x)) with (w - u) in Hf by lia.
    replace (v + x - (u + x)) with (v - u) in Hf by lia. exact Hf.
  - lra.
Qed.

(** What is above stays above when composed with anything, in either place. *)
Theorem composed_above_left q a a' b : nonneg b ->
  above q a' a -> above q (composed a' b) (composed a b).
Proof.
  intros Hb Ha f top Hf Hc. rewrite !value_composed, !whole_composed, !inject_Z_mult.
  pose proof (Ha _ _ (seen_through_rising b f top Hb Hf) (seen_through_convex q b f top Hb Hc)) as H.
  destruct Hb as [Hp Hi]. apply mass_of_nonneg in Hp.
  assert (Hw : (0 <= inject_Z (whole b))%Q) by (apply inject_nonneg; unfold whole; lia).
  pose proof (scale_le _ _ _ Hw H). lra.
Qed.

Theorem composed_above q a a' b b' :
  nonneg a -> nonneg a' -> nonneg b -> nonneg b' -> 0 < whole a' -> 0 < whole b ->
  above q a' a -> above q b' b -> above q (composed a' b') (composed a b).
Proof.
  intros Ha Ha' Hb Hb' Wa Wb Haa Hbb.
  pose proof (whole_nonneg _ Ha). pose proof (whole_nonneg _ Hb').
  assert (H1 : above q (composed a' b) (composed a b)) by now apply composed_above_left.
  assert (H2 : above q (composed a' b') (composed a' b)).
  { pose proof (composed_above_left q b b' a' Ha' Hbb) as H2. intros f top Hf Hc.
    specialize (H2 f top Hf Hc).
    rewrite (composed_comm a' b f top), (composed_comm a' b' f top).
    rewrite (same_whole _ _ (composed_comm a' b)), (same_whole _ _ (composed_comm a' b')).
    exact H2. }
  eapply above_trans; [| | |exact H2|exact H1]; rewrite whole_composed; nia.
Qed.

(** The same of dominance, in both arguments. *)
Corollary composed_dominates a a' b b' :
  nonneg a -> nonneg a' -> nonneg b -> nonneg b' -> 0 < whole a' -> 0 < whole b ->
  dominates a' a -> dominates b' b -> dominates (composed a' b') (composed a b).
Proof.
  intros Ha Ha' Hb Hb' Wa Wb Haa Hbb. apply above_at_one_dominates.
  apply composed_above; trivial; now apply dominates_above.
Qed.

(** ** Of many *)

(** No loss, for certain. *)
Definition nothing : law := Law [(0, 1)] 0.
Definition together (laws : list law) : law := fold_right composed nothing laws.

Lemma composed_nothing l : same (composed nothing l) l.
Proof.
  intros f top. rewrite value_composed. unfold value at 1, nothing. cbn [finite infinite value_of].
  unfold seen_through. rewrite (value_ext _ f top top l); [|intros x; reflexivity|reflexivity].
  change (inject_Z 1) with 1%Q. change (inject_Z 0) with 0%Q. ring.
Qed.

Lemma same_refl l : same l l.
Proof. intros f top. reflexivity. Qed.

Theorem together_app u v : same (together (u ++ v)) (composed (together u) (together v)).
Proof.
  induction u as [|l u IH]; simpl.
  - apply same_sym, composed_nothing.
  - eapply same_trans; [apply composed_same; [apply same_refl|exact IH]|].
    apply same_sym, composed_assoc.
Qed.

Lemma together_nonneg laws : Forall nonneg laws -> nonneg (together laws).
Proof.
  induction 1 as [|l laws Hl Hs IH]; simpl; [|now apply composed_nonneg].
  split; simpl; [|lia]. repeat constructor. simpl. lia.
Qed.
