import { latePart } from '#lib/client/late-part.ts';
import { isRecord } from '#lib/contract/is-record.ts';

/** Name of our mark in a history entry's state (dialog-steps.ts). */
export const STATE_KEY = 'dialogSteps';

/**
 * A page that was loaded on a dialog's step – loaded anew, or come back to from where a link in the dialog led – has no dialog: it goes down to the
 * entry below, which is the same page, so that the next Back leaves it. What does that is read by those pages alone.
 */
export function leaveOldStep(): void {
  const state: unknown = window.history.state;
  if (!isRecord(state) || !(STATE_KEY in state)) return;
  void latePart('dialog-steps', () => import('./dialog-steps.ts')).then((part) => part.beginSteps());
}
