import fc from 'fast-check';
import type { EngineKind } from '#lib/engine/engine-kind.ts';
import type { DriverPoint } from '#lib/engine/live-driver.ts';
import type { BotMachine, EngineSink, MarketView, WakeSlot } from '#lib/engine/machine.ts';
import { markColumn } from '#lib/engine/mark-column.ts';
import { type ColumnsByInstrument, createMarketsView, type MarketColumns } from '#lib/engine/markets-view.ts';
import type { EngineParamsByKind, RunnableKind } from '#lib/kinds/definitions.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import { type FuturesPoint, futuresPoints } from './engine-futures-scenario.ts';
import { goLive, startPrices } from './engine-markets-scenario.ts';
import { livePoints, START_MS } from './engine-scenario.ts';
import { inputOf, type KindRun, STOPS } from './every-kind-scenario.ts';

/** Bots of every kind whose owner changes their stops, pauses them and lets them go on, at minutes' ends. */

const MINUTE_MS = 60_000;

export interface Act {
  readonly at: number;
  readonly what: 'change' | 'pause' | 'resume';
  readonly part: number;
}

export const acts: fc.Arbitrary<readonly Act[]> = fc
  .array(
    fc.record({
      at: fc.integer({ min: 0, max: 999 }),
      what: fc.constantFrom<Act['what']>('change', 'change', 'change', 'pause', 'resume'),
      part: fc.integer({ min: 0, max: 1_000 }),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((list) => [...list].sort((a, b) => a.at - b.at));

export const seen = { changed: 0, tradedBy: 0 };

/** Who hears it as well, and looks at it after every point and every act. */
export interface Listening extends Partial<Pick<EngineSink, 'fill' | 'order'>> {
  readonly look?: (machine: BotMachine) => void;
}

/** A bot, and what its owner does with it. */
class Owned<P> {
  readonly told: string[] = [];
  machine: BotMachine;
  private params: P;
  private readonly kind: EngineKind<P>;
  private readonly view: MarketView;
  private readonly sink: EngineSink;
  private readonly stops: ((part: number, last: number) => Partial<P>) | null;

  constructor(kind: EngineKind<P>, params: P, view: MarketView, stops: Owned<P>['stops'], listen: Listening = {}) {
    const note =
      (what: string) =>
      (...said: unknown[]): void =>
        void this.told.push(JSON.stringify([what, said], byMinute));
    const [fill, order] = [note('fill'), note('order')];
    this.sink = {
      fill: (one) => {
        fill(one);
        listen.fill?.(one);
      },
      order: (one) => {
        order(one);
        listen.order?.(one);
      },
      ...{ operation: note('operation'), finish: note('finish'), round: note('round'), cash: note('cash') },
    };
    this.kind = kind;
    this.params = params;
    this.view = view;
    this.stops = stops;
    this.machine = kind.create(params, view, this.sink);
  }

  /** Afterwards it is read back from what the store has of it, where `isRead` says so. */
  act({ what, part }: Act, prices: readonly number[], timeMs: number, isRead: boolean): void {
    const { machine, kind, view, sink, params, stops } = this;
    if (machine.status === 'finished') return;
    if (what === 'pause') machine.pause?.(prices, timeMs);
    else if (what === 'resume') machine.resume?.(prices, timeMs);
    else if (stops !== null) {
      const after = { ...params, ...stops(part, prices[0] as number) };
      const asked = { deposit: 0n, isLaidAnew: false, prices: [...prices], timeMs };
      const { length } = this.told;
      const next = kind.change?.(params, after, stored(machine), asked, view, sink) ?? 'not-changeable';
      if (typeof next === 'string') return;
      seen.changed += 1;
      if (this.told.slice(length).some((line) => line.startsWith('["fill"'))) seen.tradedBy += 1;
      this.machine = next;
      this.params = after;
    }
    if (isRead) this.machine = kind.restore(this.params, stored(this.machine), view, sink);
  }

  /** All that it said, and how it stands. */
  life(prices: readonly number[]): string {
    const { machine } = this;
    const { status, step, slots } = machine;
    const figures = [machine.statistics(), machine.holdings(), machine.equity(prices), machine.round?.()];
    const end = [status, step, slots, machine.openOrders(), machine.withheldOrders(), ...figures];
    return [...this.told, JSON.stringify(end, byMinute)].join('\n');
  }
}

const stored = (machine: BotMachine): unknown => JSON.parse(JSON.stringify(machine.snapshot()));

/** Points inside a minute stand elsewhere in it the more of them there are. */
const byMinute = (_name: string, value: unknown): unknown => {
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'number' && value >= START_MS ? Math.floor(value / MINUTE_MS) : value;
};

/** One market, told point by point: each leg of its path cut `refine` times. */
function oneMarket<P>(
  bot: Owned<P>,
  spec: MarketSpec,
  { candles, marks }: MarketColumns,
  from: number,
  refine: number,
  todo: readonly Act[],
  look: (machine: BotMachine) => void = () => undefined,
): string {
  const minutes = candles.open.length;
  const spot = (): FuturesPoint[] => livePoints(candles, refine).map((point) => ({ feed: 0, point }));
  const isContract = spec.contract !== undefined && marks !== undefined;
  const column = isContract ? markColumn(candles, marks) : null;
  const all = isContract ? futuresPoints({ candles, marks, funding: NO_FUNDING }, refine) : spot();
  const startMs = candles.startMs + from * candles.stepMs;
  const points = all.filter(({ point }) => point.timeMs >= startMs);
  const open = candles.open[from] as number;
  const prices = column === null ? [open] : [open, column[from] as number];
  bot.machine.start(prices, startMs);
  let next = 0;
  const actUntil = (timeMs: number): void => {
    for (; next < todo.length; next += 1) {
      const act = todo[next] as Act;
      const atMs = candles.startMs + (from + Math.floor((act.at * (minutes - from)) / 1000) + 1) * candles.stepMs - 1;
      if (atMs >= timeMs) return;
      while (bot.machine.wakeAtMs <= atMs) bot.machine.wakeByTime(bot.machine.wakeAtMs, prices);
      bot.act(act, prices, atMs, refine > 0);
      look(bot.machine);
    }
  };
  for (const { feed, point } of points) {
    actUntil(point.timeMs);
    const wake = (): void => {
      while (bot.machine.wakeAtMs <= point.timeMs) bot.machine.wakeByTime(bot.machine.wakeAtMs, prices);
    };
    wake();
    prices[feed] = point.ticks;
    const slot = bot.machine.slots[feed] as WakeSlot;
    if (point.ticks <= slot.below || point.ticks >= slot.above) {
      if (feed === 1 || (point as DriverPoint).jump) bot.machine.jump(feed, point.ticks, point.timeMs);
      else bot.machine.move(feed, point.ticks, point.timeMs);
    }
    if (feed === 1) wake();
    look(bot.machine);
  }
  actUntil(Number.POSITIVE_INFINITY);
  return bot.life(prices);
}

const NO_FUNDING = { timesMs: new Float64Array(), ratesE8: [] };

/** Several, in an order that changes each minute. */
function severalMarkets<P>(bot: Owned<P>, columns: ColumnsByInstrument, refine: number, todo: readonly Act[]): string {
  bot.machine.start(startPrices(bot.machine, columns), START_MS);
  const live = goLive(bot.machine, columns, refine, 7);
  for (let minute = 1; live.step(); minute += 1) {
    for (const act of todo) {
      if (Math.floor(act.at / 10) + 1 !== minute) continue;
      bot.act(act, live.prices(), START_MS + minute * MINUTE_MS, refine > 0);
      live.replace(bot.machine);
    }
  }
  return bot.life(live.prices());
}

export function lifeOf<K extends RunnableKind>(
  run: KindRun<K>,
  refine: number,
  todo: readonly Act[],
  listening: Listening = {},
): string {
  const { kind, params, columns, fromIndex } = run;
  const { spec } = params;
  const view = inputOf(run).view ?? createMarketsView(spec, columns);
  const bot = new Owned(
    MACHINES[kind].engine as EngineKind<EngineParamsByKind[K]>,
    params,
    view,
    STOPS[kind],
    listening,
  );
  if (spec.companions !== undefined) return severalMarkets(bot, columns, refine, todo);
  return oneMarket(bot, spec, columns[instrumentOf(spec)] as MarketColumns, fromIndex, refine, todo, listening.look);
}
