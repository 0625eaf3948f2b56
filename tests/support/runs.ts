/** Whether this is `npm run test:nightly`, which has the time for what takes long. */
export const isNightly = process.env.NIGHTLY === '1';

/** How often something is tried: `ordinary` times in `npm test`, `nightly` times – never fewer – in the nightly run. */
export function runs(ordinary: number, nightly: number): number {
  if (nightly < ordinary) throw new Error(`${nightly} runs at night are fewer than the ${ordinary} of npm test`);
  return isNightly ? nightly : ordinary;
}
