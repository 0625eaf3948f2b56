import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * What a request has taken of a core so far, told by whoever works for it, however deep: reading and writing replies
 * here, and what an exchange of ours says of its own thread. The door charges it when the answer is out, so that nobody
 * has to know beforehand which calls are dear. Every bundle of the web process has a copy of this file: they share one storage.
 */
export interface Spent {
  ms: number;
}

declare global {
  var strategybotSpent: AsyncLocalStorage<Spent> | undefined;
}
globalThis.strategybotSpent ??= new AsyncLocalStorage<Spent>();
const current = globalThis.strategybotSpent;

/** Work done meanwhile is counted there. */
export function withSpent<T>(spent: Spent, work: () => T): T {
  return current.run(spent, work);
}

/** Nobody's work (start, what is made anew in the background) is counted nowhere. */
export function noteSpent(ms: number): void {
  const spent = current.getStore();
  if (spent !== undefined) spent.ms += ms;
}

/** Does work that waits for nothing, and counts what it takes: of the thread, not of the clock, which others' work moves too. */
export function atCost<T>(work: () => T): T {
  const began = process.threadCpuUsage();
  try {
    return work();
  } finally {
    const { user, system } = process.threadCpuUsage(began);
    noteSpent((user + system) / 1_000);
  }
}
