import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '#lib/engine/machine.ts';
import { floorToStep, mulDivDown, UNITS_PER_COIN } from '#lib/money/amount.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { type GridInterval, makeInterval } from './spot-grid-interval.ts';
import { mayTrailDown, mayTrailUp, resetOuterLevels } from './spot-grid-levels.ts';
import { cancelOrder, placeBuy, placeSell, retryStarvedBuys, tellOrder } from './spot-grid-orders.ts';
import type { SpotGridState } from './spot-grid-state.ts';

/** Minutes of the moving average that the momentum gate looks at (decision D7). */
export const GATE_MINUTES = 720;

/**
 * Moves the grid up while the price is at or past the line one spacing above it, the momentum gate is open and the
 * limit allows (D7). Returns with the gate armed, the limit on record, or the price inside the next spacing.
 */
export function trailUp(state: SpotGridState, ticks: number, timeMs: number): void {
  while (ticks >= state.trailUp) {
    if (!mayTrailUp(state, state.trailUp)) {
      tellOuter(state, timeMs, 'trail-limit', 'buy', state.params.gridCount - 1);
      state.trailUp = NO_LEVEL_ABOVE;
    } else if (!isGateOpen(state, ticks, timeMs, 'up')) {
      armGate(state, timeMs, 'buy', state.params.gridCount - 1);
      return;
    } else {
      moveUp(state, timeMs);
    }
  }
  state.isTrailArmed = false;
}

/** The mirror of trailUp. */
export function trailDown(state: SpotGridState, ticks: number, timeMs: number): void {
  while (ticks <= state.trailDown) {
    if (!mayTrailDown(state, state.trailDown)) {
      tellOuter(state, timeMs, 'trail-limit', 'sell', 1);
      state.trailDown = NO_LEVEL_BELOW;
    } else if (!isGateOpen(state, ticks, timeMs, 'down')) {
      armGate(state, timeMs, 'sell', 1);
      return;
    } else {
      moveDown(state, timeMs);
    }
  }
  state.isTrailArmed = false;
}

/** Price ÷ 720-minute mean − 1 ≥ momentum upward, 1 − price ÷ mean ≥ momentum downward. Shut while the mean is unknown. */
function isGateOpen(state: SpotGridState, ticks: number, timeMs: number, direction: 'up' | 'down'): boolean {
  const mean = state.view.movingAverage(0, GATE_MINUTES, timeMs);
  if (!(mean > 0)) return false;
  const momentum = Number(state.params.momentumE8) / Number(UNITS_PER_COIN);
  return direction === 'up' ? ticks / mean - 1 >= momentum : 1 - ticks / mean >= momentum;
}

function armGate(state: SpotGridState, timeMs: number, side: 'buy' | 'sell', level: number): void {
  if (state.isTrailArmed) return;
  state.isTrailArmed = true;
  tellOuter(state, timeMs, 'momentum-gate', side, level);
}

/** Records the order that the grid would have placed had it moved: beside the edge, on the side that it moves to. */
function tellOuter(
  state: SpotGridState,
  timeMs: number,
  reason: 'momentum-gate' | 'trail-limit',
  side: 'buy' | 'sell',
  level: number,
): void {
  const edge = state.intervals[side === 'buy' ? state.intervals.length - 1 : 0] as GridInterval;
  const ticks = side === 'buy' ? edge.sellTicks : edge.buyTicks;
  tellOrder(state, timeMs, 'withheld', reason, { side, level, ticks, quantity: edge.plan });
}

/** One interval up: the lowest one gives its money to a new one on top. All intervals hold cash up here. */
function moveUp(state: SpotGridState, timeMs: number): void {
  const { params, lines, intervals } = state;
  const before = rangeOf(state);
  cancelOrder(state, 0, timeMs, 'out-of-range');
  const buyTicks = lines[params.gridCount] as number;
  const sellTicks = state.trailUp;
  const wanted = wantedAbove(state, (intervals[params.gridCount - 1] as GridInterval).wanted);
  const price = BigInt(buyTicks) * params.spec.tickUnits;
  const affordable = floorToStep(mulDivDown(state.freeQuote, UNITS_PER_COIN, price), params.spec.lotUnits);
  intervals.shift();
  lines.shift();
  lines.push(sellTicks);
  intervals.push(makeInterval({ ...grid(state), buyTicks, sellTicks, wanted, affordable: min(wanted, affordable) }));
  state.shift += 1;
  placeBuy(state, params.gridCount - 1, timeMs, 'grid-line');
  if (state.hasStarvedBuys) retryStarvedBuys(state, timeMs);
  afterMove(state, 'moving-up', timeMs, before);
}

/**
 * One interval down: the highest one gives its coins to a new one at the bottom, where they complete no pair. All
 * intervals hold coins down here.
 */
function moveDown(state: SpotGridState, timeMs: number): void {
  const { params, lines, intervals } = state;
  const before = rangeOf(state);
  cancelOrder(state, params.gridCount - 1, timeMs, 'out-of-range');
  const buyTicks = state.trailDown;
  const sellTicks = lines[0] as number;
  const wanted = wantedBelow(state, (intervals[0] as GridInterval).wanted);
  const affordable = floorToStep(state.freeBase, params.spec.lotUnits);
  intervals.pop();
  lines.pop();
  lines.unshift(buyTicks);
  const moved = makeInterval({ ...grid(state), buyTicks, sellTicks, wanted, affordable: min(wanted, affordable) });
  intervals.unshift(moved);
  state.shift -= 1;
  placeSell(state, 0, timeMs, 'grid-line');
  afterMove(state, 'moving-down', timeMs, before);
}

function afterMove(
  state: SpotGridState,
  type: 'moving-up' | 'moving-down',
  timeMs: number,
  before: { low_price: string; high_price: string },
): void {
  state.isTrailArmed = false;
  resetOuterLevels(state);
  if (state.isHeard) state.sink.operation(type, timeMs, before, rangeOf(state), '');
}

function grid(state: SpotGridState): Pick<SpotGridState['params'], 'spec' | 'feeRate'> {
  return { spec: state.params.spec, feeRate: state.params.feeRate };
}

/** The range as it stands, for operation records. */
export function rangeOf(state: SpotGridState): { low_price: string; high_price: string } {
  const { params, lines } = state;
  const low = lines[0] ?? params.lowTicks;
  const high = lines[params.gridCount] ?? params.highTicks;
  return { low_price: formatTicks(params.spec, low), high_price: formatTicks(params.spec, high) };
}

/** The grid's proportions carried on: a ratio grid wants (1 + ratio) times as much one interval lower. */
function wantedAbove(state: SpotGridState, wanted: bigint): bigint {
  const { quantity, spec } = state.params;
  if (quantity.type === 'equal') return wanted;
  return floorToStep(mulDivDown(wanted, UNITS_PER_COIN, UNITS_PER_COIN + quantity.ratioE8), spec.lotUnits);
}

function wantedBelow(state: SpotGridState, wanted: bigint): bigint {
  const { quantity, spec } = state.params;
  if (quantity.type === 'equal') return wanted;
  return floorToStep(mulDivDown(wanted, UNITS_PER_COIN + quantity.ratioE8, UNITS_PER_COIN), spec.lotUnits);
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
