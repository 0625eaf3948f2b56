import { listenAnew } from '../../engine/body/boundary.ts';
import { CoinsMachine } from '../../engine/body/coins-machine.ts';
import { newMarketsBot } from '../../engine/body/markets-bot.ts';
import { readMarketsSnapshot } from '../../engine/body/markets-snapshot.ts';
import { changeRates, isSameBut } from '../../engine/body/stop-change.ts';
import type { BotChange, EngineKind } from '../../engine/engine-kind.ts';
import type { BotMachine, EngineSink, LifeRefusal, MarketView } from '../../engine/machine.ts';
import { SMART_POSITION } from './decisions.ts';
import { buyByShares } from './deposit.ts';
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
    listenAnew(bot, SMART_POSITION, bot.prices, bot.lookedAtMs);
  return new SmartPosition(bot, SMART_POSITION);
}

/** Other stops of one that runs or is paused; or more money for one that runs, which buys its coins by their shares. */
export function changeSmartPosition(
  before: SmartPositionParams,
  after: SmartPositionParams,
  snapshot: unknown,
  change: BotChange,
  view: MarketView,
  sink: EngineSink,
): BotMachine | LifeRefusal {
  if (change.deposit === 0n) return changeStops(before, after, snapshot, change, view, sink);
  if (!isSameBut(before, after, ['investment'])) return 'not-changeable';
  const bot = newMarketsBot(after, after.coins, view, sink);
  // Its money is counted from the investment, which has what comes in already.
  readMarketsSnapshot(bot, snapshot);
  const refusal = buyByShares(bot, change.deposit, change.prices, change.timeMs);
  return refusal ?? new SmartPosition(bot, SMART_POSITION);
}

/** Read back with other stops it waits for those, around the present prices. */
function withOtherStops(
  params: SmartPositionParams,
  snapshot: unknown,
  view: MarketView,
  sink: EngineSink,
  { prices, timeMs }: BotChange,
): BotMachine {
  const bot = newMarketsBot(params, params.coins, view, sink);
  readMarketsSnapshot(bot, snapshot);
  // A look of this very moment is still to come, and says anew what it waits for: an interval that has just ended must not be passed over.
  if ((bot.isRunning || bot.isPaused) && bot.wakeAtMs > timeMs) listenAnew(bot, SMART_POSITION, prices, timeMs);
  return new SmartPosition(bot, SMART_POSITION);
}

const changeStops = changeRates(['stopLossE8', 'stopProfitE8'], withOtherStops);

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

export const SMART_POSITION_ENGINE: EngineKind<SmartPositionParams> = {
  tradesAreWhole: false,
  create: createSmartPosition,
  restore: restoreSmartPosition,
  change: changeSmartPosition,
};
