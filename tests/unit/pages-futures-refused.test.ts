import { expect, it, vi } from 'vitest';
import { generateMetadata } from '../../app/[lang]/futures/[settle]/[symbol]/page.tsx';

/** What the page of a contract is where the exchange has no contracts: it refuses the question, which is no failure. */

const exchange = vi.hoisted(() => ({ reply: {} as object }));

vi.mock('next-intl/server', () => ({ getTranslations: async () => (key: string) => key }));
vi.mock('next/navigation', () => ({
  notFound: () => {
    throw new Error('not found');
  },
}));
vi.mock('#components/trade/trade-page-frame.tsx', () => ({ TradePageFrame: () => null }));
vi.mock('#server/bff/read-public.ts', () => ({
  PublicReadingFailed: class PublicReadingFailed extends Error {},
  readPublic: async () => exchange.reply,
}));

const head = () => generateMetadata({ params: Promise.resolve({ lang: 'en', settle: 'USDT', symbol: 'BTC_USDT' }) });

it('is not there, as a contract that it does not list', async () => {
  exchange.reply = { code: 200, futures_contracts_data: [] };
  await expect(head()).rejects.toThrow('not found');
  exchange.reply = { code: 404, message: 'unknown' };
  await expect(head()).rejects.toThrow('not found');
});
