import type { BotMachine, PriceFeedId, WakeSlot } from '#lib/engine/machine.ts';
import { NO_LEVEL_ABOVE, NO_LEVEL_BELOW } from '#lib/engine/machine.ts';
import { minuteFrom, nextMinute } from '#lib/engine/minute-boundary.ts';

/** What every machine of several markets keeps. */
export interface BoundaryState {
  readonly feeds: readonly PriceFeedId[];
  readonly slots: readonly WakeSlot[];
  wakeAtMs: number;
  status: BotMachine['status'];
  step: BotMachine['step'];
  /** Prices and time of the last look: what the slots were laid out around. */
  prices: readonly number[];
  lookedAtMs: number;
}

export function newBoundaryState(feeds: readonly PriceFeedId[]): BoundaryState {
  return {
    feeds,
    slots: feeds.map(() => ({ below: NO_LEVEL_BELOW, above: NO_LEVEL_ABOVE })),
    wakeAtMs: Number.POSITIVE_INFINITY,
    status: 'open',
    step: 'init-order-process',
    prices: [],
    lookedAtMs: 0,
  };
}

/**
 * A price was told. If it reaches the slot, the machine looks at the next minute boundary – a mark price at the one it
 * was published at – and until then listens to nothing more: what happens is decided by the prices of that moment.
 */
export function touch(state: BoundaryState, feed: number, ticks: number, timeMs: number): void {
  const slot = state.slots[feed] as WakeSlot;
  if (ticks > slot.below && ticks < slot.above) return;
  const isMark = state.feeds[feed]?.price === 'mark';
  const atMs = isMark ? minuteFrom(timeMs) : nextMinute(timeMs);
  silence(state);
  if (atMs < state.wakeAtMs) state.wakeAtMs = atMs;
}

/** No price wakes the bot. */
export function silence({ slots }: BoundaryState): void {
  for (const slot of slots) {
    slot.below = NO_LEVEL_BELOW;
    slot.above = NO_LEVEL_ABOVE;
  }
}

/** Nothing wakes the bot any more, or nothing yet. */
export function sleepForever(state: BoundaryState): void {
  silence(state);
  state.wakeAtMs = Number.POSITIVE_INFINITY;
}

/** The slot between p ÷ k and p × k, rounded inwards but at least the present price itself. */
export function listenAround(slot: WakeSlot, ticks: number, factor: number): void {
  if (factor === Number.POSITIVE_INFINITY) return;
  slot.below = Math.min(ticks, Math.ceil(ticks / factor)) - 1;
  slot.above = Math.min(NO_LEVEL_ABOVE, Math.max(ticks, Math.floor(ticks * factor)) + 1);
}

/** The waking half of a machine of several markets: touches arm a look, time brings it. */
export abstract class BoundaryBot<S extends BoundaryState> {
  readonly feeds: readonly PriceFeedId[];
  readonly slots: readonly WakeSlot[];
  protected readonly state: S;

  constructor(state: S) {
    this.state = state;
    this.feeds = state.feeds;
    this.slots = state.slots;
  }

  get wakeAtMs(): number {
    return this.state.wakeAtMs;
  }

  get status(): BotMachine['status'] {
    return this.state.status;
  }

  get step(): BotMachine['step'] {
    return this.state.step;
  }

  move(feed: number, ticks: number, timeMs: number): void {
    touch(this.state, feed, ticks, timeMs);
  }

  jump(feed: number, ticks: number, timeMs: number): void {
    touch(this.state, feed, ticks, timeMs);
  }

  wakeByTime(timeMs: number, ticks: readonly number[]): void {
    if (timeMs >= this.state.wakeAtMs) this.look(ticks, timeMs);
  }

  /** Decides by the prices of this moment, and says again what it listens to. */
  protected abstract look(ticks: readonly number[], timeMs: number): void;
}

const PLAIN_FIELDS = ['status', 'step', 'lookedAtMs'] as const;

/** JSON-safe; a null wake is "never". */
export interface BoundarySnapshot extends Pick<BoundaryState, (typeof PLAIN_FIELDS)[number]> {
  readonly wakeAtMs: number | null;
  readonly prices: readonly number[];
  readonly slots: readonly { readonly below: number; readonly above: number }[];
}

export function takeBoundarySnapshot(state: BoundaryState): BoundarySnapshot {
  const { status, step, lookedAtMs, wakeAtMs, prices } = state;
  return {
    status,
    step,
    lookedAtMs,
    wakeAtMs: Number.isFinite(wakeAtMs) ? wakeAtMs : null,
    prices: [...prices],
    slots: state.slots.map(({ below, above }) => ({ below, above })),
  };
}

export function readBoundarySnapshot(state: BoundaryState, snapshot: BoundarySnapshot): void {
  for (const field of PLAIN_FIELDS) Object.assign(state, { [field]: snapshot[field] });
  state.wakeAtMs = snapshot.wakeAtMs ?? Number.POSITIVE_INFINITY;
  state.prices = snapshot.prices;
  for (const [i, slot] of state.slots.entries()) Object.assign(slot, snapshot.slots[i]);
}
