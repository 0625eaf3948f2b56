import { EQUITY_SCALE } from '#lib/engine/machine.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import type { InfiniteGridState } from './infinite-grid-state.ts';
import { tellOrder } from './spot-grid-orders.ts';
import { type SpotGridState, sleep } from './spot-grid-state.ts';

/**
 * Starts a bot that trades coins: its start value at the present price, the record of its creation, then either `open`
 * or the wait for its trigger.
 */
export function startCoins<S extends SpotGridState | InfiniteGridState>(
  state: S,
  last: number,
  timeMs: number,
  open: (state: S, ticks: number, timeMs: number) => void,
): void {
  const { spec, triggerTicks, investment, investIn } = state.params;
  const baseValue = state.base * BigInt(last) * spec.tickUnits;
  state.start = state.quote * EQUITY_SCALE + baseValue;
  state.positionCash = -baseValue;
  const asset = investIn === 'quote' ? spec.quote : spec.base;
  const told = { investment: formatAmount(investment), asset, price: formatTicks(spec, last) };
  state.sink.operation('create', timeMs, null, told, '');
  if (triggerTicks === null || triggerTicks === last) {
    open(state, last, timeMs);
    return;
  }
  sleep(state);
  if (triggerTicks < last) state.slot.below = triggerTicks;
  else state.slot.above = triggerTicks;
  const side = investIn === 'quote' ? 'buy' : 'sell';
  tellOrder(state, timeMs, 'withheld', 'waiting-trigger', { side, level: -1, ticks: triggerTicks, quantity: 0n });
}
