import { type DualOutcome, dualOutcome } from '#lib/formulas/dual-outcome.ts';
import { mulDivDown, mulDivUp, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { DUAL_COVER, DUAL_HOUSE, marketAccount, userHold, userSpot } from '../ledger/account-names.ts';
import type { Ledger, Posting } from '../ledger/ledger.ts';
import { issueTo, reserve, voidReserved } from '../ledger/movements.ts';
import { assetOf, baseOf, type DualOrder } from './dual-order.ts';

/** Movements of an order. The house has USDT alone: coins that it gets it sells to the market's account at the settlement price, coins that it gives it buys there. */

/** What is put in is held, and what it can cost the house is set aside. */
export function orderPostings(order: DualOrder): readonly Posting[] {
  const cover = { from: DUAL_HOUSE, to: DUAL_COVER, asset: 'USDT', amount: order.cover };
  return [reserve(order.userId, assetOf(order), order.invested), cover];
}

/** Everything goes back. */
export function voidPostings(order: DualOrder): readonly Posting[] {
  const cover = { from: DUAL_COVER, to: DUAL_HOUSE, asset: 'USDT', amount: order.cover };
  return [voidReserved(order.userId, assetOf(order), order.invested), cover];
}

/** What is paid at a settlement price, and what of the cover is left for the house: never less than nothing (dualCover). */
export function settlementPostings(
  ledger: Pick<Ledger, 'balance'>,
  order: DualOrder,
  price: bigint,
): { readonly outcome: DualOutcome; readonly postings: readonly Posting[] } {
  const outcome = dualOutcome(order, price);
  const postings = outcome.isExercised
    ? exchanged(ledger, order, outcome.paid, price)
    : kept(ledger, order, outcome.paid - order.invested, price);
  const left = postings.reduce((sum, { from, to, amount }) => {
    if (from === DUAL_COVER) return sum - amount;
    return to === DUAL_COVER ? sum + amount : sum;
  }, order.cover);
  if (left < 0n) throw new Error(`order ${order.id} costs the house ${-left} more than was set aside`);
  const rest = { from: DUAL_COVER, to: DUAL_HOUSE, asset: 'USDT', amount: left };
  return { outcome, postings: [...postings, rest].filter(({ amount }) => amount > 0n) };
}

/** The investment comes back, with its interest. */
function kept(ledger: Pick<Ledger, 'balance'>, order: DualOrder, interest: bigint, price: bigint): Posting[] {
  const { userId, invested, type } = order;
  const back = voidReserved(userId, assetOf(order), invested);
  const spot = userSpot(userId);
  if (type === 'put') return [back, { from: DUAL_COVER, to: spot, asset: 'USDT', amount: interest }];
  return [back, ...bought(ledger, order, interest, price)];
}

/** The investment and its interest are exchanged. */
function exchanged(ledger: Pick<Ledger, 'balance'>, order: DualOrder, paid: bigint, price: bigint): Posting[] {
  const { userId, invested, type, market } = order;
  const [hold, spot, other] = [userHold(userId), userSpot(userId), marketAccount(market)];
  if (type === 'put') {
    return [{ from: hold, to: DUAL_COVER, asset: 'USDT', amount: invested }, ...bought(ledger, order, paid, price)];
  }
  const proceeds = mulDivDown(invested, price, UNITS_PER_COIN);
  return [
    { from: hold, to: other, asset: baseOf(order), amount: invested },
    ...lacking(ledger, other, 'USDT', proceeds),
    { from: other, to: DUAL_COVER, asset: 'USDT', amount: proceeds },
    { from: DUAL_COVER, to: spot, asset: 'USDT', amount: paid },
  ];
}

/** Coins for the trader, which the house buys. */
function bought(ledger: Pick<Ledger, 'balance'>, order: DualOrder, coins: bigint, price: bigint): Posting[] {
  const other = marketAccount(order.market);
  const base = baseOf(order);
  return [
    { from: DUAL_COVER, to: other, asset: 'USDT', amount: mulDivUp(coins, price, UNITS_PER_COIN) },
    ...lacking(ledger, other, base, coins),
    { from: other, to: userSpot(order.userId), asset: base, amount: coins },
  ];
}

/** A paper market is issued what it lacks. */
function lacking(ledger: Pick<Ledger, 'balance'>, account: string, asset: string, amount: bigint): Posting[] {
  const missing = amount - ledger.balance(account, asset);
  return missing > 0n ? [issueTo(account, asset, missing)] : [];
}
