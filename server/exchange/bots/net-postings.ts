import type { Fill } from '#lib/engine/machine.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { botAccount, FEES, marketAccount } from '../ledger/account-names.ts';
import type { Ledger, Posting } from '../ledger/ledger.ts';
import { issueTo } from '../ledger/movements.ts';

/**
 * The movements of one or many fills of a bot: the net change of each asset against the market's account (which is
 * issued what it lacks: there are no other traders' money behind a paper market) and the fees out of what was
 * received. The ledger looks at the balances after the whole group, so order does not matter.
 */
export function netPostings(ledger: Ledger, botId: number, spec: MarketSpec, fills: readonly Fill[]): Posting[] {
  const change = new Map<string, bigint>([
    [spec.base, 0n],
    [spec.quote, 0n],
  ]);
  const fees = new Map<string, bigint>();
  const add = (sums: Map<string, bigint>, asset: string, amount: bigint) =>
    sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  for (const fill of fills) {
    const sign = fill.side === 'buy' ? 1n : -1n;
    add(change, spec.base, sign * fill.quantity);
    add(change, spec.quote, -sign * fill.quote);
    add(fees, fill.feeAsset, fill.fee);
  }
  const bot = botAccount(botId);
  const market = marketAccount(spec.market);
  const postings: Posting[] = [];
  for (const [asset, amount] of change) {
    if (amount < 0n) postings.push({ from: bot, to: market, asset, amount: -amount });
    if (amount <= 0n) continue;
    const lacking = amount - ledger.balance(market, asset);
    if (lacking > 0n) postings.push(issueTo(market, asset, lacking));
    postings.push({ from: market, to: bot, asset, amount });
  }
  for (const [asset, amount] of fees) if (amount > 0n) postings.push({ from: bot, to: FEES, asset, amount });
  return postings;
}
