import type { Page } from '@playwright/test';
import { json } from './bad-replies.ts';
import { type Row, rows } from './demo-account.ts';
import type { Language } from './words.ts';

/** Bots of the demo account that have lived for months, and the first question of a part of their page that is answered badly. */

/** The first bot of these kinds, as the lists have them. */
export async function livedBot(page: Page, status: 'running' | 'finished', kinds: readonly string[]): Promise<Row> {
  const bot = (await livedBots(page, status)).find(({ strategy_type: kind }) => kinds.includes(kind));
  if (bot === undefined) throw new Error(`the demo account has no ${status} bot of ${kinds.join()}`);
  return bot;
}

export const livedBots = (page: Page, status: 'running' | 'finished'): Promise<readonly Row[]> =>
  rows(page, `strategy_type=all&status=${status}&page_size=100`);

/** The page of a bot of its own. */
export async function openBot(
  page: Page,
  language: Language,
  status: 'running' | 'finished',
  { strategy_type: kind, strategy_id: id }: Pick<Row, 'strategy_type' | 'strategy_id'>,
): Promise<void> {
  const list = status === 'running' ? 'underwayStrategy' : 'historyStrategy';
  await page.goto(`/${language}/strategybot/${list}?type=${kind}&id=${id}`);
}

/** The first answer is a bad one, and the later ones are the product's: what asked has to come all the same. */
export async function spoilFirst(page: Page, calls: RegExp): Promise<void> {
  await page.route(calls, json(500, '{"code":500,"message":"internal"}'), { times: 1 });
}
