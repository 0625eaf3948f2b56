import { answerAsked, stepBack } from '../surroundings/answer-asked.ts';
import { doMoves, type Moved, type MoveTask } from './move-task.ts';

/** Gives way to everything else. */
const LOWEST_PRIORITY = 19;

stepBack(LOWEST_PRIORITY);

answerAsked<MoveTask, Moved>(doMoves);
