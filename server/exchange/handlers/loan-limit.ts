import type { AssetPair } from '#lib/formulas/margin-loan.ts';
import { formatAmount } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { knownPrices, planOf } from '../bots/bot-kinds.ts';
import type { Changed } from '../bots/change-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import { loanAccount } from '../ledger/account-names.ts';
import type { MarketFeed } from '../market/feed.ts';
import { marginTermsOf } from '../market/margin-terms.ts';
import { type Refusal, refuseField } from '../replies/reply.ts';
import type { HandlerParts } from './bot-parts.ts';

/** How much one trader may borrow, by a bot that is created or one that takes more money. */

/** A loan that a bot is about to take. `field`: of the call, what asks for it. */
interface WantedLoan {
  readonly spec: MarketSpec;
  /** Undefined: its kind does not borrow. */
  readonly loan: AssetPair | undefined;
  readonly field: 'leverage' | 'money';
}

/** What one trader may owe of each asset, what his bots owe already and will borrow counted (margin pair terms). */
export function loanRefusal(
  { feed, ledger, book }: Pick<HandlerParts, 'feed' | 'ledger' | 'book'>,
  userId: number,
  { spec, loan, field }: WantedLoan,
  nowMs: number,
): Refusal | null {
  if (loan === undefined) return null;
  const terms = marginTermsOf(spec);
  const wanted = [
    [spec.quote, loan.quote, terms.quoteBorrowMax],
    [spec.base, loan.base, terms.baseBorrowMax],
  ] as const;
  for (const [asset, borrowed, max] of wanted) {
    let owed = 0n;
    for (const bot of book.runningOf(userId)) {
      owed += ledger.balance(loanAccount(bot.record.id), asset) + promisedLoan(feed, bot, asset, nowMs);
    }
    if (borrowed > 0n && owed + borrowed > max) {
      return refuseField(field, 'margin-borrow-max', { max: formatAmount(max), asset });
    }
  }
  return null;
}

/** What a bot that waits for its start or its trigger will borrow of an asset, at the present price. */
function promisedLoan(feed: MarketFeed, { record, spec }: LiveBot, asset: string, nowMs: number): bigint {
  if (record.status !== 'open' || record.account !== 'margin') return 0n;
  const prices = knownPrices(feed, spec, nowMs) ?? record.createPrices;
  const { loan } = planOf(feed, record.kind, record.payload, spec, prices, nowMs);
  if (loan === undefined) return 0n;
  return asset === spec.quote ? loan.quote : asset === spec.base ? loan.base : 0n;
}

/** What a change of a bot borrows. */
export function borrowedBy({ spec }: LiveBot, { notes }: Changed): AssetPair {
  const loan = { quote: 0n, base: 0n };
  for (const move of notes.moves) {
    if (move.kind !== 'cash' || move.cash.type !== 'loan' || move.cash.amount < 0n) continue;
    loan[move.cash.asset === spec.base ? 'base' : 'quote'] += move.cash.amount;
  }
  return loan;
}
