import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { cache } from 'react';
import { TradePageFrame } from '#components/trade/trade-page-frame.tsx';
import { contractRow, type InstrumentRow, type SettleAsset } from '#lib/client/market-rows.ts';
import { isGoodCode } from '#lib/contract/vocabulary.ts';
import { readPublic } from '#server/bff/read-public.ts';
import { readFirstTicker } from '../../../_readings/first-ticker.ts';
import { namesOf } from '../../../_readings/names-of-address.ts';
import { timeLeftMs } from '../../../_readings/page-time.ts';
import { looksLikePhone } from '../../../_readings/phone-guess.ts';

interface Props {
  readonly params: Promise<{ lang: string; settle: string; symbol: string }>;
}

/** Settle assets by how an address may spell them. */
const SETTLES: Readonly<Record<string, SettleAsset>> = { usdt: 'USDT', USDT: 'USDT', btc: 'BTC', BTC: 'BTC' };

/** The contract of the address among those that the exchange has. Anything else is not a page. */
const readContract = cache(async (settleWord: string, symbol: string): Promise<InstrumentRow> => {
  const settle = SETTLES[settleWord];
  if (settle === undefined) notFound();
  const query = { settle: settle === 'BTC' ? 'btc' : 'usdt' } as const;
  const reply = await readPublic('futuresContracts', { query, patienceMs: timeLeftMs() });
  // What an exchange without contracts says has no list in it.
  if (!isGoodCode(reply.code)) notFound();
  const contract = reply.futures_contracts_data.find(({ name }) => name === symbol);
  return contract === undefined ? notFound() : contractRow(contract, settle);
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { settle, symbol } = await params;
  const { base, quote } = await readContract(settle, symbol).catch(namesOf(symbol));
  const names = { base, quote };
  const t = await getTranslations('trade.meta');
  return { title: t('futuresTitle', names), description: t('futuresDescription', names), robots: { index: false } };
}

/** Futures bots are created and watched here (C-024). Rendered for each request, so that its scripts carry the nonce. */
export default async function FuturesPage({ params }: Props) {
  await connection();
  const { settle, symbol } = await params;
  const row = await readContract(settle, symbol);
  return (
    <TradePageFrame row={row} initialTicker={await readFirstTicker(row)} looksLikePhone={await looksLikePhone()} />
  );
}
