import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { TradePageFrame } from '#components/trade/trade-page-frame.tsx';
import { type InstrumentRow, spotRow } from '#lib/client/market-rows.ts';
import { readPublic } from '#server/bff/read-public.ts';
import { readFirstTicker } from '../../_readings/first-ticker.ts';
import { namesOf } from '../../_readings/names-of-address.ts';
import { timeLeftMs } from '../../_readings/page-time.ts';
import { looksLikePhone } from '../../_readings/phone-guess.ts';

interface Props {
  readonly params: Promise<{ lang: string; market: string }>;
}

/** The market of the address among those that the exchange has. Anything else is not a page. */
const readMarket = cache(async (name: string): Promise<InstrumentRow> => {
  const { data: markets = [] } = await readPublic('markets', { patienceMs: timeLeftMs() });
  const row = markets.find(({ market }) => market === name);
  return row === undefined ? notFound() : spotRow(row);
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { market } = await params;
  const { base, quote } = await readMarket(market).catch(namesOf(market));
  const names = { base, quote };
  const t = await getTranslations('trade.meta');
  return { title: t('title', names), description: t('description', names), robots: { index: false } };
}

/** Bots are created and watched here (C-023). Rendered for each request, so that its scripts carry the nonce. */
export default async function TradePage({ params }: Props) {
  await connection();
  const { market } = await params;
  const row = await readMarket(market);
  return (
    <TradePageFrame row={row} initialTicker={await readFirstTicker(row)} looksLikePhone={await looksLikePhone()} />
  );
}
