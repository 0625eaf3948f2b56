import { Worker } from 'node:worker_threads';
import type { BacktestAnswer } from './backtest-worker.ts';
import type { BacktestTask, Neighbours, WrittenOutcome } from './task-shape.ts';

/** Memory that a run may fill (its prices are outside): one that needs more fails alone. */
const MOST_HEAP_MB = 1024;

const WORKER = new URL('./backtest-worker.ts', import.meta.url);

interface Asked {
  readonly id: number;
  onOutcome(outcome: WrittenOutcome): void;
  onNeighbours(neighbours: Neighbours): void;
  onError(error: Error): void;
}

export interface TaskAnswer {
  /** Rejects when the thread fails or is ended. */
  readonly outcome: Promise<WrittenOutcome>;
  readonly neighbours: Promise<Neighbours>;
}

/** A thread that does one backtest after the other. It is begun with the first and does not keep the process alive. */
export interface BacktestThread {
  run(task: BacktestTask): TaskAnswer;
  /** Ends what it does in the middle; the next task begins a new one. */
  end(): Promise<void>;
}

export function createBacktestThread(): BacktestThread {
  let worker: Worker | null = null;
  let asked: Asked | null = null;

  function giveUp(from: Worker, error: Error): void {
    if (worker !== from) return;
    worker = null;
    asked?.onError(error);
    asked = null;
  }

  function begin(): Worker {
    const fresh = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB } });
    fresh.unref();
    fresh.on('message', (answer: BacktestAnswer) => {
      if (asked?.id !== answer.id) return;
      if ('outcome' in answer) asked.onOutcome(answer.outcome);
      else if ('neighbours' in answer) asked.onNeighbours(answer.neighbours);
      else asked.onError(new Error(answer.error));
    });
    fresh.on('error', (error) => giveUp(fresh, error instanceof Error ? error : new Error(String(error))));
    fresh.on('exit', () => giveUp(fresh, new Error('The backtest thread has ended')));
    return fresh;
  }

  return {
    run(task) {
      worker ??= begin();
      const outcome = Promise.withResolvers<WrittenOutcome>();
      const neighbours = Promise.withResolvers<Neighbours>();
      // Whoever gives up on the outcome never asks for the neighbours.
      neighbours.promise.catch(() => {});
      asked = {
        id: task.id,
        onOutcome: outcome.resolve,
        onNeighbours: neighbours.resolve,
        onError: (error) => {
          outcome.reject(error);
          neighbours.reject(error);
        },
      };
      worker.postMessage(task);
      return { outcome: outcome.promise, neighbours: neighbours.promise };
    },
    async end() {
      const ended = worker;
      if (ended === null) return;
      giveUp(ended, new Error('The backtest was ended'));
      await ended.terminate();
    },
  };
}
