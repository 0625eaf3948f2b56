import type { RoundRules } from '../../engine/body/rounds.ts';
import { isSameBut, rateText } from '../../engine/body/stop-change.ts';
import type { EngineKind } from '../../engine/engine-kind.ts';
import type { BotMachine, LifeRefusal } from '../../engine/machine.ts';
import { formatTicks } from '../../money/market-spec.ts';
import type { MartingaleParams } from './params.ts';
import { roundRulesOf } from './round-rules.ts';

/** A martingale that can be told of another trigger, or of other exits. */
interface ChangeableMachine<Q> extends BotMachine {
  waitAnew(ticks: readonly number[], timeMs: number): LifeRefusal | null;
  changeExits(params: Q, exits: RoundRules, ticks: readonly number[], timeMs: number): void;
}

const EXITS = ['takeProfitE8', 'stopLossE8'] as const;

/**
 * What the owner of a martingale may change without money: the exits of its rounds, and the price that it waits for, until that was
 * reached; without one it opens at once. An exit that the present price is past already is met at that price, here and now: one that the
 * price comes to later is met where it stands.
 */
export function changeRounds<P extends MartingaleParams, Q>(
  restore: (...args: Parameters<EngineKind<P>['restore']>) => ChangeableMachine<Q>,
  /** Params as its bot has them. */
  inBody: (params: P) => Q,
): NonNullable<EngineKind<P>['change']> {
  return (before, after, snapshot, { deposit, prices, timeMs }, view, sink) => {
    const machine = restore(before, snapshot, view, sink);
    const isWaiting = machine.step === 'wait-touch';
    if (deposit > 0n || !isSameBut(before, after, isWaiting ? [...EXITS, 'triggerTicks'] : EXITS))
      return 'not-changeable';
    if (isWaiting) {
      sink.operation('params', timeMs, waitingOf(before), waitingOf(after), '');
      machine.release?.();
      // It is read back by the params that it is to have: until it opens nothing else of it follows from them.
      const waiting = restore(after, snapshot, view, sink);
      return waiting.waitAnew(prices, timeMs) ?? waiting;
    }
    if (machine.status !== 'running' && machine.status !== 'paused') return 'not-running';
    sink.operation('params', timeMs, exitsOf(before), exitsOf(after), '');
    machine.changeExits(inBody(after), roundRulesOf(after), prices, timeMs);
    return machine;
  };
}

function exitsOf({ takeProfitE8, stopLossE8 }: MartingaleParams): Readonly<Record<string, string>> {
  return { takeProfit: rateText(takeProfitE8), stopLoss: rateText(stopLossE8) };
}

function waitingOf(params: MartingaleParams): Readonly<Record<string, string>> {
  const { spec, triggerTicks } = params;
  return { ...exitsOf(params), trigger_price: triggerTicks === null ? '' : formatTicks(spec, triggerTicks) };
}
