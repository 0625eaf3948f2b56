import { setTimeout as delay } from 'node:timers/promises';
import type { Browser } from '@playwright/test';

/** A piece of work of a page's main thread: nothing else is done, no tap answered, until it is over. */
export interface Task {
  /** Ms after the navigation began. */
  readonly startMs: number;
  readonly endMs: number;
  /** What the thread itself worked, ms: what it waited for a core is not in it. */
  readonly threadMs: number;
  /** It laid the page out. */
  readonly hasLayout: boolean;
}

export interface Load {
  readonly firstPaintMs: number;
  readonly tasks: readonly Task[];
}

/** An event of a trace; times in µs. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly documentLoaderURL?: string } };
}

type Traced = TraceEvent & { readonly dur: number };

const CATEGORIES = ['loading', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'];
/** What the scheduler gives the thread to do at a time. */
const TASK = 'RunTask';
/** Lighthouse's phone. */
const PHONE = { width: 412, height: 823 } as const;

function loadIn(events: readonly TraceEvent[], url: string): Load {
  const start = events.findLast(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL === url,
  );
  if (start === undefined) throw new Error(`the trace has no visit of ${url}`);
  const since = events.filter((event) => event.pid === start.pid && event.tid === start.tid && event.ts >= start.ts);
  const paint = since.find(({ name }) => name === 'firstContentfulPaint');
  if (paint === undefined) throw new Error(`${url} painted nothing`);
  if (!since.some(({ name }) => name === 'loadEventEnd')) throw new Error(`${url} was not loaded in time`);
  const ms = (at: number): number => (at - start.ts) / 1_000;
  const layouts = since.filter(({ name }) => name === 'Layout').map(({ ts }) => ts);
  const tasks = since
    .filter((event): event is Traced => event.name === TASK && event.dur !== undefined)
    .map(({ ts, dur, tdur }) => ({
      startMs: ms(ts),
      endMs: ms(ts + dur),
      threadMs: (tdur ?? dur) / 1_000,
      hasLayout: layouts.some((at) => at >= ts && at <= ts + dur),
    }));
  return { firstPaintMs: ms(paint.ts), tasks };
}

/**
 * What a new visitor's browser does within `watchMs` of opening a page in a phone's width, at this machine's speed. The page is Chrome's own, not
 * Playwright's: with an inspector on it every `Error` that React makes as it begins has the whole of React read a second time for its line numbers.
 */
export async function loadOf(browser: Browser, url: string, watchMs: number): Promise<Load> {
  const cdp = await browser.newBrowserCDPSession();
  const { browserContextId } = await cdp.send('Target.createBrowserContext', {});
  try {
    const events: TraceEvent[] = [];
    cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
    const traceConfig = { includedCategories: CATEGORIES, excludedCategories: ['*'] };
    await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
    await cdp.send('Target.createTarget', { url, browserContextId, ...PHONE });
    await delay(watchMs);
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    return loadIn(events, url);
  } finally {
    await cdp.send('Target.disposeBrowserContext', { browserContextId });
    await cdp.detach();
  }
}
