import { newMarketsBot } from '../../engine/body/markets-bot.ts';
import { MarketsMachine } from '../../engine/body/markets-machine.ts';
import { readMarketsSnapshot } from '../../engine/body/markets-snapshot.ts';
import type { BotMachine, EngineSink, MarketView } from '../../engine/machine.ts';
import type { SmartPositionParams } from '../../engine/smart-position-params.ts';
import { SMART_POSITION } from './decisions.ts';

/** A smart position that has not started. Prices by coin, in the order of `params.coins`. */
export function createSmartPosition(params: SmartPositionParams, view: MarketView, sink: EngineSink): BotMachine {
  return new MarketsMachine(newMarketsBot(params, params.coins, view, sink), SMART_POSITION);
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
  readMarketsSnapshot(bot, SMART_POSITION, snapshot);
  return new MarketsMachine(bot, SMART_POSITION);
}
