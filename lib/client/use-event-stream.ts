'use client';

import { useEffect } from 'react';
import { useSWRConfig } from 'swr';
import { callUrl } from './call.ts';
import { EventCarrier } from './event-carrier.ts';
import { browserClock, onShownLines, watchedLines } from './live-lines.ts';
import { openStream } from './open-stream.ts';
import { useSession } from './session.ts';

/** The tab's event stream, for as long as the frame of the page stands. */
export function useEventStream(): void {
  const { mutate } = useSWRConfig();
  const { session } = useSession();
  const viewer = session?.user_id;
  useEffect(() => {
    const carrier = new EventCarrier({
      open: openStream,
      shown: watchedLines,
      write: (key, reply) => void mutate(key, reply, { revalidate: false }),
      recheckViewer: () => void mutate(callUrl('session', {})),
      isHidden: () => document.visibilityState === 'hidden',
      clock: browserClock,
    });
    carrier.watch(viewer);
    const changed = (): void => carrier.changed();
    const end = onShownLines(changed);
    document.addEventListener('visibilitychange', changed);
    window.addEventListener('online', changed);
    return () => {
      end();
      document.removeEventListener('visibilitychange', changed);
      window.removeEventListener('online', changed);
      carrier.stop();
    };
  }, [viewer, mutate]);
}
