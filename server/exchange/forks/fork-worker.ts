import { answerAsked, stepBack } from '../surroundings/answer-asked.ts';
import { Fork } from './fork.ts';
import type { ForkAnswer, ForkTold } from './fork-shape.ts';

/** Somebody waits for it: it goes before the searches, and after the market. */
const LOW_PRIORITY = 10;

stepBack(LOW_PRIORITY);

let present: Fork | null = null;

function answerTo(told: ForkTold): ForkAnswer {
  if (told.do === 'begin') present = new Fork(told);
  if (present === null) throw new Error('a fork that nobody began');
  const answer = present.answer(told);
  if ('outcome' in answer) present = null;
  return answer;
}

answerAsked<ForkTold, ForkAnswer>(answerTo);
