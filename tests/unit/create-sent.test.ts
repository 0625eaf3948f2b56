import { describe, expect, it } from 'vitest';
import { type SentCreations, type SentRecord, withoutOld, withSent } from '#components/form/form-state.ts';

const HOUR = 3_600_000;
const record = (sentMs: number): SentRecord => ({
  place: 'spot_grid BTC_USDT',
  userId: 7,
  call: 'createGrid',
  payload: { money: '100' },
  draft: { money: '100' },
  sentMs,
});

describe('creations that were sent and not answered', () => {
  it('are forgotten after a day: an exchange does not remember their keys any longer', () => {
    const sent = withSent({}, 'a', record(0));
    expect(Object.keys(withoutOld(sent, 24 * HOUR - 1))).toEqual(['a']);
    expect(withoutOld(sent, 24 * HOUR)).toEqual({});
    expect(Object.keys(withSent(sent, 'b', record(24 * HOUR)))).toEqual(['b']);
  });

  it('are sixteen at most, the oldest goes', () => {
    let sent: SentCreations = {};
    for (let at = 0; at < 20; at += 1) sent = withSent(sent, `k${at}`, record(at));
    expect(Object.keys(sent)).toHaveLength(16);
    expect(sent.k3).toBeUndefined();
    expect(sent.k4).toBeDefined();
    // Sent once more it is the newest, as old as it was: the exchange counts from the first time.
    expect(withSent(sent, 'k4', record(50)).k4?.sentMs).toBe(4);
    sent = withSent(withSent(sent, 'k4', record(50)), 'k99', record(51));
    expect(sent.k4).toBeDefined();
  });
});
