(** Distributions of losses on a grid, made from tails, composed and cut to a window: each result
    dominates what it is made from. *)
From Coq Require Import List ZArith QArith Qpower Lia Lqa.
From Scrim Require Import RationalPowers LossLaws.
Import ListNotations.
Open Scope Z_scope.

(** Masses on the losses offset, offset + step, ..., and on infinity. *)
Record distribution := Distribution { offset : Z; step : Z; masses : list Z; infinity : Z }.

Fixpoint points (o s : Z) (ws : list Z) : list (Z * Z) :=
  match ws with [] => [] | w :: ws => (o, w) :: points (o + s) s ws end.
Definition law_of (d : distribution) : law := Law (points (offset d) (step d) (masses d)) (infinity d).

Fixpoint total (ws : list Z) : Z := match ws with [] => 0 | w :: ws => w + total ws end.
Definition nonneg_masses (ws : list Z) : Prop := Forall (fun w => 0 <= w) ws.

(** What every distribution of the library is; the whole is t = 2^bits there. *)
Definition valid (t : Z) (d : distribution) : Prop :=
  0 < step d /\ masses d <> [] /\ nonneg_masses (masses d) /\ 0 <= infinity d /\
  total (masses d) + infinity d = t.

Lemma mass_of_points o s ws : mass_of (points o s ws) = total ws.
Proof. revert o. induction ws as [|w ws IH]; intros o; simpl; [reflexivity|]. now rewrite IH. Qed.

Lemma nonneg_points_of o s ws : nonneg_masses ws -> nonneg_points (points o s ws).
Proof.
  intros Hws. revert o. induction Hws as [|w ws Hw Hws IH]; intros o; simpl; constructor; trivial.
  apply IH.
Qed.

Lemma valid_nonneg t d : valid t d -> nonneg (law_of d).
Proof. intros (_ & _ & Hw & Hi & _). split; [now apply nonneg_points_of|exact Hi]. Qed.

Lemma valid_whole t d : valid t d -> whole (law_of d) = t.
Proof. intros (_ & _ & _ & _ & H). unfold whole. simpl. now rewrite mass_of_points. Qed.

Lemma total_nonneg ws : nonneg_masses ws -> 0 <= total ws.
Proof. induction 1; simpl; lia. Qed.

Lemma total_app u v : total (u ++ v) = total u + total v.
Proof. induction u as [|w u IH]; simpl; [reflexivity|]. lia. Qed.

Lemma points_app o s u v :
  points o s (u ++ v) = points o s u ++ points (o + Z.of_nat (length u) * s) s v.
Proof.
  revert o. induction u as [|w u IH]; intros o.
  - simpl. now rewrite Z.add_0_r.
  - cbn [app points length]. rewrite IH. f_equal. f_equal. f_equal. lia.
Qed.

(** x / t, rounded up. *)
Definition up (t x : Z) : Z := - (- x / t).

Lemma up_bounds t x : 0 < t -> x <= t * up t x < x + t.
Proof.
  intros Ht. unfold up. pose proof (Z.div_mod (- x) t ltac:(lia)).
  pose proof (Z.mod_pos_bound (- x) t Ht). nia.
Qed.

Lemma up_mono t x y : 0 < t -> x <= y -> up t x <= up t y.
Proof. intros Ht Hxy. unfold up. pose proof (Z.div_le_mono (- y) (- x) t Ht ltac:(lia)). lia. Qed.

Lemma up_multiple t x : 0 < t -> up t (x * t) = x.
Proof. intros Ht. unfold up. rewrite <- Z.mul_opp_l, Z.div_mul by lia. lia. Qed.

(** * Tails *)

(** The mass of tails from the last one on: each at least the one behind it, and at most the
    whole. *)
Fixpoint raised (t infinite : Z) (tails : list Z) : Z * list Z :=
  match tails with
  | [] => (Z.min infinite t, [])
  | here :: tails =>
      let (behind, ws) := raised t infinite tails in
      let kept := Z.min t (Z.max here behind) in (kept, kept - behind :: ws)
  end.

(** The first tail is the whole. *)
Definition from_tails (t o s : Z) (tails : list Z) (infinite : Z) : distribution :=
  let (behind, ws) := raised t infinite (List.tl tails) in
  Distribution o s (t - behind :: ws) (Z.min infinite t).

Lemma raised_sum t infinite tails :
  fst (raised t infinite tails) = total (snd (raised t infinite tails)) + Z.min infinite t.
Proof.
  induction tails as [|here tails IH]; simpl; [lia|].
  destruct (raised t infinite tails) as [behind ws]. simpl in *. lia.
Qed.

Lemma raised_valid t infinite tails :
  0 <= infinite -> 0 <= t ->
  nonneg_masses (snd (raised t infinite tails)) /\ 0 <= fst (raised t infinite tails) <= t.
Proof.
  intros Hi Ht. induction tails as [|here tails IH]; simpl; [split; [constructor|lia]|].
  destruct (raised t infinite tails) as [behind ws]. simpl in *. destruct IH as [Hws Hb].
  split; [constructor; [lia|exact Hws]|lia].
Qed.

Theorem from_tails_valid t o s tails infinite :
  0 < s -> 0 <= t -> 0 <= infinite -> valid t (from_tails t o s tails infinite).
Proof.
  intros Hs Ht Hi. unfold from_tails.
  pose proof (raised_valid t infinite (List.tl tails) Hi Ht) as [Hws Hb].
  pose proof (raised_sum t infinite (List.tl tails)) as Hsum.
  destruct (raised t infinite (List.tl tails)) as [behind ws]. simpl in *.
  unfold valid. simpl. repeat split; try lia; [discriminate|]. constructor; [lia|exact Hws].
Qed.

Lemma mass_from_all o s ws x : 0 < s -> x <= o -> mass_from x (points o s ws) = total ws.
Proof.
  intros Hs. revert o. induction ws as [|w ws IH]; intros o Hx; simpl; [reflexivity|].
  rewrite IH by lia. destruct (Z.leb_spec x o); lia.
Qed.

(** What a law may have at most where tails are given: beyond the loss before each, and beyond the
    last. A law on losses of the grid has the tail from the next loss on there. *)
Fixpoint covered_by (t : Z) (l : law) (o s : Z) (tails : list Z) (infinite : Z) : Prop :=
  match tails with
  | [] => tail l (o - s + 1) * t <= infinite * whole l
  | here :: tails =>
      tail l (o - s + 1) * t <= here * whole l /\ covered_by t l (o + s) s tails infinite
  end.

Lemma mass_from_le points x y : nonneg_points points -> x <= y -> mass_from y points <= mass_from x points.
Proof.
  intros Hp Hxy. induction Hp as [|[l w] points Hw Hp IH]; simpl in *; [lia|].
  destruct (Z.leb_spec x l), (Z.leb_spec y l); lia.
Qed.

Lemma tail_le l x y : nonneg l -> x <= y -> tail l y <= tail l x.
Proof. intros [Hp Hi] Hxy. unfold tail. pose proof (mass_from_le _ x y Hp Hxy). lia. Qed.

Lemma mass_from_le_mass points x : nonneg_points points -> mass_from x points <= mass_of points.
Proof.
  intros Hp. induction Hp as [|[l w] points Hw Hp IH]; simpl in *; [lia|].
  destruct (x <=? l); lia.
Qed.

Lemma tail_le_whole l x : nonneg l -> tail l x <= whole l.
Proof. intros [Hp Hi]. unfold tail, whole. pose proof (mass_from_le_mass _ x Hp). lia. Qed.

Lemma raised_dominates t l o s tails infinite :
  0 < s -> 0 <= t -> 0 <= infinite -> nonneg l -> covered_by t l o s tails infinite ->
  forall x, o - s < x ->
    tail l x * t <=
    (mass_from x (points o s (snd (raised t infinite tails))) + Z.min infinite t) * whole l.
Proof.
  intros Hs Ht Hi Hl. pose proof (whole_nonneg l Hl) as Hwhole.
  revert o. induction tails as [|here tails IH]; intros o Hc x Hx.
  - simpl in *. pose proof (tail_le l (o - s + 1) x Hl ltac:(lia)).
    pose proof (tail_le_whole l x Hl). nia.
  - destruct Hc as [Hhere Hc]. specialize (IH (o + s) Hc).
    pose proof (raised_sum t infinite tails) as Hsum.
    cbn [raised]. destruct (raised t infinite tails) as [behind ws]. simpl in *.
    destruct (Z.leb_spec x o) as [Hle|Hgt].
    + rewrite mass_from_all by lia.
      pose proof (tail_le l (o - s + 1) x Hl ltac:(lia)).
      pose proof (tail_le_whole l x Hl). nia.
    + specialize (IH x ltac:(lia)). lia.
Qed.

(** Tails rounded up, in any way, raised to those behind and cut to the whole: what comes out
    dominates every law that has at most these tails. *)
Theorem from_tails_dominates t l o s tails infinite :
  0 < s -> 0 <= t -> 0 <= infinite -> nonneg l ->
  covered_by t l (o + s) s (List.tl tails) infinite ->
  dominates (law_of (from_tails t o s tails infinite)) l.
Proof.
  intros Hs Ht Hi Hl Hc x. pose proof (whole_nonneg l Hl) as Hwhole.
  rewrite (valid_whole t) by now apply from_tails_valid.
  pose proof (raised_dominates t l (o + s) s (List.tl tails) infinite Hs Ht Hi Hl Hc x) as Hd.
  pose proof (raised_sum t infinite (List.tl tails)) as Hsum.
  unfold from_tails in *. destruct (raised t infinite (List.tl tails)) as [behind ws].
  unfold tail at 2. simpl in *. destruct (Z.leb_spec x o) as [Hle|Hgt].
  - rewrite mass_from_all by lia. pose proof (tail_le_whole l x Hl). nia.
  - specialize (Hd ltac:(lia)). lia.
Qed.

(** Every tail divided by t and rounded up: the exact tail behind, and the masses. *)
Fixpoint cut (t infinite : Z) (ws : list Z) : Z * list Z :=
  match ws with
  | [] => (infinite, [])
  | w :: ws =>
      let (behind, out) := cut t infinite ws in (behind + w, up t (behind + w) - up t behind :: out)
  end.

Lemma cut_behind t infinite ws : fst (cut t infinite ws) = total ws + infinite.
Proof.
  induction ws as [|w ws IH]; simpl; [reflexivity|].
  destruct (cut t infinite ws) as [behind out]. simpl in *. lia.
Qed.

Lemma cut_total t infinite ws :
  total (snd (cut t infinite ws)) + up t infinite = up t (total ws + infinite).
Proof.
  induction ws as [|w ws IH]; simpl; [reflexivity|].
  pose proof (cut_behind t infinite ws) as Hb.
  destruct (cut t infinite ws) as [behind out]. simpl in *. subst behind.
  replace (w + total ws + infinite) with (total ws + infinite + w) by lia. lia.
Qed.

Lemma cut_nonneg t infinite ws :
  0 < t -> nonneg_masses ws -> nonneg_masses (snd (cut t infinite ws)).
Proof.
  intros Ht Hws. induction Hws as [|w ws Hw Hws IH]; simpl; [constructor|].
  destruct (cut t infinite ws) as [behind out]. simpl in *. constructor; [|exact IH].
  pose proof (up_mono t behind (behind + w) Ht ltac:(lia)). lia.
Qed.

Lemma cut_length t infinite ws : length (snd (cut t infinite ws)) = length ws.
Proof.
  induction ws as [|w ws IH]; simpl; [reflexivity|].
  destruct (cut t infinite ws). simpl in *. now rewrite IH.
Qed.

(** Each tail is the exact one, rounded up: not one unit above. *)
Theorem cut_tails t infinite o s ws x :
  0 < s ->
  mass_from x (points o s (snd (cut t infinite ws))) + up t infinite =
  up t (mass_from x (points o s ws) + infinite).
Proof.
  intros Hs. revert o. induction ws as [|w ws IH]; intros o; simpl; [reflexivity|].
  pose proof (cut_behind t infinite ws) as Hb. pose proof (cut_total t infinite ws) as Htotal.
  specialize (IH (o + s)).
  destruct (cut t infinite ws) as [behind out]. simpl in *. subst behind.
  destruct (Z.leb_spec x o) as [Hle|Hgt].
  - rewrite !mass_from_all by lia.
    replace (w + total ws + infinite) with (total ws + infinite + w) by lia. lia.
  - simpl. exact IH.
Qed.

(** * Products *)

Fixpoint add_masses (u v : list Z) : list Z :=
  match u, v with
  | [], _ => v
  | _, [] => u
  | a :: u, b :: v => a + b :: add_masses u v
  end.
Fixpoint convolve (u v : list Z) : list Z :=
  match u with
  | [] => []
  | a :: u => add_masses (map (Z.mul a) v) (0 :: convolve u v)
  end.

(** The product, its tails rounded up. *)
Definition compose (t : Z) (a b : distribution) : distribution :=
  let infinite := t * t - (t - infinity a) * (t - infinity b) in
  let (_, ws) := cut t infinite (convolve (masses a) (masses b)) in
  Distribution (offset a + offset b) (step a) ws (up t infinite).

Lemma value_of_add f o s u v :
  (value_of f (points o s (add_masses u v)) ==
   value_of f (points o s u) + value_of f (points o s v))%Q.
Proof.
  revert o v. induction u as [|a u IH]; intros o v; simpl; [ring|].
  destruct v as [|b v]; simpl; [ring|]. rewrite IH, inject_Z_plus. ring.
Qed.

Lemma value_of_times f o m s a v :
  (value_of f (points (o + m) s (map (Z.mul a) v)) ==
   inject_Z a * value_of (fun x => f (o + x)%Z) (points m s v))%Q.
Proof.
  revert m. induction v as [|b v IH]; intros m; simpl; [ring|].
  rewrite <- Z.add_assoc, IH, inject_Z_mult. ring.
Qed.

(** The coefficients of the product of two polynomials are the law of the sum. *)
Theorem convolve_is_product f o m s u v :
  (value_of f (points (o + m) s (convolve u v)) ==
   value_of f (product_points (points o s u) (points m s v)))%Q.
Proof.
  rewrite value_of_product. revert o. induction u as [|a u IH]; intros o; simpl; [reflexivity|].
  rewrite value_of_add, value_of_times. simpl. rewrite <- IH.
  replace (o + m + s) with (o + s + m) by lia. change (inject_Z 0) with 0%Q. ring.
Qed.

Lemma add_masses_nonneg u v : nonneg_masses u -> nonneg_masses v -> nonneg_masses (add_masses u v).
Proof.
  intros Hu. revert v. induction Hu as [|a u Ha Hu IH]; intros v Hv; simpl; [exact Hv|].
  destruct Hv as [|b v Hb Hv]; [now constructor|]. constructor; [lia|now apply IH].
Qed.

Lemma convolve_nonneg u v : nonneg_masses u -> nonneg_masses v -> nonneg_masses (convolve u v).
Proof.
  intros Hu Hv. induction Hu as [|a u Ha Hu IH]; cbn [convolve]; [constructor|].
  apply add_masses_nonneg; [|constructor; [lia|exact IH]].
  apply Forall_map. eapply Forall_impl; [|exact Hv]. simpl. intros b Hb. nia.
Qed.

Lemma total_add u v : total (add_masses u v) = total u + total v.
Proof.
  revert v. induction u as [|a u IH]; intros v; simpl; [reflexivity|].
  destruct v as [|b v]; simpl; [lia|]. rewrite IH. lia.
Qed.

Lemma total_times a v : total (map (Z.mul a) v) = a * total v.
Proof. induction v as [|b v IH]; simpl; [lia|]. rewrite IH. lia. Qed.

Lemma total_convolve u v : total (convolve u v) = total u * total v.
Proof.
  induction u as [|a u IH]; [reflexivity|]. cbn [convolve]. rewrite total_add, total_times.
  cbn [total]. rewrite IH. lia.
Qed.

Lemma convolve_not_empty u v : u <> [] -> convolve u v <> [].
Proof.
  destruct u as [|a u]; [contradiction|]. intros _. cbn [convolve].
  destruct (map (Z.mul a) v); simpl; discriminate.
Qed.

Theorem compose_valid t a b : 0 < t -> valid t a -> valid t b -> valid t (compose t a b).
Proof.
  intros Ht (Hs & Hne & Hw & Hi & Hsum) (_ & _ & Hw' & Hi' & Hsum').
  set (infinite := t * t - (t - infinity a) * (t - infinity b)).
  assert (Hinf : 0 <= infinite).
  { unfold infinite. pose proof (total_nonneg _ Hw). pose proof (total_nonneg _ Hw'). nia. }
  pose proof (cut_total t infinite (convolve (masses a) (masses b))) as Htotal.
  pose proof (cut_nonneg t infinite _ Ht (convolve_nonneg _ _ Hw Hw')) as Hnonneg.
  pose proof (cut_length t infinite (convolve (masses a) (masses b))) as Hlength.
  pose proof (convolve_not_empty _ (masses b) Hne) as Hc.
  unfold compose. fold infinite.
  destruct (cut t infinite (convolve (masses a) (masses b))) as [behind ws]. simpl in *.
  unfold valid. simpl. repeat split; trivial.
  - destruct ws; [|discriminate]. destruct (convolve (masses a) (masses b)); [contradiction|discriminate].
  - pose proof (up_bounds t infinite Ht). nia.
  - rewrite Htotal, total_convolve.
    replace (total (masses a) * total (masses b) + infinite) with (t * t) by (unfold infinite; nia).
    now apply up_multiple.
Qed.

Lemma exact_tail t a b x :
  valid t a -> valid t b -> step a = step b ->
  tail (composed (law_of a) (law_of b)) x =
  mass_from x (points (offset a + offset b) (step a) (convolve (masses a) (masses b))) +
  (t * t - (t - infinity a) * (t - infinity b)).
Proof.
  intros Ha Hb Hsteps.
  set (exact := Law (points (offset a + offset b) (step a) (convolve (masses a) (masses b)))
                    (t * t - (t - infinity a) * (t - infinity b))).
  change (tail (composed (law_of a) (law_of b)) x = tail exact x).
  apply same_tail. intros f top. unfold value, exact. cbn [finite infinite composed].
  rewrite (valid_whole t a), (valid_whole t b) by assumption. cbn [law_of finite infinite].
  rewrite convolve_is_product, Hsteps. reflexivity.
Qed.

(** Each tail of the product is that of the sum of losses, rounded up: by less than one unit. *)
Theorem compose_tails t a b x :
  valid t a -> valid t b -> step a = step b ->
  tail (law_of (compose t a b)) x = up t (tail (composed (law_of a) (law_of b)) x).
Proof.
  intros Ha Hb Hsteps. rewrite (exact_tail t) by assumption.
  destruct Ha as [Hs _]. unfold compose.
  set (infinite := t * t - (t - infinity a) * (t - infinity b)).
  rewrite <- (cut_tails t infinite (offset a + offset b) (step a)) by exact Hs.
  destruct (cut t infinite (convolve (masses a) (masses b))). reflexivity.
Qed.

Theorem compose_dominates t a b :
  0 < t -> valid t a -> valid t b -> step a = step b ->
  dominates (law_of (compose t a b)) (composed (law_of a) (law_of b)).
Proof.
  intros Ht Ha Hb Hsteps x. rewrite compose_tails by assumption.
  rewrite whole_composed, (valid_whole t a), (valid_whole t b) by assumption.
  rewrite (valid_whole t) by now apply compose_valid.
  set (y := tail (composed (law_of a) (law_of b)) x). pose proof (up_bounds t y Ht). nia.
Qed.

(** * Moving mass up *)

(** Of equal wholes: no sum of a function that does not fall is smaller. *)
Definition raises (m l : law) : Prop :=
  whole m = whole l /\ forall f top, rising f top -> (value f top l <= value f top m)%Q.

Lemma raises_above q m l : 0 <= whole l -> raises m l -> above q m l.
Proof.
  intros Hl [Hw Hr] f top Hf _. rewrite Hw. apply Qmult_le_compat_r; [now apply Hr|].
  now apply inject_nonneg.
Qed.

Lemma raises_dominates m l : 0 <= whole l -> raises m l -> dominates m l.
Proof. intros Hl Hr. apply above_at_one_dominates. now apply raises_above. Qed.

Lemma value_of_at_most f c o s ws :
  nonneg_masses ws -> (forall i, (i < length ws)%nat -> (f (o + Z.of_nat i * s)%Z <= c)%Q) ->
  (value_of f (points o s ws) <= inject_Z (total ws) * c)%Q.
Proof.
  intros Hws. revert o. induction Hws as [|w ws Hw Hws IH]; intros o Hc; simpl.
  - change (inject_Z 0) with 0%Q. lra.
  - assert (H0 : (f o <= c)%Q).
    { specialize (Hc 0%nat ltac:(simpl; lia)). now rewrite Z.add_0_r in Hc. }
    assert (Hrest : (value_of f (points (o + s) s ws) <= inject_Z (total ws) * c)%Q).
    { apply IH. intros i Hi. specialize (Hc (S i) ltac:(simpl; lia)).
      now replace (o + s + Z.of_nat i * s) with (o + Z.of_nat (S i) * s) by lia. }
    rewrite inject_Z_plus. apply inject_nonneg in Hw. pose proof (scale_le _ _ _ Hw H0). lra.
Qed.

(** How many places from an end have a mass of at most `most` together, and which; one stays. *)
Fixpoint count_small (most : Z) (ws : list Z) : nat * Z :=
  match ws with
  | w :: (_ :: _) as rest =>
      if most <? w then (O, 0) else let (n, sum) := count_small (most - w) rest in (S n, w + sum)
  | _ => (O, 0)
  end.

Definition add_to_first (v : Z) (ws : list Z) : list Z :=
  match ws with [] => [] | w :: ws => w + v :: ws end.

(** The lowest move up to the first that is kept, the highest become infinite. *)
Definition trim (most : Z) (d : distribution) : distribution :=
  let size := length (masses d) in
  let (below, mass_below) := count_small most (masses d) in
  let (high, mass_high) := count_small most (rev (masses d)) in
  let (n, mass_above) := if (size <=? below + high)%nat then (O, 0) else (high, mass_high) in
  Distribution (offset d + Z.of_nat below * step d) (step d)
    (add_to_first mass_below (firstn (size - below - n) (skipn below (masses d))))
    (infinity d + mass_above).

Lemma count_small_step most w v ws :
  count_small most (w :: v :: ws) =
  if most <? w then (O, 0)
  else let (n, sum) := count_small (most - w) (v :: ws) in (S n, w + sum).
Proof. reflexivity. Qed.

Lemma count_small_spec most ws :
  snd (count_small most ws) = total (firstn (fst (count_small most ws)) ws) /\
  (ws <> [] -> (fst (count_small most ws) < length ws)%nat).
Proof.
  revert most. induction ws as [|w ws IH]; intros most; [split; [reflexivity|contradiction]|].
  destruct ws as [|v ws]; [simpl; split; [reflexivity|lia]|].
  rewrite count_small_step. destruct (most <? w); [simpl; split; [reflexivity|lia]|].
  specialize (IH (most - w)). destruct (count_small (most - w) (v :: ws)) as [n sum].
  cbn [fst snd] in IH. destruct IH as [IH1 IH2]. cbn [fst snd firstn total]. split.
  - now rewrite IH1.
  - intros _. specialize (IH2 ltac:(discriminate)). cbn [length] in *. lia.
Qed.

Lemma total_rev ws : total (rev ws) = total ws.
Proof. induction ws as [|w ws IH]; simpl; [reflexivity|]. rewrite total_app, IH. simpl. lia. Qed.

Lemma skip_twice (m n : nat) (ws : list Z) : skipn m (skipn n ws) = skipn (n + m) ws.
Proof.
  revert n. induction ws as [|w ws IH]; intros n; [now rewrite !skipn_nil|].
  destruct n as [|n]; simpl; [reflexivity|apply IH].
Qed.

(** Three parts, of which the middle one is kept. *)
Lemma trim_parts most d :
  masses d <> [] ->
  exists low w kept high,
    masses d = low ++ (w :: kept) ++ high /\
    trim most d = Distribution (offset d + Z.of_nat (length low) * step d) (step d)
                    (w + total low :: kept) (infinity d + total high).
Proof.
  intros Hne. unfold trim. set (ws := masses d) in *.
  pose proof (count_small_spec most ws) as [Hlow Hlowlt].
  pose proof (count_small_spec most (rev ws)) as [Hhigh _].
  destruct (count_small most ws) as [below mass_below].
  destruct (count_small most (rev ws)) as [high mass_high]. cbn [fst snd] in *.
  specialize (Hlowlt Hne).
  assert (Hn : exists n mass, (if (length ws <=? below + high)%nat then (O, 0) else (high, mass_high))
                         = (n, mass) /\ (below + n < length ws)%nat /\
                         mass = total (skipn (length ws - n) ws)).
  { destruct (Nat.leb_spec (length ws) (below + high)).
    - exists O, 0. rewrite Nat.sub_0_r, skipn_all. simpl. repeat split; lia.
    - exists high, mass_high. repeat split; [lia|].
      rewrite Hhigh, firstn_rev. apply total_rev. }
  destruct Hn as (n & mass & -> & Hlt & Hmass).
  set (middle := firstn (length ws - below - n) (skipn below ws)).
  assert (Hsplit : ws = firstn below ws ++ middle ++ skipn (length ws - n) ws).
  { rewrite <- (firstn_skipn below ws) at 1. f_equal.
    rewrite <- (firstn_skipn (length ws - below - n) (skipn below ws)) at 1. f_equal.
    rewrite skip_twice. f_equal. lia. }
  assert (Hmiddle : length middle = (length ws - below - n)%nat).
  { unfold middle. rewrite firstn_length, skipn_length. lia. }
  destruct middle as [|w kept] eqn:E; [simpl in Hmiddle; lia|].
  exists (firstn below ws), w, kept, (skipn (length ws - n) ws).
  split; [exact Hsplit|]. cbn [add_to_first]. rewrite firstn_length, Nat.min_l by lia.
  now rewrite Hlow, Hmass.
Qed.

Lemma nonneg_app u v : nonneg_masses (u ++ v) <-> nonneg_masses u /\ nonneg_masses v.
Proof. apply Forall_app. Qed.

Theorem trim_valid t most d : valid t d -> valid t (trim most d).
Proof.
  intros (Hs & Hne & Hw & Hi & Hsum).
  destruct (trim_parts most d Hne) as (low & w & kept & high & Hsplit & ->).
  rewrite Hsplit in *. rewrite !nonneg_app in Hw. destruct Hw as (Hlow & Hkept & Hhigh).
  rewrite !total_app in Hsum. simpl in Hsum. inversion Hkept; subst.
  pose proof (total_nonneg _ Hlow). pose proof (total_nonneg _ Hhigh).
  unfold valid. simpl. repeat split; try lia; [discriminate|]. constructor; [lia|assumption].
Qed.

Theorem trim_raises t most d : valid t d -> raises (law_of (trim most d)) (law_of d).
Proof.
  intros Hd. pose proof (trim_valid t most d Hd) as Hd'.
  split; [now rewrite (valid_whole t d Hd), (valid_whole t _ Hd')|].
  intros f top [Hf Htop]. destruct Hd as (Hs & Hne & Hw & Hi & _).
  destruct (trim_parts most d Hne) as (low & w & kept & high & Hsplit & ->).
  unfold value, law_of. cbn [finite infinite offset step masses infinity]. rewrite Hsplit in *.
  rewrite !nonneg_app in Hw. destruct Hw as (Hlow & _ & Hhigh).
  rewrite !points_app, !value_of_app. cbn [points value_of app].
  set (o := offset d) in *. set (s := step d) in *. rewrite !inject_Z_plus.
  set (first := o + Z.of_nat (length low) * s).
  assert (H1 : (value_of f (points o s low) <= inject_Z (total low) * f first)%Q).
  { apply value_of_at_most; [exact Hlow|]. intros i Hlt. apply Hf. unfold first. nia. }
  assert (H2 : forall m, (value_of f (points m s high) <= inject_Z (total high) * top)%Q).
  { intros m. apply value_of_at_most; [exact Hhigh|]. intros i _. apply Htop. }
  match goal with |- context [value_of f (points ?m s high)] => specialize (H2 m) end.
  lra.
Qed.
