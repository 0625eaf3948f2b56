import { randomBytes } from 'node:crypto';
import { createDeviceKeeper } from '#server/session/device-cookie.ts';
import { createSessionKeeper } from '#server/session/session.ts';
import type { GridOwner } from './many-grids.ts';

/** What a product under a bench signs its sessions with. */
export const BENCH_SECRET = 'a secret of the bench, which nobody else has to know';

/** Cookies of browsers that have logged in before, `name=value` each: session and device of each owner. */
export function cookiesOf(owners: readonly GridOwner[]): Promise<string[][]> {
  const own = { secret: BENCH_SECRET, isSecure: false, nowMs: Date.now };
  const sessions = createSessionKeeper(own);
  const devices = createDeviceKeeper({ ...own, random: randomBytes });
  return Promise.all(
    owners.map(async ({ id, token }, index) => {
      const lines = [await sessions.start(token, id), (await devices.remember(null, `bench${index}`, '')) ?? ''];
      return lines.map((line) => line.split(';')[0] as string);
    }),
  );
}
