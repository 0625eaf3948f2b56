import { type ContractSpec, ticksAtValue } from '#lib/formulas/contract-value.ts';
import { instrumentOf } from '#lib/money/market-spec.ts';
import type { BotBook } from './bot-book.ts';
import type { Prices } from './bot-equity.ts';
import { contractOf } from './bot-markets.ts';
import type { LiveBot } from './live-bot.ts';
import type { Shortfall } from './settle-bot.ts';

/**
 * The price at which a liquidated position would have left its account at exactly nothing, in ticks: the closing trade
 * worth as much more as the account was short of.
 */
export function bankruptcyTicks(
  spec: ContractSpec,
  { closing, amount }: Pick<Shortfall, 'closing' | 'amount'>,
): number {
  const contracts = closing.quantity / spec.contract.quantoUnits;
  // A linear seller receives the value of the trade, an inverse one gives it.
  const isReceived = (closing.side === 'sell') !== spec.contract.isInverse;
  const value = isReceived ? closing.quote + amount : closing.quote - amount;
  const ticks = value > 0n ? ticksAtValue(spec, contracts, { numerator: value, denominator: 1n }, 'up') : 1;
  return Math.max(1, ticks);
}

/**
 * Who stands against a liquidated position (E4): bots of the same contract with the opposite position in profit, the
 * largest profit × leverage ÷ margin first, as many as it takes to hold as many contracts.
 */
export function counterpartiesOf(
  book: Pick<BotBook, 'running'>,
  { bot, closing }: Shortfall,
  pricesOf: (bot: LiveBot) => Prices,
): readonly LiveBot[] {
  const contract = contractOf(bot.spec);
  if (contract === null) return [];
  const instrument = instrumentOf(contract);
  const isLongLiquidated = closing.side === 'sell';
  const ranked: { bot: LiveBot; size: bigint; rank: number }[] = [];
  for (const other of book.running()) {
    const traded = other === bot ? null : contractOf(other.spec);
    if (traded === null || instrumentOf(traded) !== instrument) continue;
    const position = other.machine?.position?.(pricesOf(other)) ?? null;
    if (position === null || position.size < 0n !== isLongLiquidated || position.unrealised <= 0n) continue;
    const rank = (Number(position.unrealised) * position.leverage) / Math.max(1, Number(position.margin));
    ranked.push({ bot: other, size: position.size < 0n ? -position.size : position.size, rank });
  }
  ranked.sort((a, b) => b.rank - a.rank || a.bot.record.id - b.bot.record.id);
  const chosen: LiveBot[] = [];
  let left = closing.quantity / contract.contract.quantoUnits;
  for (const { bot: other, size } of ranked) {
    if (left <= 0n) break;
    chosen.push(other);
    left -= size;
  }
  return chosen;
}
