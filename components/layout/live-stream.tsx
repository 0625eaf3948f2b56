'use client';

import { useEventStream } from '#lib/client/use-event-stream.ts';

/** Opens the tab's event stream (H59) and shows nothing. */
export function LiveStream() {
  useEventStream();
  return null;
}
