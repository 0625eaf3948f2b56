import type { Metrics } from '../metrics/metrics.ts';
import type { Recorder } from './recorder.ts';

/** How old is what a recorder has, of the market that is furthest behind. */
export function recorderFigures(metrics: Metrics, { ages }: Pick<Recorder, 'ages'>): void {
  metrics.figure(
    'recorder_price_age_seconds',
    'Age of the newest recorded price, of the market that is furthest behind',
    () => ages().priceMs / 1_000,
  );
  metrics.figure(
    'recorder_candle_age_seconds',
    'From the end of the newest recorded candle until now, of the market that is furthest behind; a day = none of it is younger',
    () => ages().candleMs / 1_000,
  );
}
