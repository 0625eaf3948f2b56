import { changeRates, isSameBut, rateText } from '../../engine/body/stop-change.ts';
import type { EngineKind } from '../../engine/engine-kind.ts';
import type { BotMachine, LifeRefusal } from '../../engine/machine.ts';
import { formatTicks } from '../../money/market-spec.ts';
import type { MartingaleParams } from './params.ts';

/** A martingale that can be told of another trigger. */
interface WaitingMachine extends BotMachine {
  waitAnew(ticks: readonly number[], timeMs: number): LifeRefusal | null;
}

const EXITS = ['takeProfitE8', 'stopLossE8'] as const;

/**
 * What the owner of a martingale may change without money: the exits of its rounds, and the price that it waits for, until that was
 * reached; without one it opens at once.
 */
export function changeRounds<P extends MartingaleParams>(
  restore: (...args: Parameters<EngineKind<P>['restore']>) => WaitingMachine,
): NonNullable<EngineKind<P>['change']> {
  const changeExits = changeRates(EXITS, restore);
  return (before, after, snapshot, change, view, sink) => {
    const { deposit, prices, timeMs } = change;
    // It is read back by the params that it is to have: until it opens nothing else of it follows from them.
    const machine = restore(after, snapshot, view, sink);
    if (machine.step !== 'wait-touch') return changeExits(before, after, snapshot, change, view, sink);
    if (deposit > 0n || !isSameBut(before, after, [...EXITS, 'triggerTicks'])) return 'not-changeable';
    sink.operation('params', timeMs, toldOf(before), toldOf(after), '');
    return machine.waitAnew(prices, timeMs) ?? machine;
  };
}

function toldOf({ spec, takeProfitE8, stopLossE8, triggerTicks }: MartingaleParams): Readonly<Record<string, string>> {
  return {
    takeProfit: rateText(takeProfitE8),
    stopLoss: rateText(stopLossE8),
    trigger_price: triggerTicks === null ? '' : formatTicks(spec, triggerTicks),
  };
}
