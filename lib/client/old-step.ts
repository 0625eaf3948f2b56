import { latePart } from './late-part.ts';
import { markIn } from './step-mark.ts';

/**
 * A page that was loaded on a dialog's step – loaded anew, or come back to from where a link in the dialog led – has no dialog: it goes down to the
 * entry below, which is the same page, so that the next Back leaves it. What does that is read by those pages alone.
 */
export function leaveOldStep(): void {
  if (markIn(window.history.state).length === 0) return;
  void latePart('dialog-steps', () => import('./dialog-steps.ts')).then((part) => part.beginSteps());
}
