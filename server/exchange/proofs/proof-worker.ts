import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { Proof } from './proof.ts';
import type { ProofOutcome, ProofPlace, ProofTold } from './proof-shape.ts';

/** What a thread says to each thing that it is told. `error` is a bug's text. */
export type ProofAnswer =
  | { readonly calls: number; readonly progress: number }
  | { readonly places: readonly ProofPlace[] }
  | { readonly outcome: ProofOutcome }
  | { readonly error: string };

/** Somebody waits for it: it goes before the searches, and after the market. 0 means this thread, not the process. */
const LOW_PRIORITY = 10;

try {
  setPriority(0, LOW_PRIORITY);
} catch {
  // A system that does not let threads step back runs them as they are.
}

let present: Proof | null = null;

function begun(): Proof {
  if (present === null) throw new Error('a proof that nobody began');
  return present;
}

function answerTo(told: ProofTold): ProofAnswer {
  if (told.do === 'begin') present = new Proof(told);
  const proof = begun();
  if (told.do === 'tape') proof.takeTape(told.rows);
  if (told.do === 'fills') proof.takeFills(told.rows);
  if (told.do === 'places') return { places: proof.places };
  if (told.do === 'end') {
    present = null;
    return { outcome: proof.end(told.markets) };
  }
  return { calls: proof.calls, progress: proof.progress };
}

parentPort?.on('message', (told: ProofTold) => {
  try {
    parentPort?.postMessage(answerTo(told));
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : `${error}`;
    parentPort?.postMessage({ error: text } satisfies ProofAnswer);
  }
});
