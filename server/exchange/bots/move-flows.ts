import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { FEES, fundingAccount, INSURANCE, LENDER, loanAccount, marketAccount } from '../ledger/account-names.ts';
import type { Ledger, Posting } from '../ledger/ledger.ts';
import { claimPosting, type Flow, flowPostings, tradeFlows } from '../ledger/movements.ts';
import { contractOf } from './bot-markets.ts';
import type { CashNote, MoveNote } from './live-bot.ts';

/** Why money moved, as the account book says it. */
export type MoveReason = 'trade' | CashNote['type'];

export function reasonOf(move: MoveNote): MoveReason {
  return move.kind === 'fill' ? 'trade' : move.cash.type;
}

export function timeOf(move: MoveNote): number {
  return move.kind === 'fill' ? move.fill.timeMs : move.cash.timeMs;
}

/**
 * What a move does to the bot's account. A fill on a spot market exchanges coins; a fill of a contract moves the profit
 * that it realised and its fee, nothing else; which market it was on, its feed says. Interest is not paid but owed: it is no flow, only a larger claim.
 * What the insurance account cannot pay is left with the market: its counterparties are deleveraged for it.
 */
function flowsOf(ledger: Ledger, move: MoveNote, botSpec: MarketSpec): readonly Flow[] {
  const spec = move.kind === 'fill' ? marketOfFeed(botSpec, move.fill.feed) : (contractOf(botSpec) ?? botSpec);
  const instrument = instrumentOf(spec);
  if (move.kind === 'cash') {
    const { type, asset, amount } = move.cash;
    if (type === 'interest') return [];
    if (type === 'insurance') {
      const uninsured = uninsuredOf(ledger, move);
      return [
        { other: INSURANCE, asset, amount: amount - uninsured },
        { other: marketAccount(instrument), asset, amount: uninsured },
      ];
    }
    const other = { funding: fundingAccount(instrument), loan: LENDER, liquidation_fee: INSURANCE };
    return [{ other: other[type], asset, amount }];
  }
  const { fill } = move;
  if (spec.contract !== undefined) {
    const asset = spec.contract.settle;
    return [
      { other: marketAccount(instrument), asset, amount: fill.realised ?? 0n },
      { other: FEES, asset, amount: -fill.fee },
    ];
  }
  const { base, quote } = spec;
  return tradeFlows({ ...fill, market: instrument, base, quote, quoteAmount: fill.quote });
}

/** The part of an insured loss that is more than the insurance account has. */
export function uninsuredOf(ledger: Ledger, move: MoveNote): bigint {
  if (move.kind === 'fill' || move.cash.type !== 'insurance') return 0n;
  const lacking = move.cash.amount - ledger.balance(INSURANCE, move.cash.asset);
  return lacking > 0n ? lacking : 0n;
}

/** How a move changes what the bot owes: loans taken and interest add to it, what is paid back takes from it. */
function debtChange(move: MoveNote): { readonly asset: string; readonly change: bigint } | null {
  if (move.kind === 'fill') return null;
  const { type, asset, amount } = move.cash;
  if (type === 'loan') return { asset, change: amount };
  return type === 'interest' ? { asset, change: -amount } : null;
}

/** The postings of one or many moves of a bot, net; empty when nothing moved. */
export function movePostings(ledger: Ledger, botId: number, spec: MarketSpec, moves: readonly MoveNote[]): Posting[] {
  const postings = flowPostings(
    ledger,
    botId,
    moves.flatMap((move) => flowsOf(ledger, move, spec)),
  );
  const debts = new Map<string, bigint>();
  for (const move of moves) {
    const debt = debtChange(move);
    if (debt !== null) debts.set(debt.asset, (debts.get(debt.asset) ?? 0n) + debt.change);
  }
  for (const [asset, change] of debts) if (change !== 0n) postings.push(claimPosting(botId, asset, change));
  return postings;
}

/** What a bot owes by asset, as the ledger has it. */
export function debtsOf(ledger: Ledger, botId: number): ReadonlyMap<string, bigint> {
  return ledger.assets(loanAccount(botId));
}
