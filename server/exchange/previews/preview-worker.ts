import { answerAsked, stepBack } from '../surroundings/answer-asked.ts';
import type { PreviewOutcome, PreviewTask } from './preview-shape.ts';
import { replayCopy } from './replay-copy.ts';

/** Somebody waits for it: it goes before the searches, and after the market. */
const LOW_PRIORITY = 10;

stepBack(LOW_PRIORITY);

answerAsked<PreviewTask, PreviewOutcome>(replayCopy);
