import type { RedeemWay } from '#lib/contract/auto-invest-words.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { quoteValueDown } from '#lib/money/market-spec.ts';
import { knownPrices } from '../bots/bot-kinds.ts';
import { userInvest, userSpot } from '../ledger/account-names.ts';
import { type Refusal, refuse } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { type Plan, type PlanVersion, withBooks } from './plan.ts';
import { costOf, withoutCoins } from './plan-books.ts';
import { coinOf, type PlanPlace, type PlanTrades } from './plan-market.ts';
import { type RunCoin, tradedCoins, writeRun } from './plan-runs.ts';
import { post, postTrades, type RunParts } from './run-plan.ts';

type RedeemParts = Pick<RunParts, 'ledger' | 'feed' | 'plans' | 'market'>;

const NO_TRADES: PlanTrades = { fills: [], withheld: [] };

/**
 * Gives a version's coins to their owner: all go to his spot account, or are sold at the market into it – what is too little for the market comes
 * as coins. A plan that runs goes on. Null: done.
 */
export function redeemPlan(
  parts: RedeemParts,
  tx: Tx,
  plan: Plan,
  { version, terms, books }: PlanVersion,
  way: RedeemWay,
  atMs: number,
): Refusal | null {
  const { ledger, feed, market, plans } = parts;
  if (books.held.size === 0) return refuse(CODE.conflict, 'plan-holds-nothing');
  const place = market.place(terms);
  const prices = place === null ? null : knownPrices(feed, place.spec, atMs);
  if (way === 'sell' && (place === null || prices === null)) return refuse(CODE.conflict, 'price-unknown');
  const units = (asset: string): bigint => books.held.get(asset)?.units ?? 0n;
  const isSold = way === 'sell' && place !== null && prices !== null;
  const trades = isSold ? market.sell(place, units, prices, atMs) : NO_TRADES;
  if (isSold) postTrades(parts, plan, place, trades, atMs);
  const left = leftOver(place, books.held, trades);
  const [from, to] = [userInvest(plan.ownerId), userSpot(plan.ownerId)];
  const postings = left.map(({ asset, amount }) => ({ from, to, asset, amount }));
  post(ledger, postings, plan.id, 'auto-invest-redeem', atMs);
  const brought = trades.fills.reduce((sum, { quote, fee }) => sum + quote - fee, 0n);
  // Without a price nothing is known to have been gained or lost on them.
  const worth = place === null || prices === null ? costOf(books) : brought + worthOf(place, prices, left);
  const after = withoutCoins(books, worth, atMs);
  const row = {
    ...{ dueMs: 0, result: isSold ? ('sold' as const) : ('redeemed' as const), reason: '' as const, dates: 1 },
    amount: formatAmount(brought),
    coins: rowsOf(place, trades, left),
  };
  writeRun(tx, { planId: plan.id, version, timeMs: atMs }, row);
  if (version === plan.present.version) plans.put(tx, withBooks(plan, after));
  else plans.putPast(tx, plan.id, { ...versionOf(plans.past(plan.id), version), books: after });
  return null;
}

function versionOf(past: readonly PlanVersion[], version: number): PlanVersion {
  const found = past.find((one) => one.version === version);
  if (found === undefined) throw new Error(`no version ${version} of the plan`);
  return found;
}

interface Coins {
  readonly asset: string;
  readonly amount: bigint;
}

/** Coins that were not sold. */
function leftOver(place: PlanPlace | null, held: PlanVersion['books']['held'], { fills }: PlanTrades): Coins[] {
  const sold = new Map<string, bigint>();
  for (const fill of fills) if (place !== null) sold.set(coinOf(place, fill).base, fill.quantity);
  return [...held].flatMap(([asset, { units }]) => {
    const amount = units - (sold.get(asset) ?? 0n);
    return amount > 0n ? [{ asset, amount }] : [];
  });
}

function worthOf(place: PlanPlace, prices: readonly number[], coins: readonly Coins[]): bigint {
  return coins.reduce((sum, { asset, amount }) => {
    const feed = prices.findIndex((_, index) => coinOf(place, { feed: index }).base === asset);
    return sum + quoteValueDown(coinOf(place, { feed }), amount, prices[feed] as number);
  }, 0n);
}

function rowsOf(place: PlanPlace | null, trades: PlanTrades, left: readonly Coins[]): RunCoin[] {
  const sold = place === null ? [] : tradedCoins(place, { ...trades, withheld: [] });
  const kept = left.map(({ asset, amount }) => ({
    ...{ asset, quantity: formatAmount(amount), price: '', amount: '0', fee: '0', fee_asset: '', reason: '' as const },
  }));
  return [...sold, ...kept];
}
