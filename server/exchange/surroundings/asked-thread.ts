import { Worker, type WorkerOptions } from 'node:worker_threads';

/** A thread that answers questions one after the other. It is begun with the first one and does not keep the process alive. */
export interface AskedThread<Question extends object, Answer> {
  /** Rejects when the thread fails, or is ended. */
  ask(question: Question): Promise<Answer>;
  /** Ends it in the middle of what it does; the next question begins another. */
  stop(): Promise<void>;
}

/** What the thread is sent: the question under a number. It sends back its answer under that number, or a bug's text. */
export type Asked<Question> = Question & { readonly id: number };
export type Told<Answer> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly error: string };

interface Waiting<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export function askedThread<Question extends object, Answer>(
  program: URL,
  options: WorkerOptions,
): AskedThread<Question, Answer> {
  const waiting = new Map<number, Waiting<Answer>>();
  let worker: Worker | null = null;
  let lastId = 0;

  function giveUp(from: Worker, error: Error): void {
    if (worker !== from) return;
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function begin(): Worker {
    const fresh = new Worker(program, options);
    fresh.unref();
    fresh.on('message', (told: Told<Answer>) => {
      const asked = waiting.get(told.id);
      waiting.delete(told.id);
      if ('error' in told) asked?.reject(new Error(told.error));
      else asked?.resolve(told.answer);
    });
    fresh.on('error', (error) => giveUp(fresh, error instanceof Error ? error : new Error(String(error))));
    fresh.on('exit', () => giveUp(fresh, new Error('The thread has ended')));
    return fresh;
  }

  return {
    ask(question) {
      worker ??= begin();
      lastId += 1;
      const id = lastId;
      const answer = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }));
      worker.postMessage({ ...question, id } satisfies Asked<Question>);
      return answer;
    },
    async stop() {
      const ended = worker;
      if (ended === null) return;
      giveUp(ended, new Error('The thread was ended'));
      await ended.terminate();
    },
  };
}
