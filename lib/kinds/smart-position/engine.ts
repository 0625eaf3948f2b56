import { listen } from '../../engine/body/boundary.ts';
import { CoinsMachine } from '../../engine/body/coins-machine.ts';
import { newMarketsBot } from '../../engine/body/markets-bot.ts';
import { readMarketsSnapshot } from '../../engine/body/markets-snapshot.ts';
import type { BotMachine, EngineSink, MarketView } from '../../engine/machine.ts';
import { SMART_POSITION } from './decisions.ts';
import type { SmartPositionParams } from './params.ts';

/** A smart position that has not started. Prices by coin, in the order of `params.coins`. */
export function createSmartPosition(params: SmartPositionParams, view: MarketView, sink: EngineSink): BotMachine {
  return new SmartPosition(newMarketsBot(params, params.coins, view, sink), SMART_POSITION);
}

/**
 * A smart position as it was when `snapshot()` was taken. Its stops and its rebalancing may have been changed by the
 * owner since; the other params must be the same.
 */
export function restoreSmartPosition(
  params: SmartPositionParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
): BotMachine {
  const bot = newMarketsBot(params, params.coins, view, sink);
  readMarketsSnapshot(bot, snapshot);
  const { rules } = snapshot as { readonly rules: string };
  if ((bot.isRunning || bot.isPaused) && rules !== rulesOf(params))
    listen(bot, SMART_POSITION, bot.prices, bot.lookedAtMs);
  return new SmartPosition(bot, SMART_POSITION);
}

/** What the owner may change while it runs, as text: what the slots were laid out by. */
function rulesOf({ stopLossE8, stopProfitE8, rebalance }: SmartPositionParams): string {
  const rule = rebalance.type === 'time' ? rebalance.intervalMs : rebalance.thresholdE8;
  return `${stopLossE8} ${stopProfitE8} ${rebalance.type} ${rule}`;
}

/** Its snapshot keeps what the owner may change. */
class SmartPosition extends CoinsMachine<SmartPositionParams> {
  override snapshot(): object {
    return { ...super.snapshot(), rules: rulesOf(this.bot.params) };
  }
}
