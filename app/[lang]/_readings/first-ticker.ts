import { type InstrumentRow, instrumentQuery } from '#lib/client/market-rows.ts';
import { PublicReadingFailed, readPublic } from '#server/bff/read-public.ts';
import { timeLeftMs } from './page-time.ts';

/** First ticker of a page's header; without it the header fills as soon as the browser asks. */
export async function readFirstTicker(row: InstrumentRow) {
  try {
    const { data } = await readPublic('tickers', {
      query: instrumentQuery(row),
      keepSeconds: 1,
      patienceMs: timeLeftMs(),
    });
    return data?.find((ticker) => ticker.market === row.market);
  } catch (error) {
    if (error instanceof PublicReadingFailed) return undefined;
    throw error;
  }
}
