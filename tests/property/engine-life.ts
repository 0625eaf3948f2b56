import { vi } from 'vitest';
import type { BacktestInput } from '#lib/backtest/backtest.ts';
import type { EngineKind } from '#lib/engine/engine-kind.ts';
import type { BotMachine } from '#lib/engine/machine.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { MACHINES } from '#lib/kinds/machines.ts';
import { tell } from './every-kind-scenario.ts';

/** A run with everything that it says, as it would have been `byMs` before. */
export function lifeOf<K extends RunnableKind>(input: BacktestInput<K>, byMs = 0): string {
  const days: unknown[] = [];
  const { result, told } = tell({ ...input, onMidnight: (day) => days.push(day) });
  const { curve, ...figures } = result;
  const times = Array.from(curve.timeMs, (timeMs) => ({ timeMs }));
  // Whatever the order in which an object's fields were written.
  const plain = (name: string, value: unknown): unknown => {
    if (typeof value === 'bigint') return `${value}`;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
    return /(?:timeMs|startMs|endMs|AtMs)$/.test(name) && typeof value === 'number' ? value - byMs : value;
  };
  return JSON.stringify({ figures, told, times, days, rates: [...curve.rate], falls: [...curve.fall] }, plain, 1);
}

/** What drives a machine through time. */
const CALLS: readonly (string | symbol)[] = ['move', 'jump', 'wakeByTime', 'terminate'];

/** What stands at one call of a machine: its number, from 0, and the prices that it knows, by feed. */
export interface Moment {
  readonly call: number;
  readonly timeMs: number;
  readonly prices: readonly number[];
}

/** A machine that `before` may put another in the place of, or do something to, before every call that moves it through time. */
export function steered(first: BotMachine, before: (machine: BotMachine, moment: Moment) => BotMachine): BotMachine {
  let machine = first;
  let call = 0;
  let prices: number[] = [];
  const slots = first.slots.map((slot) => ({ ...slot }));
  const noticed = (name: string | symbol, args: readonly unknown[]): void => {
    if (name === 'start') prices = [...(args[0] as number[])];
    if (!CALLS.includes(name)) return;
    const isMove = name === 'move' || name === 'jump';
    if (isMove) prices[args[0] as number] = args[1] as number;
    if (name === 'wakeByTime') prices = [...(args[1] as number[])];
    const timeMs = (isMove ? args[2] : name === 'wakeByTime' ? args[0] : args[2]) as number;
    machine = before(machine, { call, timeMs, prices });
    call += 1;
  };
  return new Proxy(first, {
    get(_target, name) {
      if (name === 'slots') return slots;
      if (typeof Reflect.get(machine, name, machine) !== 'function') return Reflect.get(machine, name, machine);
      return (...args: unknown[]) => {
        noticed(name, args);
        const answer: unknown = Reflect.apply(Reflect.get(machine, name, machine), machine, args);
        for (const [i, slot] of slots.entries()) Object.assign(slot, machine.slots[i]);
        return answer;
      };
    },
  });
}

/** Makes every machine that a kind's backtests drive a steered one, until `restore` of the result is called. */
export function steerKind(
  kind: RunnableKind,
  before: (machine: BotMachine, moment: Moment, again: (snapshot: unknown) => BotMachine) => BotMachine,
): { restore(): void } {
  const engine = MACHINES[kind].engine as EngineKind<unknown>;
  const { create, restore } = engine;
  const spy = vi.spyOn(engine, 'create').mockImplementation((params, view, sink) => {
    const again = (snapshot: unknown) => restore(params, JSON.parse(JSON.stringify(snapshot)), view, sink);
    return steered(create(params, view, sink), (machine, moment) => before(machine, moment, again));
  });
  return { restore: () => spy.mockRestore() };
}
