import type { BotMachine, CloseInstruction } from '#lib/engine/machine.ts';

/** Something that a bot does besides booking pieces. It may cancel and place orders, and trade at the market. */
export interface Act {
  readonly name: string;
  /** Whether there is something to do, with the price at `ticks`. */
  isDue(machine: BotMachine, ticks: number, timeMs: number): boolean;
  run(machine: BotMachine, ticks: number, timeMs: number): void;
}

export const START: Act = {
  name: 'start',
  isDue: () => true,
  run: (machine, ticks, timeMs) => machine.start([ticks, ticks], timeMs),
};

/** Answers the pieces that were booked. */
export const ANSWER: Act = {
  name: 'answer',
  isDue: () => true,
  run: (machine, ticks, timeMs) => machine.answerPieces?.(ticks, timeMs),
};

/** The price has reached a level at which no order rests. */
const passing = (side: 'below' | 'above'): Act => ({
  name: `pass ${side}`,
  isDue(machine, ticks) {
    const level = machine.slots[0]?.[side] as number;
    if (side === 'below' ? ticks > level : ticks < level) return false;
    const resting = side === 'below' ? 'buy' : 'sell';
    return !machine.openOrders().some((order) => order.side === resting && order.ticks === level);
  },
  run: (machine, _ticks, timeMs) => machine.passLevel?.(side, timeMs),
});

const WAKE: Act = {
  name: 'wake',
  isDue: (machine, _ticks, timeMs) => machine.wakeAtMs <= timeMs,
  run: (machine, ticks, timeMs) => machine.wakeByTime(timeMs, [ticks, ticks]),
};

/** The mark price, which is the last one here, has reached a level of its own. */
const MARK: Act = {
  name: 'mark',
  isDue({ slots: [, mark], wakeAtMs }, ticks, timeMs) {
    return mark !== undefined && wakeAtMs > timeMs && (ticks <= mark.below || ticks >= mark.above);
  },
  run: (machine, ticks, timeMs) => machine.move(1, ticks, timeMs),
};

/** What a bot does by itself, in the order in which it is looked at. */
export const OWN_ACTS: readonly Act[] = [WAKE, MARK, passing('below'), passing('above')];

export const PAUSE: Act = {
  name: 'pause',
  isDue: ({ status }) => status === 'running',
  run: (machine, ticks, timeMs) => machine.pause?.([ticks, ticks], timeMs),
};

export const RESUME: Act = {
  name: 'resume',
  isDue: ({ status }) => status === 'paused',
  run: (machine, ticks, timeMs) => machine.resume?.([ticks, ticks], timeMs),
};

export const terminating = (close: CloseInstruction): Act => ({
  name: `close at ${close.type}`,
  isDue: ({ status }) => status !== 'finished',
  run: (machine, ticks, timeMs) => machine.terminate(close, [ticks, ticks], timeMs),
});
