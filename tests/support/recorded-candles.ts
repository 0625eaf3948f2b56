import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { CandleColumns } from '#lib/engine/candles.ts';
import { sharedPath } from '#tests/support/shared-path.ts';

const fileOf = (market: string): string => sharedPath(`data/spot-2026/${market}.1m.csv.gz`);
const file = fileOf('BTC_USDT');
/** Whether the recorded candles are on this machine; they are no part of the project. Says so when they are not. */
export const areCandlesThere = existsSync(file);
if (!areCandlesThere) console.log(`skipped: recorded candles are not at ${file}`);

const MINUTE_SECONDS = 60;

/** Thirty recorded days of BTC_USDT, or of another market (ETH_USDT, SOL_USDT), minutes in hundredths of a dollar, volumes in coins; missing ones are gaps. */
export function readRecordedCandles(market = 'BTC_USDT'): CandleColumns {
  const rows = gunzipSync(readFileSync(fileOf(market)))
    .toString('utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  const first = Number(rows[0]?.[0]);
  const count = (Number(rows.at(-1)?.[0]) - first) / MINUTE_SECONDS + 1;
  const column = (): Int32Array => new Int32Array(count).fill(-1);
  const columns = { open: column(), high: column(), low: column(), close: column() };
  const ticks = (text: string | undefined): number => Math.round(Number(text) * 100);
  const volume = new Float64Array(count);
  for (const [time, open, high, low, close, traded] of rows) {
    const i = (Number(time) - first) / MINUTE_SECONDS;
    columns.open[i] = ticks(open);
    columns.high[i] = ticks(high);
    columns.low[i] = ticks(low);
    columns.close[i] = ticks(close);
    volume[i] = Number(traded);
  }
  return { startMs: first * 1000, stepMs: 60_000, ...columns, volume };
}
