import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { ENDPOINTS, type EndpointName } from '#lib/contract/endpoints.ts';
import { browserPath } from '#lib/contract/routes.ts';
import { questionOf, SORTS } from './bad-replies.ts';
import { withoutStream } from './without-stream.ts';

/** Where screens ask from. */
const FOLDERS = ['components', 'lib/client'].map((name) => fileURLToPath(new URL(`../../../${name}`, import.meta.url)));
/** How one asks for what it shows. */
const ASKS = /\buse(?:Call|AllPages)(?:<[^(]*>)?\(\s*'(\w+)'/g;

/** Every call whose reply some component shows, found in the source. */
export function shownCalls(): readonly EndpointName[] {
  const names = new Set<string>();
  for (const folder of FOLDERS) {
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.tsx?$/.test(file)) continue;
      for (const [, name] of readFileSync(join(folder, file), 'utf8').matchAll(ASKS)) names.add(name ?? '');
    }
  }
  return [...names].filter((name): name is EndpointName => name in ENDPOINTS).sort();
}

/** The call of a request to the door, if a component shows it. */
function callOf(url: string, shown: readonly EndpointName[]): EndpointName | undefined {
  const { pathname } = new URL(url);
  return shown.find((name) => {
    const pattern = browserPath(ENDPOINTS[name]).replace(/\{\w+\}/g, '[^/]+');
    return new RegExp(`^${pattern}$`).test(pathname);
  });
}

/** Asked of what is typed or chosen (the coins of a portfolio): by the time they are asked again it may be something else. */
const TYPED: ReadonlySet<EndpointName> = new Set(['minAmount', 'marketCap']);

interface Spoilt {
  readonly call: EndpointName;
  readonly question: string;
  readonly sort: string;
  isAskedAgain: boolean;
}

/**
 * Spoils the first reply of every call that a component asks by `useCall` or `useAllPages`, each with another sort of bad reply, and lets the page's
 * clock run until it is asked again. `madeGood` fails when one is not within the larger of its interval and 30 s
 * (61 s: nothing that is shown is asked more seldom than once a minute).
 */
export async function spoilFirstReplies(page: Page) {
  const shown = shownCalls();
  const spoilt = new Map<string, Spoilt>();
  const sorts = Object.entries(SORTS);
  let isRunning = false;

  const open = (): Spoilt[] => [...spoilt.values()].filter(({ isAskedAgain }) => !isAskedAgain);
  async function runClock(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let passed = 0; open().length > 0 && passed <= 61; passed += 1) {
      // A page that is just being left has no clock to run.
      await page.clock.runFor(1_000).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    isRunning = false;
  }

  await page.clock.install();
  // Routes that were made last are asked first; this one says what becomes of what the next lets by.
  await withoutStream(page);
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const call = callOf(request.url(), shown);
    if (call === undefined || ENDPOINTS[call].method !== request.method()) return route.fallback();
    const known = spoilt.get(call);
    const question = questionOf(request.url());
    if (known !== undefined) {
      if (known.question === question || TYPED.has(call)) known.isAskedAgain = true;
      return route.fallback();
    }
    const [sort, answer] = sorts[spoilt.size % sorts.length] as (typeof sorts)[number];
    spoilt.set(call, { call, question, sort, isAskedAgain: false });
    await answer(route);
    void runClock();
  });

  return {
    /** Waits until whatever was spoilt on the way here has been asked again. */
    async madeGood(where: string): Promise<void> {
      const told = () => open().map(({ call, sort }) => `${call} (${sort})`);
      // What is loaded after the first paint asks late.
      for (let step = 0; step < 2; step += 1) {
        await page.clock.runFor(2_000);
        await page.waitForTimeout(150);
      }
      void runClock();
      await expect.poll(told, { message: `${where}: asked again`, timeout: 30_000 }).toEqual([]);
    },
    /** Calls that no walk came by. */
    missed: () => shown.filter((name) => !spoilt.has(name)),
    stop: () => page.unrouteAll({ behavior: 'ignoreErrors' }),
  };
}
