import type { QueryOf, ReplyOf } from '../contract/contract.ts';
import { isGoodCode } from '../contract/vocabulary.ts';
import { callUrl, DEADLINE_MS } from './call.ts';

/**
 * What threads of a page ask: public prices, without its trader and his session. One way for all of them: they wait as long as the page does, and
 * no refusal – said in a reply's code, under HTTP 200 – passes for an answer in which there is nothing.
 */

function askFor(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(DEADLINE_MS) });
}

/** A day of candles as it came: whoever asks tells a day that there is not from an exchange that does not answer. */
export function askDay(query: QueryOf<'candleDay'>): Promise<Response> {
  return askFor(callUrl('candleDay', { query }));
}

type Listed = 'candles' | 'fundingRates';
type RowsOf<N extends Listed> = NonNullable<ReplyOf<N>['data']>;

/** Throws where the rows are not told. */
export async function askRows<N extends Listed>(name: N, query: QueryOf<N>): Promise<RowsOf<N>> {
  const response = await askFor(callUrl(name, { query }));
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  const { code, data } = (await response.json()) as { readonly code?: number; readonly data?: RowsOf<N> };
  if (code === undefined || !isGoodCode(code) || data === undefined) throw new Error(`${name}: code ${code}`);
  return data;
}
