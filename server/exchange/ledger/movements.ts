import { botAccount, FEES, ISSUE, LENDER, loanAccount, marketAccount, userHold, userSpot } from './account-names.ts';
import type { Ledger, Posting } from './ledger.ts';

/** The movements of the product as postings. All amounts are units > 0; give the result to `Ledger.post`. */

/** Puts a user's money aside for an action under way. `from`: the account that it comes from, the spot account by default. */
export function reserve(userId: number, asset: string, amount: bigint, from = userSpot(userId)): Posting {
  return { from, to: userHold(userId), asset, amount };
}

/** The action happens: what was reserved goes to the bot. */
export function postReserved(userId: number, botId: number, asset: string, amount: bigint): Posting {
  return { from: userHold(userId), to: botAccount(botId), asset, amount };
}

/** The action does not happen: what was reserved goes back. */
export function voidReserved(userId: number, asset: string, amount: bigint, to = userSpot(userId)): Posting {
  return { from: userHold(userId), to, asset, amount };
}

/** A bot ends: everything that it holds goes to its owner, into the account that it was funded from. Empty when it holds nothing. */
export function returnAll(ledger: Ledger, botId: number, userId: number, to = userSpot(userId)): Posting[] {
  const from = botAccount(botId);
  return [...ledger.assets(from)].map(([asset, amount]) => ({ from, to, asset, amount }));
}

/** Paper money for an account. */
export function issueTo(account: string, asset: string, amount: bigint): Posting {
  return { from: ISSUE, to: account, asset, amount };
}

/** What a bot receives (> 0) or gives (< 0) of an asset, and the account on the other side. */
export interface Flow {
  readonly other: string;
  readonly asset: string;
  readonly amount: bigint;
}

/**
 * The net of a bot's flows as one posting group. Markets, funding and the lender are issued what they lack: there is no
 * other traders' money behind a paper market. The ledger looks at the balances after the whole group.
 */
export function flowPostings(ledger: Ledger, botId: number, flows: readonly Flow[]): Posting[] {
  const bot = botAccount(botId);
  return flowPostingsOf(ledger, () => bot, flows);
}

/** The same of somebody who has an asset in an account of its own. */
export function flowPostingsOf(
  ledger: Ledger,
  accountOf: (asset: string) => string,
  flows: readonly Flow[],
): Posting[] {
  const sums = new Map<string, { other: string; asset: string; amount: bigint }>();
  for (const { other, asset, amount } of flows) {
    const key = `${other}|${asset}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { other, asset, amount });
    else sum.amount += amount;
  }
  const postings: Posting[] = [];
  for (const { other, asset, amount } of sums.values()) {
    const own = accountOf(asset);
    if (amount < 0n) postings.push({ from: own, to: other, asset, amount: -amount });
    if (amount <= 0n) continue;
    const lacking = amount - ledger.balance(other, asset);
    if (lacking > 0n && isIssued(other)) postings.push(issueTo(other, asset, lacking));
    postings.push({ from: other, to: own, asset, amount });
  }
  return postings;
}

function isIssued(account: string): boolean {
  return account === LENDER || account.startsWith('market:') || account.startsWith('funding:');
}

/** The lender's claim on a bot grows (> 0) or shrinks (< 0). Claims are the exchange's own paper: they come from `issue` and go back there. */
export function claimPosting(botId: number, asset: string, change: bigint): Posting {
  const claim = loanAccount(botId);
  return change > 0n ? issueTo(claim, asset, change) : { from: claim, to: ISSUE, asset, amount: -change };
}

/** One executed order on a spot market; the figures are those of the engine's Fill. */
interface SpotTrade {
  readonly market: string;
  readonly base: string;
  readonly quote: string;
  readonly side: 'buy' | 'sell';
  /** Base units. */
  readonly quantity: bigint;
  /** Quote units: paid by a buyer, received before fee by a seller. */
  readonly quoteAmount: bigint;
  /** Units of the asset received (base on a buy, quote on a sell). May be 0n. */
  readonly fee: bigint;
}

/** The flows of a trade against the market's account. Post a group of these one by one: each looks at the balances of its moment. */
export function tradeFlows(trade: SpotTrade): Flow[] {
  const { market, base, quote, side, quantity, quoteAmount, fee } = trade;
  const other = marketAccount(market);
  const sign = side === 'buy' ? 1n : -1n;
  return [
    { other, asset: base, amount: sign * quantity },
    { other, asset: quote, amount: -sign * quoteAmount },
    { other: FEES, asset: side === 'buy' ? base : quote, amount: -fee },
  ];
}
