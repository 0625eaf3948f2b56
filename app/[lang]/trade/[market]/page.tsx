import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { cache, Suspense } from 'react';
import { TradeScreen } from '#components/trade/trade-screen.tsx';
import { PageMessages } from '#components/ui/page-messages.tsx';
import type { MarketRow } from '#lib/client/market-rows.ts';
import { PublicReadingFailed, readPublic } from '#server/bff/read-public.ts';

interface Props {
  readonly params: Promise<{ lang: string; market: string }>;
}

/** The market of the address among those that the exchange has. Anything else is not a page. */
const readMarket = cache(async (name: string): Promise<{ row: MarketRow; markets: readonly MarketRow[] }> => {
  const { data: markets = [] } = await readPublic('markets');
  const row = markets.find(({ market }) => market === name);
  return row === undefined ? notFound() : { row, markets };
});

/** First ticker of the header; without it the header fills as soon as the browser asks. */
async function readTicker(market: string) {
  try {
    const { data } = await readPublic('tickers', { query: { market }, keepSeconds: 1 });
    return data?.find((ticker) => ticker.market === market);
  } catch (error) {
    if (error instanceof PublicReadingFailed) return undefined;
    throw error;
  }
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { market } = await params;
  const { row } = await readMarket(market);
  const t = await getTranslations('trade.meta');
  const names = { base: row.base, quote: row.quote };
  return { title: t('title', names), description: t('description', names), robots: { index: false } };
}

/** Bots are created and watched here (C-023). Rendered for each request, so that its scripts carry the nonce. */
export default async function TradePage({ params }: Props) {
  await connection();
  const { market } = await params;
  const [{ row, markets }, ticker] = await Promise.all([readMarket(market), readTicker(market)]);
  return (
    <PageMessages namespaces={['common', 'trade', 'fields', 'issues', 'refusals', 'bots', 'public']}>
      <Suspense>
        <TradeScreen row={row} markets={markets} initialTicker={ticker} />
      </Suspense>
    </PageMessages>
  );
}
