(** Distributions of losses on coarser grids, and on others: a mass between two losses is shared
    between them. What comes out is above, where the upper loss gets enough. *)
From Coq Require Import List ZArith QArith Qpower Lia Lqa.
From Scrim Require Import RationalPowers LossLaws LossDistributions.
Import ListNotations.
Open Scope Z_scope.

(** * A share of a mass *)

(** s / units of a mass, rounded up, goes to the upper loss, and the rest to the lower one. *)
Definition units : Z := 2 ^ 64.
Definition share (s w : Z) : Z := up units (w * s).

(** A function that is not above its chord where a mass is shared. *)
Definition fair (f : Z -> Q) (s lower x upper : Z) : Prop :=
  (inject_Z units * f x <= inject_Z s * f upper + inject_Z (units - s) * f lower)%Q.

Lemma units_positive : 0 < units.
Proof. reflexivity. Qed.

Lemma shared_le (n s v u x low high : Q) :
  (0 < n -> 0 <= v -> v * s <= n * u -> low <= high -> n * x <= s * high + (n - s) * low ->
   v * x <= u * high + (v - u) * low)%Q.
Proof.
  intros Hn Hv Hu Hlh Hx. apply (cancel_le n); [exact Hn|].
  pose proof (scale_le _ _ _ Hv Hx).
  assert (Hgap : (0 <= high - low)%Q) by lra.
  pose proof (Qmult_le_compat_r _ _ _ Hu Hgap). lra.
Qed.

Lemma share_raises f top s w lower x upper :
  rising f top -> 0 <= w -> lower <= upper -> fair f s lower x upper ->
  (inject_Z w * f x <= inject_Z (share s w) * f upper + inject_Z (w - share s w) * f lower)%Q.
Proof.
  intros [Hf _] Hw Hlu Hfair. unfold Zminus. rewrite inject_Z_plus, inject_Z_opp.
  apply (shared_le (inject_Z units) (inject_Z s)).
  - apply inject_positive, units_positive.
  - now apply inject_nonneg.
  - rewrite <- !inject_Z_mult, <- Zle_Qle. unfold share.
    pose proof (up_bounds units (w * s) units_positive). lia.
  - now apply Hf.
  - unfold fair, Zminus in Hfair. rewrite inject_Z_plus, inject_Z_opp in Hfair. lra.
Qed.

Lemma share_bounds s w : 0 <= s <= units -> 0 <= w -> 0 <= share s w <= w.
Proof.
  intros Hs Hw. unfold share. pose proof (up_bounds units (w * s) units_positive).
  pose proof units_positive. nia.
Qed.

(** Every other loss; `carry` is what the place before gave to this one. *)
Fixpoint coarsen_from (s carry : Z) (ws : list Z) : list Z :=
  match ws with
  | [] => [carry]
  | [w] => [carry + w]
  | w :: v :: rest => carry + w + (v - share s v) :: coarsen_from s (share s v) rest
  end.

Definition coarsen (s : Z) (d : distribution) : distribution :=
  Distribution (offset d) (2 * step d) (coarsen_from s 0 (masses d)) (infinity d).

Lemma two_at_a_time (P : list Z -> Prop) :
  P [] -> (forall w, P [w]) -> (forall w v rest, P rest -> P (w :: v :: rest)) ->
  forall ws, P ws.
Proof.
  intros H0 H1 H2. assert (H : forall ws, P ws /\ forall w, P (w :: ws)).
  { induction ws as [|v ws [IH1 IH2]]; [auto|]. split; [apply IH2|]. intros w. apply H2, IH1. }
  intros ws. apply H.
Qed.

Lemma coarsen_from_total s ws : forall carry, total (coarsen_from s carry ws) = carry + total ws.
Proof.
  induction ws as [|w|w v rest IH] using two_at_a_time; intros carry; cbn [coarsen_from total]; [lia|lia|].
  rewrite IH. lia.
Qed.

Lemma coarsen_from_nonneg s ws : 0 <= s <= units -> nonneg_masses ws ->
  forall carry, 0 <= carry -> nonneg_masses (coarsen_from s carry ws).
Proof.
  intros Hs. induction ws as [|w|w v rest IH] using two_at_a_time; intros Hws carry Hc.
  - repeat constructor. exact Hc.
  - inversion Hws; subst. repeat constructor. lia.
  - inversion Hws as [|? ? Hw Hrest]; subst. inversion Hrest as [|? ? Hv Hr]; subst.
    pose proof (share_bounds s v Hs Hv). cbn [coarsen_from]. constructor; [lia|].
    apply IH; [exact Hr|lia].
Qed.

Theorem coarsen_valid t s d : 0 <= s <= units -> valid t d -> valid t (coarsen s d).
Proof.
  intros Hs (Hst & Hne & Hw & Hi & Hsum). unfold valid, coarsen.
  cbn [offset step masses infinity]. repeat split; try lia.
  - destruct (masses d) as [|w [|v rest]]; cbn [coarsen_from]; discriminate.
  - apply coarsen_from_nonneg; trivial. lia.
  - rewrite coarsen_from_total. lia.
Qed.

Lemma coarsen_from_raises f top s h ws :
  rising f top -> 0 < h -> nonneg_masses ws -> (forall x, fair f s (x - h) x (x + h)) ->
  forall o carry,
  (inject_Z carry * f o + value_of f (points o h ws) <=
   value_of f (points o (2 * h) (coarsen_from s carry ws)))%Q.
Proof.
  intros Hf Hh Hws Hfair.
  induction ws as [|w|w v rest IH] using two_at_a_time; intros o carry;
    cbn [coarsen_from points value_of].
  - lra.
  - rewrite inject_Z_plus. lra.
  - inversion Hws as [|? ? Hw Hrest]; subst. inversion Hrest as [|? ? Hv Hr]; subst.
    specialize (IH Hr (o + 2 * h) (share s v)).
    pose proof (share_raises f top s v o (o + h) (o + 2 * h) Hf Hv ltac:(lia)) as Hs.
    specialize (Hfair (o + h)). replace (o + h - h) with o in Hfair by lia.
    replace (o + h + h) with (o + 2 * h) in * by lia. specialize (Hs Hfair).
    rewrite !inject_Z_plus. lra.
Qed.

(** * Onto another grid: each mass between two losses of it *)

Fixpoint add_at (place : nat) (v : Z) (ws : list Z) : list Z :=
  match place, ws with
  | _, [] => []
  | O, w :: ws => w + v :: ws
  | S place, w :: ws => w :: add_at place v ws
  end.

(** Each mass comes with the place of the lower loss, and the share of the upper one. *)
Fixpoint share_out (size : nat) (moves : list (nat * Z)) (ws : list Z) : list Z :=
  match moves, ws with
  | (lower, s) :: moves, w :: ws =>
      add_at (S lower) (share s w) (add_at lower (w - share s w) (share_out size moves ws))
  | _, _ => repeat 0 size
  end.

Definition move (o s : Z) (size : nat) (moves : list (nat * Z)) (d : distribution) : distribution :=
  Distribution o s (share_out size moves (masses d)) (infinity d).

Lemma add_at_length place v ws : length (add_at place v ws) = length ws.
Proof.
  revert place. induction ws as [|w ws IH]; intros [|place]; simpl; trivial. now rewrite IH.
Qed.

Lemma share_out_length size moves ws : length (share_out size moves ws) = size.
Proof.
  revert ws. induction moves as [|[lower s] moves IH]; intros [|w ws]; cbn [share_out];
    try apply repeat_length. rewrite !add_at_length. apply IH.
Qed.

Lemma value_of_add_at f o s place v ws :
  (place < length ws)%nat ->
  (value_of f (points o s (add_at place v ws)) ==
   inject_Z v * f (o + Z.of_nat place * s)%Z + value_of f (points o s ws))%Q.
Proof.
  revert o place. induction ws as [|w ws IH]; intros o place Hp; [simpl in Hp; lia|].
  destruct place as [|place]; cbn [add_at points value_of].
  - rewrite Z.add_0_r, inject_Z_plus. ring.
  - rewrite IH by (simpl in Hp; lia).
    replace (o + s + Z.of_nat place * s) with (o + Z.of_nat (S place) * s) by lia. ring.
Qed.

Lemma total_add_at place v ws : (place < length ws)%nat -> total (add_at place v ws) = v + total ws.
Proof.
  revert place. induction ws as [|w ws IH]; intros place Hp; [simpl in Hp; lia|].
  destruct place as [|place]; simpl in *; [lia|]. rewrite IH by lia. lia.
Qed.

Lemma add_at_nonneg place v ws : 0 <= v -> nonneg_masses ws -> nonneg_masses (add_at place v ws).
Proof.
  intros Hv Hws. revert place. induction Hws as [|w ws Hw Hws IH]; intros [|place]; simpl;
    constructor; trivial; lia || apply IH.
Qed.

Lemma value_of_zeros f o s size : (value_of f (points o s (repeat 0%Z size)) == 0)%Q.
Proof.
  revert o. induction size as [|size IH]; intros o; simpl; [reflexivity|]. rewrite IH.
  change (inject_Z 0) with 0%Q. ring.
Qed.

Lemma total_zeros size : total (repeat 0 size) = 0.
Proof. induction size as [|size IH]; simpl; lia. Qed.

(** Every place has a place above it, and every share is one. *)
Definition moves_fit (size : nat) (moves : list (nat * Z)) : Prop :=
  Forall (fun each => (S (fst each) < size)%nat /\ 0 <= snd each <= units) moves.

Lemma share_out_total size moves ws :
  moves_fit size moves -> length moves = length ws -> total (share_out size moves ws) = total ws.
Proof.
  intros Hm. revert ws. induction Hm as [|[lower s] moves [Hl Hs] Hm IH]; intros [|w ws] Hlen;
    try discriminate; [apply total_zeros|]. cbn [share_out total length fst snd] in *.
  rewrite !total_add_at by (rewrite ?add_at_length, share_out_length; lia).
  rewrite IH by lia. lia.
Qed.

Lemma share_out_nonneg size moves ws :
  moves_fit size moves -> nonneg_masses ws -> nonneg_masses (share_out size moves ws).
Proof.
  intros Hm. assert (Hz : nonneg_masses (repeat 0 size)).
  { clear Hm. induction size as [|size IH]; simpl; constructor; [lia|exact IH]. }
  revert ws. induction Hm as [|[lower s] moves [Hl Hs] Hm IH]; intros [|w ws] Hws; trivial.
  inversion Hws; subst. pose proof (share_bounds s w Hs ltac:(assumption)).
  cbn [share_out]. apply add_at_nonneg; [lia|]. apply add_at_nonneg; [lia|]. now apply IH.
Qed.

Theorem move_valid t o s size moves d :
  0 < s -> (0 < size)%nat -> moves_fit size moves -> length moves = length (masses d) ->
  valid t d -> valid t (move o s size moves d).
Proof.
  intros Hs Hsize Hm Hlen (_ & _ & Hw & Hi & Hsum). unfold valid, move. simpl. repeat split; trivial.
  - pose proof (share_out_length size moves (masses d)). destruct (share_out size moves (masses d));
      [simpl in *; lia|discriminate].
  - now apply share_out_nonneg.
  - now rewrite share_out_total.
Qed.

(** Losses o, o + h, ... are shared fairly between those of the new grid. *)
Fixpoint fair_moves (f : Z -> Q) (first s : Z) (moves : list (nat * Z)) (o h : Z) : Prop :=
  match moves with
  | [] => True
  | (lower, sh) :: moves =>
      fair f sh (first + Z.of_nat lower * s) o (first + Z.of_nat (S lower) * s) /\
      fair_moves f first s moves (o + h) h
  end.

Lemma share_out_raises f top first s size moves o h ws :
  rising f top -> 0 < s -> moves_fit size moves -> length moves = length ws -> nonneg_masses ws ->
  fair_moves f first s moves o h ->
  (value_of f (points o h ws) <= value_of f (points first s (share_out size moves ws)))%Q.
Proof.
  intros Hf Hs Hm. revert o ws.
  induction Hm as [|[lower sh] moves [Hl Hsh] Hm IH]; intros o [|w ws] Hlen Hws Hfair;
    try discriminate.
  - simpl. rewrite value_of_zeros. lra.
  - cbn [share_out points value_of fst snd length] in *. inversion Hws; subst.
    destruct Hfair as [Hhere Hfair].
    rewrite !value_of_add_at by (rewrite ?add_at_length, share_out_length; lia).
    specialize (IH (o + h) ws ltac:(lia) ltac:(assumption) Hfair).
    pose proof (share_raises f top sh w (first + Z.of_nat lower * s) o
                  (first + Z.of_nat (S lower) * s) Hf ltac:(assumption) ltac:(nia) Hhere). lra.
Qed.

(** * Which shares are large enough *)

(** All of the mass moves up; or it lies at or below y, and the upper loss gets at least what keeps
    the mean of q^loss: (1 - q^(y - lower)) / (1 - q^(upper - lower)) of it. *)
Definition share_suffices (q : Q) (s lower x upper : Z) : Prop :=
  (s = units /\ x <= upper) \/
  ((q < 1)%Q /\ lower < upper /\
   exists y, x <= y /\ lower <= y <= upper /\
             (inject_Z units * (1 - q ^ (y - lower)) <= inject_Z s * (1 - q ^ (upper - lower)))%Q).

Lemma convex_is_fair q f top s lower x upper :
  (0 < q)%Q -> rising f top -> convex q f -> share_suffices q s lower x upper ->
  fair f s lower x upper.
Proof.
  intros Hq [Hf _] Hc [[-> Hx]|(Hq1 & Hlu & y & Hxy & Hy & Hs)]; unfold fair.
  - rewrite Z.sub_diag. change (inject_Z 0) with 0%Q.
    assert (Hu : (0 <= inject_Z units)%Q) by (apply inject_nonneg; discriminate).
    pose proof (scale_le _ _ _ Hu (Hf x upper Hx)). lra.
  - specialize (Hc lower y upper ltac:(lia) ltac:(lia)).
    assert (Hpos : (0 < 1 - q ^ (upper - lower))%Q).
    { pose proof (power_below_one q Hq (upper - lower) Hq1 ltac:(lia)). lra. }
    assert (Hgap : (0 <= f upper - f lower)%Q).
    { pose proof (Hf lower upper ltac:(lia)). lra. }
    assert (Hu : (0 <= inject_Z units)%Q) by (apply inject_nonneg; discriminate).
    apply Qle_trans with (inject_Z units * f y)%Q; [apply scale_le; [exact Hu|now apply Hf]|].
    apply (cancel_le (1 - q ^ (upper - lower))); [exact Hpos|].
    pose proof (Qmult_le_compat_r _ _ _ Hs Hgap). pose proof (scale_le _ _ _ Hu Hc).
    set (a := (q ^ (upper - lower))%Q) in *. set (b := (q ^ (y - lower))%Q) in *.
    unfold Zminus. rewrite inject_Z_plus, inject_Z_opp. lra.
Qed.

(** Between neighbours of one grid the least share is 1 / (1 + q^step). *)
Lemma middle_share_suffices q s h x :
  (0 < q)%Q -> (q < 1)%Q -> 0 < h -> (inject_Z units <= inject_Z s * (1 + q ^ h))%Q ->
  share_suffices q s (x - h) x (x + h).
Proof.
  intros Hq Hq1 Hh Hs. right. split; [exact Hq1|]. split; [lia|]. exists x.
  split; [lia|]. split; [lia|].
  replace (x - (x - h)) with h by lia. replace (x + h - (x - h)) with (h + h) by lia.
  rewrite power_plus by exact Hq. pose proof (power_below_one q Hq h Hq1 Hh).
  assert (Hpos : (0 <= 1 - q ^ h)%Q) by lra.
  pose proof (Qmult_le_compat_r _ _ _ Hs Hpos). lra.
Qed.

Definition coarsening_share (q : Q) (s h : Z) : Prop :=
  s = units \/ ((q < 1)%Q /\ (inject_Z units <= inject_Z s * (1 + q ^ h))%Q).

Lemma coarsening_is_fair q f top s h :
  (0 < q)%Q -> rising f top -> convex q f -> 0 < h -> coarsening_share q s h ->
  forall x, fair f s (x - h) x (x + h).
Proof.
  intros Hq Hf Hc Hh Hs x. apply (convex_is_fair q f top); trivial.
  destruct Hs as [->|[Hq1 Hs]]; [left; lia|now apply middle_share_suffices].
Qed.

Theorem coarsen_above q t s d :
  (0 < q)%Q -> 0 <= t -> 0 <= s <= units -> coarsening_share q s (step d) -> valid t d ->
  above q (law_of (coarsen s d)) (law_of d).
Proof.
  intros Hq Ht Hs Hshare Hd f top Hf Hc.
  rewrite (valid_whole t d Hd), (valid_whole t _ (coarsen_valid t s d Hs Hd)).
  apply Qmult_le_compat_r; [|now apply inject_nonneg]. destruct Hd as (Hst & _ & Hw & _).
  unfold value, law_of, coarsen. cbn [finite infinite offset step masses infinity].
  pose proof (coarsen_from_raises f top s (step d) (masses d) Hf Hst Hw
                (coarsening_is_fair q f top s _ Hq Hf Hc Hst Hshare) (offset d) 0) as H.
  change (inject_Z 0) with 0%Q in H. lra.
Qed.

(** Each loss of a grid is shared well between its neighbours on another. *)
Fixpoint moves_suffice (q : Q) (first s : Z) (moves : list (nat * Z)) (o h : Z) : Prop :=
  match moves with
  | [] => True
  | (lower, sh) :: moves =>
      share_suffices q sh (first + Z.of_nat lower * s) o (first + Z.of_nat (S lower) * s) /\
      moves_suffice q first s moves (o + h) h
  end.

Lemma moves_are_fair q f top first s moves o h :
  (0 < q)%Q -> rising f top -> convex q f -> moves_suffice q first s moves o h ->
  fair_moves f first s moves o h.
Proof.
  intros Hq Hf Hc. revert o. induction moves as [|[lower sh] moves IH]; intros o; simpl; [auto|].
  intros [Hs Hm]. split; [now apply (convex_is_fair q f top)|now apply IH].
Qed.

Theorem move_above q t o s size moves d :
  (0 < q)%Q -> 0 <= t -> 0 < s -> (0 < size)%nat -> moves_fit size moves ->
  length moves = length (masses d) -> moves_suffice q o s moves (offset d) (step d) -> valid t d ->
  above q (law_of (move o s size moves d)) (law_of d).
Proof.
  intros Hq Ht Hs Hsize Hfit Hlen Hm Hd f top Hf Hc.
  rewrite (valid_whole t d Hd), (valid_whole t _ (move_valid t o s size moves d Hs Hsize Hfit Hlen Hd)).
  apply Qmult_le_compat_r; [|now apply inject_nonneg]. destruct Hd as (_ & _ & Hw & _).
  unfold value, law_of, move. cbn [finite infinite offset step masses infinity].
  pose proof (share_out_raises f top o s size moves (offset d) (step d) (masses d) Hf Hs Hfit Hlen Hw
                (moves_are_fair q f top o s moves _ _ Hq Hf Hc Hm)). lra.
Qed.
