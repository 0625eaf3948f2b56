'use client';

import { useEffect, useRef } from 'react';
import { useSWRConfig } from 'swr';
import { callUrl } from './call.ts';
import { EventCarrier } from './event-carrier.ts';
import { FillNews, type FillSummary } from './fill-news.ts';
import { browserClock, onShownLines, watchedLines } from './live-lines.ts';
import { openStream } from './open-stream.ts';
import { useSession } from './session.ts';

/** The tab's event stream, for as long as the frame of the page stands. `onFills` hears of fills of own bots, gathered. */
export function useEventStream(onFills: (summary: FillSummary) => void): void {
  const { mutate } = useSWRConfig();
  const { session } = useSession();
  const viewer = session?.user_id;
  const newest = useRef(onFills);
  useEffect(() => {
    newest.current = onFills;
  });
  useEffect(() => {
    const news = new FillNews(browserClock, (summary) => newest.current(summary));
    const carrier = new EventCarrier({
      open: openStream,
      shown: watchedLines,
      write: (key, reply) => void mutate(key, reply, { revalidate: false }),
      recheckViewer: () => void mutate(callUrl('session', {})),
      isHidden: () => document.visibilityState === 'hidden',
      tellBot: (event) => news.hear(event),
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
      news.stop();
    };
  }, [viewer, mutate]);
}
