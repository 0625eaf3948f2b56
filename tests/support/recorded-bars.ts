import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Bar } from '#lib/indicators/bar.ts';
import { sharedPath } from '#tests/support/shared-path.ts';

/** Recorded candles with their volumes, `null` – and a printed line – when they are not on this machine. */
export function readRecordedBars(path: string): Bar[] | null {
  const file = sharedPath(`data/${path}`);
  if (!existsSync(file)) {
    console.log(`skipped: recorded candles are not at ${file}`);
    return null;
  }
  const rows = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').slice(1);
  return rows.map((row) => {
    const [time = 0, open = 0, high = 0, low = 0, close = 0, volume = 0] = row.split(',').map(Number);
    return { openMs: time * 1000, open, high, low, close, volume };
  });
}
