(** The worst way to spread a unit's rows over keys that only one of two neighbours has: a finite
    problem, and the four spreads among which its answer is. *)
From Coq Require Import List ZArith QArith Qpower Lia Lqa Qfield.
From Scrim Require Import RationalPowers KeyThresholds LogConcave.
Import ListNotations.
Open Scope Z_scope.

(** * The four spreads *)

(** So many keys with the most rows, one with `partial` unless that is 0, so many with one row. *)
Record spread := Spread { full : Z; partial : Z; single : Z }.

Definition same_spread (a b : spread) : bool :=
  (full a =? full b) && (partial a =? partial b) && (single a =? single b).

(** t rows over m keys, at most e in each, as unevenly as it goes. *)
Definition uneven_spread (t e m : Z) : spread :=
  let room := e - 1 in
  let beyond := t - m in
  let rest := beyond mod room in
  let taken := if rest =? 0 then 0 else 1 in
  Spread (beyond / room) (if rest =? 0 then 0 else 1 + rest) (m - beyond / room - taken).

(** Unless it is the last one already. *)
Definition add_spread (l : list spread) (s : spread) : list spread :=
  if same_spread (last l s) s then (if l then [s] else l) else l ++ [s].

Definition add_spread_if (fits : bool) (l : list spread) (s : spread) : list spread :=
  if fits then add_spread l s else l.

(** t rows over at most g keys: fewest keys, most keys, and the first and the last number of keys
    for which none is in between. *)
Definition worst_spreads (g t e : Z) : list spread :=
  if t =? 0 then []
  else if e =? 1 then [Spread g 0 0]
  else
    let room := e - 1 in
    let fewest := t / e + (if t mod e =? 0 then 0 else 1) in
    let first := (t - fewest) mod room in
    let final := (room - (t - g) mod room) mod room in
    let one := [uneven_spread t e fewest] in
    let two := add_spread_if (first <=? g - fewest) one (uneven_spread t e (fewest + first)) in
    let three := add_spread_if (final <=? g - fewest) two (uneven_spread t e (g - final)) in
    add_spread three (uneven_spread t e g).

Lemma same_spread_eq (a b : spread) : same_spread a b = true -> a = b.
Proof.
  destruct a, b. unfold same_spread. simpl. rewrite !Bool.andb_true_iff, !Z.eqb_eq.
  intros [[-> ->] ->]. reflexivity.
Qed.

Lemma last_in (l : list spread) (s : spread) : l <> [] -> In (last l s) l.
Proof.
  induction l as [|a [|b l] IH]; intros Hne; [contradiction|now left|].
  right. apply IH. discriminate.
Qed.

Lemma add_spread_has (l : list spread) (s : spread) : In s (add_spread l s).
Proof.
  unfold add_spread. destruct (same_spread (last l s) s) eqn:E; [|apply in_or_app; right; now left].
  destruct l as [|a l]; [now left|]. apply same_spread_eq in E. rewrite <- E at 1.
  apply last_in. discriminate.
Qed.

Lemma add_spread_keeps (l : list spread) (s a : spread) : In a l -> In a (add_spread l s).
Proof.
  unfold add_spread. intros Ha. destruct (same_spread (last l s) s); [destruct l; trivial|].
  - destruct Ha.
  - apply in_or_app. now left.
Qed.

Lemma add_spread_if_has (l : list spread) (s : spread) : In s (add_spread_if true l s).
Proof. apply add_spread_has. Qed.

Lemma add_spread_if_keeps (fits : bool) (l : list spread) (s a : spread) :
  In a l -> In a (add_spread_if fits l s).
Proof. destruct fits; [apply add_spread_keeps|trivial]. Qed.

Section Worst.
  (** What is left of a key with k rows: the probability that it is not told. *)
  Variable c : Z -> Q.
  Variables g t e : Z.
  Hypothesis g_bounds : 1 <= g <= t.
  Hypothesis e_bounds : 1 <= e <= t.
  Hypothesis t_fits : t <= g * e.
  Hypothesis c_positive : forall k, 1 <= k <= e -> (0 < c k)%Q.
  Hypothesis c_one : (c 1 <= 1)%Q.
  Hypothesis c_falls : forall k, 1 <= k < e -> (c (k + 1) <= c k)%Q.
  Hypothesis c_log_concave : forall k, 1 < k < e -> (c (k - 1) * c (k + 1) <= c k * c k)%Q.

  (** That none of the keys of a spread is told. *)
  Definition left_by (s : spread) : Q :=
    (c e ^ full s * (if (partial s =? 0)%Z then 1 else c (partial s)) * c 1 ^ single s)%Q.

  Lemma c1_positive : (0 < c 1)%Q.
  Proof. apply c_positive. lia. Qed.

  Lemma product_nonneg (r : list Z) :
    Forall (fun k => 1 <= k <= e) r -> (0 < product_of c r)%Q.
  Proof.
    induction 1 as [|k r Hk Hr IH]; simpl; [lra|]. apply Qmult_lt_0_compat; auto.
  Qed.

  Lemma product_app (r s : list Z) : (product_of c (r ++ s) == product_of c r * product_of c s)%Q.
  Proof. induction r as [|k r IH]; simpl; [ring|]. rewrite IH. ring. Qed.

  Lemma product_ones (n : nat) : (product_of c (repeat 1%Z n) == c 1 ^ Z.of_nat n)%Q.
  Proof.
    induction n as [|n IH]; [reflexivity|]. cbn [repeat product_of]. rewrite IH.
    replace (Z.of_nat (S n)) with (1 + Z.of_nat n) by lia.
    rewrite (power_plus (c 1) c1_positive). change (c 1 ^ 1)%Q with (c 1). reflexivity.
  Qed.

  Lemma sum_app (r s : list Z) : sum (r ++ s) = sum r + sum s.
  Proof. induction r as [|k r IH]; simpl; [reflexivity|]. lia. Qed.

  Lemma sum_ones (n : nat) : sum (repeat 1 n) = Z.of_nat n.
  Proof. induction n as [|n IH]; [reflexivity|]. cbn [repeat sum]. lia. Qed.

  Lemma sum_bounds (r : list Z) :
    Forall (fun k => 1 <= k <= e) r ->
    Z.of_nat (length r) <= sum r <= Z.of_nat (length r) * e.
  Proof. induction 1 as [|k r Hk Hr IH]; simpl sum; cbn [length]; nia. Qed.

  (** ** More than one row in a key *)
  Section Several.
    Hypothesis e_large : 1 < e.
    Let w := e - 1.
    Let u (k : Z) : Q := (c (1 + k) * / c 1)%Q.

    Let w_positive : 0 < w.
    Proof. unfold w. lia. Qed.
    Let inverse_positive : (0 < / c 1)%Q.
    Proof. apply Qinv_lt_0_compat, c1_positive. Qed.
    Let u_zero : (u 0 == 1)%Q.
    Proof. unfold u. simpl. field. pose proof c1_positive. lra. Qed.
    Let u_positive : forall k, 0 <= k <= w -> (0 < u k)%Q.
    Proof.
      intros k Hk. apply Qmult_lt_0_compat; [apply c_positive; unfold w in *; lia|].
      exact inverse_positive.
    Qed.
    Let u_falls : forall k, 0 <= k < w -> (u (k + 1) <= u k)%Q.
    Proof.
      intros k Hk. unfold u. apply Qmult_le_compat_r; [|apply Qlt_le_weak; exact inverse_positive].
      replace (1 + (k + 1)) with (1 + k + 1) by lia. apply c_falls. unfold w in *. lia.
    Qed.
    Let u_log_concave : forall k, 0 < k < w -> (u (k - 1) * u (k + 1) <= u k * u k)%Q.
    Proof.
      intros k Hk. unfold u. pose proof (c_log_concave (1 + k) ltac:(unfold w in *; lia)) as H.
      replace (1 + k - 1) with (1 + (k - 1)) in H by lia.
      replace (1 + k + 1) with (1 + (k + 1)) in H by lia.
      assert (Hi : (0 <= / c 1 * / c 1)%Q).
      { pose proof inverse_positive. apply Qmult_le_0_compat; lra. }
      pose proof (scale_le _ _ _ Hi H). lra.
    Qed.

    (** What m keys leave. *)
    Definition left_by_keys (m : Z) : Q := (c 1 ^ m * uneven_product u w (t - m))%Q.

    Lemma left_by_uneven (m : Z) : (left_by (uneven_spread t e m) == left_by_keys m)%Q.
    Proof.
      unfold left_by, left_by_keys, uneven_spread, uneven_product. cbn [full partial single].
      fold w. set (a := (t - m) / w). pose proof (Z.mod_pos_bound (t - m) w w_positive) as Hb.
      set (b := (t - m) mod w) in *.
      assert (Hne : ~ (c 1 == 0)%Q) by (pose proof c1_positive; lra).
      assert (Hc : ~ (c 1 ^ a == 0)%Q).
      { pose proof (power_positive (c 1) c1_positive a). lra. }
      assert (Ew : (u w ^ a == c e ^ a * / c 1 ^ a)%Q).
      { unfold u. rewrite Qmult_power, Qinv_power. now replace (1 + w) with e by (unfold w; lia). }
      assert (Em : forall n, (c 1 ^ (m - a - n) == c 1 ^ m * / c 1 ^ a * / c 1 ^ n)%Q).
      { intros n. replace (m - a - n) with (m + (- a + - n)) by lia.
        rewrite !(power_plus (c 1) c1_positive), !Qpower_opp. ring. }
      rewrite Ew, Em. destruct (Z.eqb_spec b 0) as [E|E].
      - rewrite E, u_zero. simpl. change (c 1 ^ 0)%Q with 1%Q. field. exact Hc.
      - replace (1 + b =? 0) with false by (symmetry; apply Z.eqb_neq; lia).
        unfold u. change (c 1 ^ 1)%Q with (c 1). field. split; assumption.
    Qed.

    Lemma left_by_keys_positive (m : Z) : (0 < left_by_keys m)%Q.
    Proof.
      apply Qmult_lt_0_compat; [apply power_positive, c1_positive|].
      now apply uneven_product_positive.
    Qed.

    Lemma product_by_ratio (r : list Z) :
      (product_of c r ==
       c 1 ^ Z.of_nat (length r) * product_of u (map (fun k => k - 1)%Z r))%Q.
    Proof.
      induction r as [|k r IH]; [simpl; ring|]. cbn [product_of map length].
      rewrite IH. replace (Z.of_nat (S (length r))) with (1 + Z.of_nat (length r)) by lia.
      rewrite (power_plus (c 1) c1_positive). change (c 1 ^ 1)%Q with (c 1).
      unfold u at 2. replace (1 + (k - 1)) with k by lia. field. pose proof c1_positive. lra.
    Qed.

    Lemma sum_less_one (r : list Z) : sum (map (fun k => k - 1) r) = sum r - Z.of_nat (length r).
    Proof. induction r as [|k r IH]; [reflexivity|]. cbn [map sum length]. lia. Qed.

    (** Of m keys, all rows that may be used, as unevenly as it goes, are the worst. *)
    Lemma keys_leave_at_least (r : list Z) :
      Forall (fun k => 1 <= k <= e) r -> sum r <= t ->
      (left_by_keys (Z.of_nat (length r)) <= product_of c r)%Q.
    Proof.
      intros Hr Hsum. rewrite product_by_ratio. unfold left_by_keys. apply scale_le.
      { apply Qlt_le_weak, power_positive, c1_positive. }
      set (k := map (fun k => k - 1) r).
      assert (Hk : Forall (fun k => 0 <= k <= w) k).
      { apply Forall_map. eapply Forall_impl; [|exact Hr]. simpl. unfold w. intros. lia. }
      destruct (uneven_is_worst_product u w w_positive u_zero u_positive u_log_concave k Hk)
        as [Hnonneg Hworst].
      apply Qle_trans with (uneven_product u w (sum k)); [|exact Hworst].
      pose proof (uneven_product_falls u w w_positive u_zero u_positive u_falls u_log_concave
                    (Z.to_nat (t - sum r)) (sum k) Hnonneg) as Hfall.
      unfold k in *. rewrite sum_less_one in *. rewrite Z2Nat.id in Hfall by lia.
      now replace (sum r - Z.of_nat (length r) + (t - sum r)) with (t - Z.of_nat (length r))
        in Hfall by lia.
    Qed.

    Definition fewest : Z := t / e + (if t mod e =? 0 then 0 else 1).

    Lemma fewest_spec : (fewest - 1) * e < t <= fewest * e.
    Proof.
      unfold fewest. pose proof (Z.div_mod t e ltac:(lia)). pose proof (Z.mod_pos_bound t e ltac:(lia)).
      destruct (Z.eqb_spec (t mod e) 0); nia.
    Qed.

    Lemma fewest_bounds : 1 <= fewest <= g.
    Proof. pose proof fewest_spec. nia. Qed.

    (** Fewer keys than that do not use all rows: some with one row can be added. *)
    Lemma enough_keys (r : list Z) :
      Forall (fun k => 1 <= k <= e) r -> Z.of_nat (length r) <= g -> sum r <= t ->
      exists m, fewest <= m <= g /\ (left_by_keys m <= product_of c r)%Q.
    Proof.
      intros Hr Hg Hsum. destruct (Z_le_gt_dec fewest (Z.of_nat (length r))) as [Hm|Hm].
      - exists (Z.of_nat (length r)). split; [lia|]. now apply keys_leave_at_least.
      - set (n := Z.to_nat (fewest - Z.of_nat (length r))).
        pose proof fewest_spec. pose proof fewest_bounds. pose proof (sum_bounds r Hr).
        assert (Hlen : Z.of_nat (length (r ++ repeat 1 n)) = fewest).
        { rewrite app_length, repeat_length. unfold n. lia. }
        assert (Hr' : Forall (fun k => 1 <= k <= e) (r ++ repeat 1 n)).
        { apply Forall_app. split; [exact Hr|]. apply Forall_forall. intros k Hk.
          apply repeat_spec in Hk. lia. }
        assert (Hsum' : sum (r ++ repeat 1 n) <= t).
        { rewrite sum_app, sum_ones. unfold n. nia. }
        exists fewest. split; [lia|]. rewrite <- Hlen.
        apply Qle_trans with (product_of c (r ++ repeat 1 n)); [now apply keys_leave_at_least|].
        rewrite product_app, product_ones.
        pose proof (power_at_most_one (c 1) c1_positive (Z.of_nat n) c_one ltac:(lia)) as Hone.
        pose proof (product_nonneg r Hr) as Hp.
        pose proof (scale_le _ _ _ (Qlt_le_weak _ _ Hp) Hone). lra.
    Qed.

    (** ** Which number of keys *)

    Lemma left_by_keys_log_concave (m : Z) :
      (t - m) mod w <> 0 ->
      (left_by_keys (m - 1) * left_by_keys (m + 1) <= left_by_keys m * left_by_keys m)%Q.
    Proof.
      intros Hm. unfold left_by_keys.
      pose proof (uneven_product_log_concave u w w_positive u_zero u_positive u_log_concave
                    (t - m) Hm) as H.
      replace (t - (m - 1)) with (t - m + 1) by lia. replace (t - (m + 1)) with (t - m - 1) by lia.
      replace (m - 1) with (m + -1) by lia. rewrite !(power_plus (c 1) c1_positive).
      assert (E : (c 1 ^ (-1) * c 1 ^ 1 == 1)%Q).
      { rewrite <- (power_plus (c 1) c1_positive). reflexivity. }
      assert (Hp : (0 <= c 1 ^ m * c 1 ^ m)%Q).
      { pose proof (power_positive (c 1) c1_positive m). apply Qmult_le_0_compat; lra. }
      pose proof (scale_le _ _ _ Hp H) as Hs.
      set (a := uneven_product u w (t - m + 1)) in *. set (b := uneven_product u w (t - m - 1)) in *.
      setoid_replace (c 1 ^ m * c 1 ^ (-1) * a * (c 1 ^ m * c 1 ^ 1 * b))%Q
        with (c 1 ^ m * c 1 ^ m * (b * a) * (c 1 ^ (-1) * c 1 ^ 1))%Q by ring.
      rewrite E. lra.
    Qed.

    (** No number of keys in [lo, hi] but the ends leaves some key in between one row and all. *)
    Lemma least_without_whole (lo hi m : Z) :
      (forall n, lo < n < hi -> (t - n) mod w <> 0) -> lo <= m <= hi ->
      (left_by_keys lo <= left_by_keys m)%Q \/ (left_by_keys hi <= left_by_keys m)%Q.
    Proof.
      intros Hinner Hm. apply least_at_an_end; trivial.
      - intros n _. apply left_by_keys_positive.
      - intros n Hn. now apply left_by_keys_log_concave, Hinner.
    Qed.

    (** Those that leave none: each is a power of the same number. *)
    Lemma least_whole (lo hi k : Z) :
      lo <= k <= hi ->
      (left_by_keys (t - lo * w) <= left_by_keys (t - k * w))%Q \/
      (left_by_keys (t - hi * w) <= left_by_keys (t - k * w))%Q.
    Proof.
      intros Hk.
      apply (least_at_an_end (fun k => left_by_keys (t - k * w)) lo hi); trivial.
      - intros n _. apply left_by_keys_positive.
      - intros n _. unfold left_by_keys.
        replace (t - (t - (n - 1) * w)) with ((n - 1) * w) by lia.
        replace (t - (t - (n + 1) * w)) with ((n + 1) * w) by lia.
        replace (t - (t - n * w)) with (n * w) by lia.
        rewrite !(uneven_product_multiple u w w_positive u_zero).
        pose proof (u_w_positive u w w_positive u_positive) as Hu.
        setoid_replace (c 1 ^ (t - (n - 1) * w) * u w ^ (n - 1) *
                        (c 1 ^ (t - (n + 1) * w) * u w ^ (n + 1)))%Q
          with (c 1 ^ (t - (n - 1) * w) * c 1 ^ (t - (n + 1) * w) *
                (u w ^ (n - 1) * u w ^ (n + 1)))%Q by ring.
        rewrite <- !(power_plus (c 1) c1_positive), <- !(power_plus (u w) Hu).
        replace (t - (n - 1) * w + (t - (n + 1) * w)) with (t - n * w + (t - n * w)) by lia.
        replace (n - 1 + (n + 1)) with (n + n) by lia.
        rewrite !(power_plus (c 1) c1_positive), !(power_plus (u w) Hu). lra.
    Qed.

    (** One of the four numbers of keys leaves the least. *)
    Theorem one_of_four (m : Z) :
      fewest <= m <= g ->
      let first := (t - fewest) mod w in
      let final := (w - (t - g) mod w) mod w in
      exists n, (left_by_keys n <= left_by_keys m)%Q /\
                (n = fewest \/ (first <= g - fewest /\ n = fewest + first) \/
                 (final <= g - fewest /\ n = g - final) \/ n = g).
    Proof.
      intros Hm first final.
      pose proof (Z.mod_pos_bound (t - fewest) w w_positive) as Hfirst. fold first in Hfirst.
      pose proof (Z.mod_pos_bound (w - (t - g) mod w) w w_positive) as Hfinal. fold final in Hfinal.
      pose proof (Z.div_mod (t - fewest) w ltac:(lia)) as Dfirst. fold first in Dfirst.
      set (hi := (t - fewest) / w) in *.
      (* the last whole number is t - lo w *)
      assert (Dfinal : exists lo, t - g + final = lo * w).
      { unfold final. pose proof (Z.div_mod (t - g) w ltac:(lia)) as D.
        pose proof (Z.mod_pos_bound (t - g) w w_positive) as B.
        destruct (Z.eq_dec ((t - g) mod w) 0) as [E|E].
        - exists ((t - g) / w). rewrite E, Z.sub_0_r, Z.mod_same by lia. lia.
        - exists ((t - g) / w + 1). rewrite Z.mod_small by lia. lia. }
      destruct Dfinal as [lo Dfinal].
      assert (Whole : forall n, (t - n) mod w = 0 -> exists k, n = t - k * w).
      { intros n Hn. exists ((t - n) / w). pose proof (Z.div_mod (t - n) w ltac:(lia)). lia. }
      assert (Below : forall a b, a * w < (b + 1) * w -> a <= b).
      { intros a b H. apply Z.mul_lt_mono_pos_r in H; lia. }
      assert (Between : forall a b, b * w < a * w -> a * w < (b + 1) * w -> False).
      { intros a b H1 H2. apply Below in H2.
        pose proof (Z.mul_le_mono_nonneg_r a b w ltac:(lia) H2). lia. }
      destruct (Z_le_gt_dec (fewest + first) g) as [Hfits|Hnone].
      - (* some whole number is within *)
        assert (Hlohi : lo <= hi) by (apply Below; lia).
        pose proof (Z.mul_le_mono_nonneg_r lo hi w ltac:(lia) Hlohi) as Hprod.
        assert (Hfin : fewest <= g - final) by lia.
        destruct (Z_le_gt_dec m (fewest + first)) as [Hlow|Hlow].
        { destruct (least_without_whole fewest (fewest + first) m) as [H|H]; [|lia| |].
          - intros n Hn Hz. destruct (Whole n Hz) as [k ->]. apply (Between k hi); lia.
          - exists fewest. auto.
          - exists (fewest + first). split; [exact H|]. right. left. lia. }
        destruct (Z_le_gt_dec (g - final) m) as [Hhigh|Hhigh].
        { destruct (least_without_whole (g - final) g m) as [H|H]; [|lia| |].
          - intros n Hn Hz. destruct (Whole n Hz) as [k ->]. apply (Between k (lo - 1)); lia.
          - exists (g - final). split; [exact H|]. right. right. left. lia.
          - exists g. auto. }
        (* between two whole numbers *)
        assert (Hwhole : forall k, lo <= k <= hi ->
          exists n, (left_by_keys n <= left_by_keys (t - k * w))%Q /\
                    (n = fewest + first \/ n = g - final)).
        { intros k Hk. destruct (least_whole lo hi k Hk) as [H|H].
          - exists (g - final). split; [|now right]. now replace (g - final) with (t - lo * w) by lia.
          - exists (fewest + first). split; [|now left].
            now replace (fewest + first) with (t - hi * w) by lia. }
        pose proof (Z.div_mod (t - m) w ltac:(lia)) as Dm.
        pose proof (Z.mod_pos_bound (t - m) w w_positive) as Bm.
        set (k := (t - m) / w) in *. set (b := (t - m) mod w) in *.
        assert (Hk : lo <= k /\ k + 1 <= hi).
        { split; [apply Below; lia|]. enough (k < hi) by lia.
          apply (Z.mul_lt_mono_pos_r w); lia. }
        destruct (least_without_whole (t - (k + 1) * w) (t - k * w) m) as [H|H]; [|lia| |].
        + intros n Hn Hz. destruct (Whole n Hz) as [j ->]. apply (Between j k); lia.
        + destruct (Hwhole (k + 1) ltac:(lia)) as [n [Hn Hwhich]]. exists n.
          split; [lra|]. destruct Hwhich; lia.
        + destruct (Hwhole k ltac:(lia)) as [n [Hn Hwhich]]. exists n.
          split; [lra|]. destruct Hwhich; lia.
      - (* none is *)
        destruct (least_without_whole fewest g m) as [H|H]; [|lia| |].
        + intros n Hn Hz. destruct (Whole n Hz) as [k ->]. apply (Between k hi); lia.
        + exists fewest. auto.
        + exists g. auto.
    Qed.
  End Several.

  (** No way to spread at most t rows over at most g keys, from 1 to e in each, leaves less than one
      of the spreads does. *)
  Theorem worst_spread_is_among (r : list Z) :
    Forall (fun k => 1 <= k <= e) r -> Z.of_nat (length r) <= g -> sum r <= t ->
    exists s, In s (worst_spreads g t e) /\ (left_by s <= product_of c r)%Q.
  Proof.
    intros Hr Hg Hsum. unfold worst_spreads.
    destruct (Z.eqb_spec t 0) as [E|_]; [lia|]. destruct (Z.eqb_spec e 1) as [E|E].
    - exists (Spread g 0 0). split; [now left|].
      assert (Hones : r = repeat 1 (length r)).
      { clear -Hr E. induction Hr as [|k r Hk Hr IH]; [reflexivity|]. cbn [length repeat].
        rewrite <- IH. f_equal. lia. }
      rewrite Hones, product_ones. unfold left_by. cbn [full partial single]. rewrite E.
      replace g with (Z.of_nat (length r) + (g - Z.of_nat (length r))) by lia.
      rewrite (power_plus (c 1) c1_positive).
      pose proof (power_positive (c 1) c1_positive (Z.of_nat (length r))) as Hp.
      pose proof (power_at_most_one (c 1) c1_positive (g - Z.of_nat (length r)) c_one ltac:(lia)) as H1.
      pose proof (scale_le _ _ _ (Qlt_le_weak _ _ Hp) H1). simpl. lra.
    - assert (e_large : 1 < e) by lia.
      destruct (enough_keys e_large r Hr Hg Hsum) as (m & Hm & Hleft).
      destruct (one_of_four e_large m Hm) as (n & Hn & Hwhich).
      fold fewest. exists (uneven_spread t e n). split.
      2: { rewrite (left_by_uneven e_large). lra. }
      destruct Hwhich as [->|[[Hfits ->]|[[Hfits ->]| ->]]].
      + apply add_spread_keeps, add_spread_if_keeps, add_spread_if_keeps. now left.
      + apply add_spread_keeps, add_spread_if_keeps. apply Z.leb_le in Hfits. rewrite Hfits.
        apply add_spread_if_has.
      + apply add_spread_keeps. apply Z.leb_le in Hfits. rewrite Hfits. apply add_spread_if_has.
      + apply add_spread_has.
  Qed.
End Worst.

(** * The spreads are ones that a unit can have, so what they price is attained *)

Definition counts_of (e : Z) (s : spread) : list Z :=
  repeat e (Z.to_nat (full s)) ++ (if partial s =? 0 then [] else [partial s]) ++
  repeat 1 (Z.to_nat (single s)).

Definition allowed (g t e : Z) (s : spread) : Prop :=
  0 <= full s /\ 0 <= single s /\ Forall (fun k => 1 <= k <= e) (counts_of e s) /\
  Z.of_nat (length (counts_of e s)) <= g /\ sum (counts_of e s) = t.

Lemma sum_repeat (k : Z) (n : nat) : sum (repeat k n) = Z.of_nat n * k.
Proof. induction n as [|n IH]; [reflexivity|]. cbn [repeat sum]. lia. Qed.

Lemma sum_of_app (r s : list Z) : sum (r ++ s) = sum r + sum s.
Proof. induction r as [|k r IH]; simpl; [reflexivity|]. lia. Qed.

Lemma uneven_spread_allowed (g t e m : Z) :
  1 < e -> t <= m * e -> 0 <= m -> m <= t -> m <= g -> allowed g t e (uneven_spread t e m).
Proof.
  intros He Ht Hm Hmt Hg. unfold allowed, counts_of, uneven_spread. cbn [full partial single].
  pose proof (Z.mod_pos_bound (t - m) (e - 1) ltac:(lia)) as Hb.
  pose proof (Z.div_mod (t - m) (e - 1) ltac:(lia)) as Hdiv.
  pose proof (Z.div_pos (t - m) (e - 1) ltac:(lia) ltac:(lia)) as Ha.
  set (a := (t - m) / (e - 1)) in *. set (b := (t - m) mod (e - 1)) in *.
  destruct (Z.eqb_spec b 0) as [E|E].
  - cbn [Z.eqb]. assert (a <= m) by nia. repeat split; try lia.
    + repeat rewrite Forall_app. repeat split; try constructor;
        apply Forall_forall; intros k Hk; apply repeat_spec in Hk; lia.
    + rewrite !app_length, !repeat_length. cbn [length]. lia.
    + rewrite !sum_of_app, !sum_repeat. cbn [sum]. rewrite !Z2Nat.id by lia. nia.
  - replace (1 + b =? 0) with false by (symmetry; apply Z.eqb_neq; lia).
    assert (a + 1 <= m) by nia. repeat split; try lia.
    + repeat rewrite Forall_app. repeat split; try (constructor; [lia|constructor]);
        apply Forall_forall; intros k Hk; apply repeat_spec in Hk; lia.
    + rewrite !app_length, !repeat_length. cbn [length]. lia.
    + rewrite !sum_of_app, !sum_repeat. cbn [sum]. rewrite !Z2Nat.id by lia. nia.
Qed.

Lemma in_add_spread (l : list spread) (s a : spread) : In a (add_spread l s) -> In a l \/ a = s.
Proof.
  unfold add_spread. destruct (same_spread (last l s) s); [destruct l|].
  - intros [->|[]]. now right.
  - now left.
  - rewrite in_app_iff. intros [H|[->|[]]]; [now left|now right].
Qed.

Theorem worst_spreads_allowed (g t e : Z) (s : spread) :
  1 <= g <= t -> 1 <= e <= t -> t <= g * e -> In s (worst_spreads g t e) -> allowed g t e s.
Proof.
  intros Hg He Ht. unfold worst_spreads.
  destruct (Z.eqb_spec t 0) as [E|_]; [lia|]. destruct (Z.eqb_spec e 1) as [E|E].
  - intros [<-|[]]. subst e. unfold allowed, counts_of. cbn [full partial single].
    cbn [Z.eqb app Z.to_nat repeat]. rewrite app_nil_r, repeat_length, sum_repeat. repeat split; try lia.
    apply Forall_forall. intros k Hk. apply repeat_spec in Hk. lia.
  - assert (e_large : 1 < e) by lia. fold (fewest t e).
    pose proof (fewest_spec t e ltac:(lia)) as Hspec.
    assert (Hf : 1 <= fewest t e <= g) by nia.
    assert (Hok : forall m, fewest t e <= m <= g -> allowed g t e (uneven_spread t e m)).
    { intros m Hm. apply uneven_spread_allowed; try lia. nia. }
    pose proof (Z.mod_pos_bound (t - fewest t e) (e - 1) ltac:(lia)) as Hfirst.
    pose proof (Z.mod_pos_bound (e - 1 - (t - g) mod (e - 1)) (e - 1) ltac:(lia)) as Hfinal.
    set (first := (t - fewest t e) mod (e - 1)) in *.
    set (final := (e - 1 - (t - g) mod (e - 1)) mod (e - 1)) in *. cbv zeta.
    intros H. apply in_add_spread in H as [H| ->]; [|apply Hok; lia].
    unfold add_spread_if in H. destruct (Z.leb_spec final (g - fewest t e)).
    + apply in_add_spread in H as [H| ->]; [|apply Hok; lia].
      destruct (Z.leb_spec first (g - fewest t e)).
      * apply in_add_spread in H as [H| ->]; [|apply Hok; lia].
        destruct H as [<-|[]]. apply Hok. lia.
      * destruct H as [<-|[]]. apply Hok. lia.
    + destruct (Z.leb_spec first (g - fewest t e)).
      * apply in_add_spread in H as [H| ->]; [|apply Hok; lia].
        destruct H as [<-|[]]. apply Hok. lia.
      * destruct H as [<-|[]]. apply Hok. lia.
Qed.

Lemma product_of_app (c : Z -> Q) (r s : list Z) :
  (product_of c (r ++ s) == product_of c r * product_of c s)%Q.
Proof. induction r as [|k r IH]; simpl; [ring|]. rewrite IH. ring. Qed.

Lemma product_of_repeat (c : Z -> Q) (k : Z) (n : nat) :
  (0 < c k)%Q -> (product_of c (repeat k n) == c k ^ Z.of_nat n)%Q.
Proof.
  intros Hk. induction n as [|n IH]; [reflexivity|]. cbn [repeat product_of]. rewrite IH.
  replace (Z.of_nat (S n)) with (1 + Z.of_nat n) by lia. rewrite (power_plus (c k) Hk).
  change (c k ^ 1)%Q with (c k). reflexivity.
Qed.

(** What is priced is what its counts leave. *)
Theorem left_by_its_counts (c : Z -> Q) (g t e : Z) (s : spread) :
  1 <= e -> (forall k, 1 <= k <= e -> (0 < c k)%Q) -> allowed g t e s ->
  (left_by c e s == product_of c (counts_of e s))%Q.
Proof.
  intros He Hc (Hf & Hs & _). unfold left_by, counts_of.
  rewrite !product_of_app, !product_of_repeat by (apply Hc; lia). rewrite !Z2Nat.id by assumption.
  destruct (partial s =? 0); simpl; ring.
Qed.

(** * Noise *)

(** The probability that any key is told that only one neighbour has is at most that of one of the
    four spreads, where what is not told is log-concave in the rows of a key. *)
Theorem any_told_at_most_the_worst (p : Z -> Q) (g t e : Z) (r : list Z) :
  1 <= g <= t -> 1 <= e <= t -> t <= g * e ->
  (forall k, 1 <= k <= e -> (p k < 1)%Q) -> (0 <= p 1%Z)%Q ->
  (forall k, 1 <= k < e -> (p k <= p (k + 1)%Z)%Q) ->
  (forall k, 1 < k < e -> ((1 - p (k - 1)%Z) * (1 - p (k + 1)%Z) <= (1 - p k) * (1 - p k))%Q) ->
  Forall (fun k => 1 <= k <= e) r -> Z.of_nat (length r) <= g -> KeyThresholds.sum r <= t ->
  exists s, In s (worst_spreads g t e) /\
            (1 - none_told (map p r) <= 1 - left_by (fun k => 1 - p k) e s)%Q.
Proof.
  intros Hg He Ht Hp Hp1 Hrise Hconcave Hr Hlen Hsum.
  assert (E : (none_told (map p r) == product_of (fun k => 1 - p k) r)%Q).
  { clear. induction r as [|k r IH]; simpl; [reflexivity|]. now rewrite IH. }
  destruct (worst_spread_is_among (fun k => 1 - p k)%Q g t e Hg He Ht) with (r := r)
    as (s & Hin & Hs); trivial.
  - intros k Hk. specialize (Hp k Hk). lra.
  - lra.
  - intros k Hk. specialize (Hrise k Hk). lra.
  - exists s. split; [exact Hin|]. rewrite E. lra.
Qed.

(** Discrete Laplace noise: the tail at m is a q^m, with a = 1 / (1 + q). *)
Theorem laplace_worst_spread (a q : Q) (threshold g t e : Z) (r : list Z) :
  (0 < q)%Q -> (q < 1)%Q -> (0 <= a)%Q -> (a <= 1)%Q -> e < threshold ->
  1 <= g <= t -> 1 <= e <= t -> t <= g * e ->
  Forall (fun k => 1 <= k <= e) r -> Z.of_nat (length r) <= g -> KeyThresholds.sum r <= t ->
  let p k := (a * q ^ (threshold - k))%Q in
  exists s, In s (worst_spreads g t e) /\
            (1 - none_told (map p r) <= 1 - left_by (fun k => 1 - p k) e s)%Q.
Proof.
  intros Hq Hq1 Ha Ha1 Hthreshold Hg He Ht Hr Hlen Hsum p.
  assert (Hnonneg : forall k, (0 <= p k)%Q).
  { intros k. apply Qmult_le_0_compat; [exact Ha|]. apply Qlt_le_weak. now apply power_positive. }
  assert (Hnext : forall k, (p k == q * p (k + 1)%Z)%Q).
  { intros k. unfold p. replace (threshold - k) with (1 + (threshold - (k + 1))) by lia.
    rewrite power_plus by exact Hq. change (q ^ 1)%Q with q. ring. }
  apply any_told_at_most_the_worst; trivial.
  - intros k Hk. unfold p.
    pose proof (power_below_one q Hq (threshold - k) Hq1 ltac:(lia)) as H.
    pose proof (power_positive q Hq (threshold - k)) as H0.
    pose proof (Qmult_le_compat_r _ _ _ Ha1 (Qlt_le_weak _ _ H0)). lra.
  - intros k Hk. rewrite (Hnext k). pose proof (Hnonneg (k + 1)) as H0.
    pose proof (Qmult_le_compat_r q 1 _ ltac:(lra) H0). lra.
  - intros k Hk. pose proof (geometric_rest_log_concave q (p k) Hq (Hnonneg k)) as H.
    assert (E1 : (p (k - 1)%Z == q * p k)%Q).
    { rewrite (Hnext (k - 1)). now replace (k - 1 + 1) with k by lia. }
    assert (E2 : (p (k + 1)%Z == / q * p k)%Q).
    { rewrite (Hnext k). field. lra. }
    rewrite E1, E2. exact H.
Qed.

(** Noise of any log-concave law, the Gaussian one among them: lowest, lowest + 1, ... have these
    weights, a key with k rows is not told where the noise is at most lowest + n - k, and all weights
    together are at least those. *)
Theorem log_concave_worst_spread (weight : nat -> Q) (all : Q) (n g t e : Z) (r : list Z) :
  (forall i, (0 < weight i)%Q) ->
  (forall i, (weight i * weight (S (S i)) <= weight (S i) * weight (S i))%Q) ->
  e <= n -> (up_to weight (Z.to_nat (n - 1)) <= all)%Q ->
  1 <= g <= t -> 1 <= e <= t -> t <= g * e ->
  Forall (fun k => 1 <= k <= e) r -> Z.of_nat (length r) <= g -> KeyThresholds.sum r <= t ->
  let c k := (up_to weight (Z.to_nat (n - k)) * / all)%Q in
  exists s, In s (worst_spreads g t e) /\ (left_by c e s <= product_of c r)%Q.
Proof.
  intros Hw Hconcave Hn Hall Hg He Ht Hr Hlen Hsum c.
  assert (Hpos : (0 < all)%Q).
  { pose proof (up_to_positive weight Hw (Z.to_nat (n - 1))). lra. }
  assert (Hinv : (0 < / all)%Q) by now apply Qinv_lt_0_compat.
  apply worst_spread_is_among; trivial.
  - intros k Hk. apply Qmult_lt_0_compat; [now apply up_to_positive|exact Hinv].
  - unfold c. apply Qle_trans with (all * / all)%Q.
    + apply Qmult_le_compat_r; [exact Hall|lra].
    + rewrite Qmult_inv_r by lra. lra.
  - intros k Hk. unfold c. apply Qmult_le_compat_r; [|lra].
    replace (Z.to_nat (n - k)) with (S (Z.to_nat (n - (k + 1)))) by lia.
    simpl. pose proof (Hw (S (Z.to_nat (n - (k + 1))))). lra.
  - intros k Hk. unfold c. set (i := Z.to_nat (n - (k + 1))).
    replace (Z.to_nat (n - k)) with (S i) by (unfold i; lia).
    replace (Z.to_nat (n - (k - 1))) with (S (S i)) by (unfold i; lia).
    pose proof (distribution_function_log_concave weight Hw Hconcave i) as H.
    assert (Hi : (0 <= / all * / all)%Q) by (apply Qmult_le_0_compat; lra).
    pose proof (scale_le _ _ _ Hi H). lra.
Qed.

(** Three rows, at most three in each of at most three keys, are worst in one key, not in three. *)
Example three_rows : worst_spreads 3 3 3 = [Spread 1 0 0; Spread 0 0 3].
Proof. reflexivity. Qed.
