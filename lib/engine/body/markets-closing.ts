import type { FinishReason } from '../../contract/bot-words.ts';
import { formatAmount } from '../../money/amount.ts';
import type { CloseInstruction } from '../machine.ts';
import type { MarketsBot, MarketsParams } from './markets-bot.ts';
import type { MarketsDecisions } from './markets-rules.ts';
import { buyBack } from './short-trades.ts';
import { setStage } from './stage.ts';
import { tellOperation } from './tell.ts';
import { holdingsOf } from './worth.ts';

/**
 * Ends the bot: its coins are sold at the market, or given back as they are. There is no one price that a limit could be
 * about, so a limit close is a market close.
 */
export function closeMarkets<P extends MarketsParams>(
  bot: MarketsBot<P>,
  rules: MarketsDecisions<P>,
  reason: FinishReason,
  instruction: CloseInstruction,
  prices: readonly number[],
  timeMs: number,
): void {
  if (bot.status === 'finished') return;
  const keepsCoins = rules.keepsCoins(bot, instruction, prices);
  begin(bot, reason, keepsCoins, timeMs);
  rules.close(bot, { reason, keepsCoins }, prices, timeMs);
  finish(bot, reason, prices, timeMs);
}

/** The exchange takes the contract away at exactly `ticks`; the coins stay coins, worth what they are at `prices`. Does nothing without one. */
export function deleverageMarkets(bot: MarketsBot, ticks: number, prices: readonly number[], timeMs: number): void {
  const { short } = bot;
  if (bot.status === 'finished' || short === null || !short.isOpen) return;
  begin(bot, 'auto_deleveraged', true, timeMs);
  buyBack(bot, short, { contracts: short.contracts, role: 'close', ticks }, 0n, timeMs);
  finish(bot, 'auto_deleveraged', prices, timeMs);
}

function begin(bot: MarketsBot, reason: FinishReason, keepsCoins: boolean, timeMs: number): void {
  tellOperation(bot, 'before_terminate', timeMs, { step: bot.step, ...holdingsText(bot) }, null, reason);
  tellOperation(bot, 'terminate', timeMs, null, { close: keepsCoins ? 'no_close' : 'market' }, reason);
}

/** The end: nothing wakes any more. What is held stays as it is until the driver pays it out. */
function finish(bot: MarketsBot, reason: FinishReason, prices: readonly number[], timeMs: number): void {
  setStage(bot, 'finished');
  bot.noteLook(prices, timeMs);
  bot.sleep();
  tellOperation(bot, 'after_terminate', timeMs, null, holdingsText(bot), reason);
  tellOperation(bot, 'stop', timeMs, null, { reason }, reason);
  bot.sink.finish(reason, timeMs, prices);
}

function holdingsText(bot: MarketsBot): Record<string, string> {
  if (!bot.isHeard) return {};
  const held = Object.entries(holdingsOf(bot)).filter(([, amount]) => amount !== 0n);
  return Object.fromEntries(held.map(([asset, amount]) => [asset, formatAmount(amount)]));
}
