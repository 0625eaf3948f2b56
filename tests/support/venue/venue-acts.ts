import type { BotChange, EngineKind } from '#lib/engine/engine-kind.ts';
import type { BotMachine, CloseInstruction, EngineSink, MarketView } from '#lib/engine/machine.ts';

/** A bot that somebody acts on, and with what its kind makes bots. */
export interface Acted<P> {
  readonly machine: BotMachine;
  readonly kind: EngineKind<P>;
  readonly params: P;
  readonly view: MarketView;
  readonly sink: EngineSink;
}

/** The bot after an act: another object where its params are others. */
export type Outcome<P> = Pick<Acted<P>, 'machine' | 'params'>;

/** Something that a bot does besides booking pieces. It may cancel and place orders, and trade at the market. */
export interface Act<P = unknown> {
  readonly name: string;
  /** Whether there is something to do, with these prices by feed. */
  isDue(machine: BotMachine, prices: readonly number[], timeMs: number): boolean;
  /** Null: it was refused, and nothing has happened. */
  run(bot: Acted<P>, prices: readonly number[], timeMs: number): Outcome<P> | null;
  /** Money that its owner gives to the bot, before it is run, or takes out, after it: units. */
  readonly gives?: { readonly asset: string; readonly amount: bigint };
}

/** What a machine does by itself. */
function acting(
  name: string,
  isDue: Act['isDue'],
  run: (machine: BotMachine, prices: readonly number[], timeMs: number) => unknown,
): Act<never> {
  return {
    name,
    isDue,
    run(bot, prices, timeMs) {
      // What is refused is said in a word.
      return typeof run(bot.machine, prices, timeMs) === 'string' ? null : bot;
    },
  };
}

export const START = acting(
  'start',
  () => true,
  (machine, prices, timeMs) => machine.start(prices, timeMs),
);

/** Answers the pieces that were booked. */
export const ANSWER = acting(
  'answer',
  () => true,
  (machine, [last], timeMs) => machine.answerPieces?.(last as number, timeMs),
);

/** The price has reached a level at which no order rests. */
const passing = (side: 'below' | 'above'): Act<never> =>
  acting(
    `pass ${side}`,
    (machine, [last]) => {
      if (!isPassing(machine)) return false;
      const level = machine.slots[0]?.[side] as number;
      if (side === 'below' ? (last as number) > level : (last as number) < level) return false;
      const resting = side === 'below' ? 'buy' : 'sell';
      return !machine.openOrders().some((order) => order.side === resting && order.ticks === level);
    },
    (machine, _prices, timeMs) => machine.passLevel?.(side, timeMs),
  );

/** It is woken at the moment that it has asked for, however late that is. */
const WAKE = acting(
  'wake',
  (machine, _prices, timeMs) => machine.wakeAtMs <= timeMs,
  (machine, prices) => machine.wakeByTime(machine.wakeAtMs, prices),
);

/** Orders of its own rest around the first of its prices, or have: of one that waits for its trigger none do, and it opens at the price of then. */
function isPassing({ passLevel, status }: BotMachine): boolean {
  return passLevel !== undefined && status !== 'open';
}

/** A price at which nothing of the bot can rest – a mark price, a trigger's, or any of a bot that trades at the market alone – is past a level of its own. */
const TOUCH = acting(
  'touch',
  (machine, prices, timeMs) => machine.wakeAtMs > timeMs && touchedFeed(machine, prices) !== -1,
  (machine, prices, timeMs) => {
    const feed = touchedFeed(machine, prices);
    machine.jump(feed, prices[feed] as number, timeMs);
  },
);

function touchedFeed(machine: BotMachine, prices: readonly number[]): number {
  return machine.slots.findIndex(({ below, above }, feed) => {
    const ticks = prices[feed] as number;
    return (feed > 0 || !isPassing(machine)) && (ticks <= below || ticks >= above);
  });
}

/** What a bot does by itself, in the order in which it is looked at. */
export const OWN_ACTS: readonly Act<never>[] = [WAKE, TOUCH, passing('below'), passing('above')];

export const PAUSE = acting(
  'pause',
  ({ status }) => status === 'running',
  (machine, prices, timeMs) => machine.pause?.(prices, timeMs),
);

export const RESUME = acting(
  'resume',
  ({ status }) => status === 'paused',
  (machine, prices, timeMs) => machine.resume?.(prices, timeMs),
);

export const terminating = (close: CloseInstruction): Act<never> =>
  acting(
    `close at ${close.type}`,
    ({ status }) => status !== 'finished',
    (machine, prices, timeMs) => machine.terminate(close, prices, timeMs),
  );

/** What comes with a change: money, and whether its lines lie elsewhere or with more of it (BotChange). */
interface Coming {
  readonly gives?: Act['gives'];
  readonly isLaidAnew?: boolean;
}

/** Its owner changes its params, perhaps with more money. */
export function changing<P>(after: P, { gives, isLaidAnew = false }: Coming = {}): Act<P> {
  return {
    name: nameOfChange(gives !== undefined, isLaidAnew),
    isDue: ({ status }) => status !== 'finished',
    run({ machine, kind, params, view, sink }, prices, timeMs) {
      const change: BotChange = { deposit: gives?.amount ?? 0n, isLaidAnew, prices, timeMs };
      const next = kind.change?.(params, after, machine.snapshot(), change, view, sink) ?? 'not-changeable';
      return typeof next === 'string' ? null : { machine: next, params: after };
    },
    ...(gives === undefined ? {} : { gives }),
  };
}

function nameOfChange(hasMoney: boolean, isLaidAnew: boolean): string {
  if (isLaidAnew) return hasMoney ? 'more money' : 'range';
  return hasMoney ? 'stops with margin' : 'stops';
}

/** Its owner puts margin into the account of a bot's contract, takes some out (below 0), or takes profit out of a grid. */
export function moving(asset: string, amount: bigint): Act<never> {
  return {
    ...acting(
      amount > 0n ? 'money in' : 'money out',
      ({ status }) => status !== 'finished',
      (machine, prices, timeMs) => {
        if (amount > 0n && machine.increaseMargin !== undefined) return machine.increaseMargin(amount, prices, timeMs);
        if (amount < 0n && machine.reduceMargin !== undefined) return machine.reduceMargin(-amount, prices, timeMs);
        if (amount < 0n && machine.withdraw !== undefined) return machine.withdraw(-amount, timeMs);
        return 'not-changeable';
      },
    ),
    gives: { asset, amount },
  };
}

/** The exchange takes a bot's contract away. */
export const DELEVERAGE = acting(
  'deleverage',
  ({ status }) => status !== 'finished',
  (machine, prices, timeMs) => machine.deleverage?.(prices[0] as number, prices, timeMs),
);
