import { Worker } from 'node:worker_threads';
import type { ProofTold } from './proof-shape.ts';
import type { ProofAnswer } from './proof-worker.ts';

/** Memory that a replay may fill: one that needs more fails alone. */
const MOST_HEAP_MB = 512;

const WORKER = new URL('./proof-worker.ts', import.meta.url);

/** A thread that is told one thing after the other. It is begun with the first and does not keep the process alive. */
export interface ProofThread {
  /** Rejects when the thread fails or is ended. One at a time. */
  tell(told: ProofTold): Promise<Exclude<ProofAnswer, { error: string }>>;
  /** Ends what it does in the middle; what is told next begins a new one. */
  end(): Promise<void>;
}

export function createProofThread(): ProofThread {
  let worker: Worker | null = null;
  let asked: PromiseWithResolvers<Exclude<ProofAnswer, { error: string }>> | null = null;

  function giveUp(from: Worker, error: Error): void {
    if (worker !== from) return;
    worker = null;
    asked?.reject(error);
    asked = null;
  }

  function begin(): Worker {
    const fresh = new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB } });
    fresh.unref();
    fresh.on('message', (answer: ProofAnswer) => {
      if ('error' in answer) asked?.reject(new Error(answer.error));
      else asked?.resolve(answer);
      asked = null;
    });
    fresh.on('error', (error) => giveUp(fresh, error instanceof Error ? error : new Error(String(error))));
    fresh.on('exit', () => giveUp(fresh, new Error('The thread of proofs has ended')));
    return fresh;
  }

  return {
    tell(told) {
      worker ??= begin();
      asked = Promise.withResolvers();
      worker.postMessage(told);
      return asked.promise;
    },
    async end() {
      const ended = worker;
      if (ended === null) return;
      giveUp(ended, new Error('The proof was ended'));
      await ended.terminate();
    },
  };
}
