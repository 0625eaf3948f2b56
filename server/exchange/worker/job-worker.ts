import { parentPort, workerData } from 'node:worker_threads';
import { columnsOfDays, decodePriceDay } from '../market/price-day.ts';
import { bugText, stepBack } from '../surroundings/answer-asked.ts';
import { systemClock } from '../surroundings/clock.ts';
import type { JobTold, ThreadAnswer, ThreadOptions } from './job-thread.ts';
import { doJob } from './programs.ts';

const { priority }: ThreadOptions = workerData;
stepBack(priority);

const clock = systemClock();

function say(answer: ThreadAnswer): void {
  parentPort?.postMessage(answer);
}

parentPort?.on('message', ({ id, body, days }: JobTold) => {
  try {
    const { fromMs, toMs } = body.prices;
    const markets = Object.fromEntries(
      Object.entries(days).map(([instrument, bytes]) => [
        instrument,
        columnsOfDays(bytes.map(decodePriceDay), fromMs, toMs),
      ]),
    );
    doJob(body, markets, (answer, isLast) => say({ id, answer, isLast }), clock.nowMs);
  } catch (error) {
    say({ id, error: bugText(error) });
  }
});
