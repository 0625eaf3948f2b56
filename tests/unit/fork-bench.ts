import { Fork } from '#server/exchange/forks/fork.ts';
import { forkBot } from '#server/exchange/forks/fork-bot.ts';
import type { ForkChange, ForkOutcome, ForkResult } from '#server/exchange/forks/fork-shape.ts';
import type { TestExchange } from './exchange-fixture.ts';

export const MINUTE_MS = 60_000;
const FOLLOWING = { isOver: () => false, onProgress: () => {} };

/** The fork as its thread works it out, in this thread, where faults can be planted in it. Null: no change. */
export async function forkedHere(exchange: TestExchange, id: number, timeMs: number, change: ForkChange | null) {
  let fork: Fork | null = null;
  const thread = {
    ask: async (told: Parameters<Fork['answer']>[0]) => {
      if (told.do === 'begin') fork = new Fork(told);
      return (fork as Fork).answer(told);
    },
  };
  const untilMs = Math.floor(exchange.clock.nowMs() / MINUTE_MS) * MINUTE_MS;
  const { store, feed } = exchange;
  return forkBot({ store, feed, thread }, id, { timeMs, untilMs, change }, FOLLOWING);
}

export function compared(outcome: ForkOutcome): ForkResult {
  if (outcome.type !== 'compared') throw new Error(JSON.stringify(outcome));
  return outcome.result;
}
