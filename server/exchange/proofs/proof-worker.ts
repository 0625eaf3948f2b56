import { answerAsked, stepBack } from '../surroundings/answer-asked.ts';
import { Proof } from './proof.ts';
import type { ProofAnswer, ProofTold } from './proof-shape.ts';

/** Somebody waits for it: it goes before the searches, and after the market. */
const LOW_PRIORITY = 10;

stepBack(LOW_PRIORITY);

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

answerAsked<ProofTold, ProofAnswer>(answerTo);
