import { isValidElement, type ReactNode } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { RecommendedList } from '#components/discovery/recommended-list.tsx';
import StrategyPage from '../../app/[lang]/strategybot/[kind]/[[...list]]/page.tsx';
import { generateMetadata as providerMetadata } from '../../app/[lang]/strategybot/signaler/[anonymous]/[[...page]]/page.tsx';

/** Pages of exchanges and providers that have less than others. */

const exchange = vi.hoisted(() => ({
  answer: (_name: string, _query: Readonly<Record<string, unknown>>): object => ({ code: 404 }),
}));

vi.mock('#server/settings/env.ts', () => ({ publicUrl: () => 'https://bots.example' }));
vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }));
vi.mock('#server/bff/read-public.ts', () => ({
  PublicReadingFailed: Error,
  readDated: async (name: string, { query = {} }) => ({ reply: exchange.answer(name, query), atMs: null }),
}));

beforeEach(() => {
  exchange.answer = () => ({ code: 404 });
});

/** What an element of a page is given. */
function propsOf(page: ReactNode, type: unknown): Readonly<Record<string, unknown>> | null {
  if (Array.isArray(page)) return page.map((part) => propsOf(part, type)).find((found) => found !== null) ?? null;
  if (!isValidElement<{ children?: ReactNode }>(page)) return null;
  return page.type === type ? { ...page.props } : propsOf(page.props.children, type);
}

it('the list of all kinds of an exchange that ranks none together goes on as the list that it is: the browser asks for what there is', async () => {
  exchange.answer = (name, { strategy_type }) =>
    name === 'recommendList' && strategy_type === 'spot_grid'
      ? { code: 200, data: [], totalcount: 40, pagecount: 3 }
      : { code: 404 };
  const params = Promise.resolve({ lang: 'en', kind: 'all', list: ['yield'] });
  const list = propsOf(await StrategyPage({ params }), RecommendedList);
  expect(list).toMatchObject({ kind: 'spot_grid', order: 'yield', pageCount: 3 });
});

it('the page of a provider who shares no bot any more stays out of search engines', async () => {
  const anonymous = '0123456789abcdef';
  const robots = async (bot_num: number) => {
    exchange.answer = () => ({ code: 200, data: { anonymous, nickname: 'Ann', bot_num } });
    return (await providerMetadata({ params: Promise.resolve({ lang: 'en', anonymous }) })).robots;
  };
  expect(await robots(1)).toBeUndefined();
  expect(await robots(0)).toMatchObject({ index: false });
});
