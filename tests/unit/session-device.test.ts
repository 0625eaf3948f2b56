import { describe, expect, it } from 'vitest';
import { createDeviceKeeper } from '#server/session/device-cookie.ts';

const DAY_MS = 86_400_000;

/** A keeper of devices whose days the test counts. */
function keeper() {
  let nowMs = 1_750_000_000_000;
  const devices = createDeviceKeeper({
    secret: 'a-secret-for-tests-of-at-least-32-characters',
    isSecure: false,
    nowMs: () => nowMs,
    random: (length) => new Uint8Array(length).fill(7),
  });
  return { devices, days: (count: number) => (nowMs += count * DAY_MS) };
}

describe('a device whose cookie has been seen before', () => {
  it('is the same device, and no other cookie is', async () => {
    const { devices } = keeper();
    const cookie = ((await devices.remember(null, 'ida', '')) ?? '').split(';')[0] as string;
    const forged = `${cookie.slice(0, -2)}${cookie.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const _ of [1, 2]) {
      expect(devices.read(cookie)?.knows('ida')).toBe(true);
      expect(devices.read(cookie)?.knows('eve')).toBe(false);
      expect(devices.read(forged)).toBeNull();
    }
  });

  it('is none after its time, though it has been seen within it', async () => {
    const { devices, days } = keeper();
    const cookie = ((await devices.remember(null, 'ida', '')) ?? '').split(';')[0] as string;
    expect(devices.read(cookie)).not.toBeNull();
    days(180);
    expect(devices.read(cookie)).not.toBeNull();
    days(1);
    expect(devices.read(cookie)).toBeNull();
  });
});
