/**
 * Whether this is `npm run test:nightly`, which has the time for what takes long. Real processes that are killed are the night's: by day every point
 * at which one can die is gone through inside one process (exchange-commands, exchange-schedules, store-barrier, store-postgres, dual-crash,
 * copy-share-transfers, notifications-channels).
 */
export const isNightly = process.env.NIGHTLY === '1';

/** How often something is tried: `ordinary` times in `npm test`, `nightly` times – never fewer – in the nightly run. */
export function runs(ordinary: number, nightly: number): number {
  if (nightly < ordinary) throw new Error(`${nightly} runs at night are fewer than the ${ordinary} of npm test`);
  return isNightly ? nightly : ordinary;
}
