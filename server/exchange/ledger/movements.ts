import { botAccount, FEES, ISSUE, marketAccount, userHold, userSpot } from './account-names.ts';
import type { Ledger, Posting } from './ledger.ts';

/** The movements of the product as postings. All amounts are units > 0; give the result to `Ledger.post`. */

/** Puts a user's money aside for an action under way. */
export function reserve(userId: number, asset: string, amount: bigint): Posting {
  return { from: userSpot(userId), to: userHold(userId), asset, amount };
}

/** The action happens: what was reserved goes to the bot. */
export function postReserved(userId: number, botId: number, asset: string, amount: bigint): Posting {
  return { from: userHold(userId), to: botAccount(botId), asset, amount };
}

/** The action does not happen: what was reserved goes back. */
export function voidReserved(userId: number, asset: string, amount: bigint): Posting {
  return { from: userHold(userId), to: userSpot(userId), asset, amount };
}

/** A bot ends: everything that it holds goes to its owner. Empty when it holds nothing. */
export function returnAll(ledger: Ledger, botId: number, userId: number): Posting[] {
  const from = botAccount(botId);
  return [...ledger.assets(from)].map(([asset, amount]) => ({ from, to: userSpot(userId), asset, amount }));
}

/** Paper money for an account. */
export function issueTo(account: string, asset: string, amount: bigint): Posting {
  return { from: ISSUE, to: account, asset, amount };
}

/** One executed order of a bot; the figures are those of the engine's Fill. */
export interface TradeMovement {
  readonly botId: number;
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

/**
 * A trade against the market's account, which is topped up from `issue` by what it lacks (paper markets have no other
 * traders' money behind them). Post a group of these one by one: each looks at the balances of its moment.
 */
export function tradePostings(ledger: Ledger, trade: TradeMovement): Posting[] {
  const bot = botAccount(trade.botId);
  const counterparty = marketAccount(trade.market);
  const isBuy = trade.side === 'buy';
  const given = { asset: isBuy ? trade.quote : trade.base, amount: isBuy ? trade.quoteAmount : trade.quantity };
  const received = { asset: isBuy ? trade.base : trade.quote, amount: isBuy ? trade.quantity : trade.quoteAmount };
  const postings: Posting[] = [];
  const lacking = received.amount - ledger.balance(counterparty, received.asset);
  if (lacking > 0n) postings.push(issueTo(counterparty, received.asset, lacking));
  if (given.amount > 0n) postings.push({ from: bot, to: counterparty, ...given });
  if (received.amount > 0n) postings.push({ from: counterparty, to: bot, ...received });
  if (trade.fee > 0n) postings.push({ from: bot, to: FEES, asset: received.asset, amount: trade.fee });
  return postings;
}
