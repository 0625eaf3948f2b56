import type { MouseEvent } from 'react';

/** Whether a click means this page; those that mean "another tab or window" stay the browser's. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}
