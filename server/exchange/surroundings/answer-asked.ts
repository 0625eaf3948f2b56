import { setPriority } from 'node:os';
import { parentPort, type TransferListItem } from 'node:worker_threads';
import type { Asked, Told } from './asked-thread.ts';

/** What threads have in common on their own side. */

/** This thread steps back behind others: from 1, a little, to 19, behind everything. */
export function stepBack(priority: number): void {
  try {
    // 0 means this thread, not the process.
    setPriority(0, priority);
  } catch {
    // A system that does not let threads step back runs them as they are.
  }
}

/** A bug as a thread tells it to who asked. */
export function bugText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : `${error}`;
}

/** The other end of askedThread: answers each question under its number. `given`: what goes along with an answer and is not copied. */
export function answerAsked<Question extends object, Answer>(
  answerTo: (question: Question) => Answer | Promise<Answer>,
  given: (answer: Answer) => readonly TransferListItem[] = () => [],
): void {
  async function tell(question: Asked<Question>): Promise<void> {
    const { id } = question;
    try {
      const answer = await answerTo(question);
      parentPort?.postMessage({ id, answer } satisfies Told<Answer>, [...given(answer)]);
    } catch (error) {
      parentPort?.postMessage({ id, error: bugText(error) } satisfies Told<Answer>);
    }
  }
  parentPort?.on('message', (question: Asked<Question>) => void tell(question));
}
