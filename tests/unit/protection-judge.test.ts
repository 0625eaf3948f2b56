import { describe, expect, it } from 'vitest';
import type { ProtectionLimits } from '#lib/contract/protection-calls.ts';
import { ACCOUNT_BOOK } from '#server/exchange/ledger/memory-ledger.ts';
import { outsideFlows } from '#server/exchange/protection/account-flows.ts';
import { decide } from '#server/exchange/protection/decide.ts';
import { isBack, judge } from '#server/exchange/protection/judge.ts';
import { peakAfter } from '#server/exchange/protection/peak.ts';
import type { Guard } from '#server/exchange/protection/protection-book.ts';

const LIMITS: ProtectionLimits = {
  drawdown: { percent: '10.01', action: 'warn' },
  exposure: { usdt: '0.000005', coins: [{ asset: 'ETH', usdt: '0.000004' }], action: 'stop-all' },
};
const worth = (equityUsdt: bigint | null, exposures: Readonly<Record<string, bigint | null>> = {}) => ({
  equityUsdt,
  exposures: new Map(Object.entries(exposures)),
});
const verdicts = (...args: Parameters<typeof judge>) =>
  Object.fromEntries(judge(...args).map(({ limit, asset, verdict, value }) => [asset || limit, [verdict, value]]));
const falls = (equity: bigint | null, peak: bigint | null) =>
  verdicts({ ...LIMITS, exposure: null }, worth(equity), peak).drawdown;

describe('the limits of an account', () => {
  it('a fall reaches its limit exactly there, to the last unit', () => {
    expect(falls(8_999n, 10_000n)).toEqual(['reached', 10_010_000n]);
    expect(falls(9_000n, 10_000n)).toEqual(['within', 10_000_000n]);
    // One unit of a large account decides, where its figure with eight decimals is the same.
    const peak = 1_000_000_000_000_000_000_000_000n;
    const edge = peak - (peak * 1_001n) / 10_000n;
    expect(falls(edge, peak)).toEqual(['reached', 10_010_000n]);
    expect(falls(edge + 1n, peak)).toEqual(['within', 10_009_999n]);
  });

  it('an account that is worth less than nothing has lost more than all; one that never had anything has lost nothing', () => {
    expect(falls(-500n, 1_000n)).toEqual(['reached', 150_000_000n]);
    expect(falls(-5n, 0n)).toEqual(['within', 0n]);
    expect(falls(1_001n, 1_000n)).toEqual(['within', 0n]);
  });

  it('what is not known is neither within nor reached', () => {
    expect(falls(null, 1_000n)).toEqual(['unknown', null]);
    expect(falls(1n, null)).toEqual(['unknown', null]);
    expect(verdicts(LIMITS, worth(null, { BTC: null, ETH: 400n }), 1_000n)).toEqual({
      drawdown: ['unknown', null],
      BTC: ['unknown', null],
      ETH: ['reached', 400n],
    });
  });

  it('exposure is limited either way, by the coin’s own limit where it has one', () => {
    const exposures = { SOL: 499n, BTC: -500n, DOGE: 500n, ETH: -399n };
    expect(verdicts(LIMITS, worth(1_000n, exposures), 1_000n)).toEqual({
      drawdown: ['within', 0n],
      BTC: ['reached', -500n],
      DOGE: ['reached', 500n],
      ETH: ['within', -399n],
      SOL: ['within', 499n],
    });
    // A coin that is nowhere stands at nothing; without a limit for every coin the others have none.
    const own = {
      ...LIMITS,
      drawdown: null,
      exposure: { usdt: '' as const, coins: LIMITS.exposure?.coins ?? [], action: 'warn' as const },
    };
    expect(verdicts(own, worth(1_000n, { BTC: 9_999n }), null)).toEqual({ ETH: ['within', 0n] });
    expect(judge({ drawdown: null, exposure: null }, worth(0n, { BTC: 9_999n }), 1_000n)).toEqual([]);
  });

  it('a warning is over when the value is back by a fifth of the limit', () => {
    const [at80, over80] = [400n, 401n].map(
      (usdt) => judge({ ...LIMITS, drawdown: null }, worth(1n, { BTC: -usdt }), 1n)[0],
    );
    expect(at80 !== undefined && isBack(at80)).toBe(true);
    expect(over80 !== undefined && isBack(over80)).toBe(false);
  });
});

describe('the peak of an account', () => {
  it('is the highest worth that was seen, and begins with the present one', () => {
    expect(peakAfter(null, 700n, 0n)).toBe(700n);
    expect(peakAfter(null, -700n, 0n)).toBe(0n);
    expect(peakAfter(1_000n, 900n, 0n)).toBe(1_000n);
    expect(peakAfter(1_000n, 1_100n, 0n)).toBe(1_100n);
  });

  it('moves with what comes in and goes out as the account does: the fall stays what it was', () => {
    // 10 % down, then doubled; then nearly emptied.
    expect(peakAfter(1_000n, 1_800n, 900n)).toBe(2_000n);
    expect(peakAfter(1_000n, 90n, -810n)).toBe(100n);
    // All of it taken out is no loss.
    expect(peakAfter(1_000n, 0n, -900n)).toBe(0n);
    // Won before the money came: that is a peak, the deposit is none.
    expect(peakAfter(1_000n, 1_500n, 300n)).toBe(1_500n);
  });

  it('begins with what comes into an account that was worth nothing', () => {
    expect(peakAfter(0n, 500n, 500n)).toBe(500n);
    expect(peakAfter(1_000n, 300n, 500n)).toBe(1_500n);
    expect(peakAfter(1_000n, -50n, -900n)).toBe(100n);
  });
});

describe('what a look has found', () => {
  const guard: Guard = {
    version: 1,
    limits: { drawdown: { percent: '10', action: 'stop-all' }, exposure: null },
    peak: 1_000n,
    peakSinceMs: 1,
    flows: new Map([['BTC', -5n]]),
    crossings: [],
  };

  it('is no fall while nobody knows what that is worth which went out, though the rest is known', () => {
    const unknown = decide(guard, { worth: worth(500n), flowUsdt: null, nowMs: 2 });
    expect(unknown).toMatchObject({ standings: [{ verdict: 'unknown', value: null }], fresh: [] });
    // What went out is kept for the look that knows it.
    expect(unknown.guard).toBe(guard);
    const known = decide(guard, { worth: worth(500n), flowUsdt: -500n, nowMs: 3 });
    expect(known).toMatchObject({ standings: [{ verdict: 'within', value: 0n }], fresh: [] });
    expect(known.guard).toMatchObject({ peak: 500n, flows: new Map() });
    expect(decide(guard, { worth: worth(500n), flowUsdt: 0n, nowMs: 3 }).fresh).toMatchObject([{ value: 50_000_000n }]);
  });
});

describe('what comes in and goes out', () => {
  const row = (key: string, ...postings: readonly (readonly [string, string, string, string])[]) => ({
    stream: ACCOUNT_BOOK,
    key,
    timeMs: 0,
    value: JSON.stringify({ reason: 'any', postings }),
    request: '',
    sequence: 0,
  });
  const flows = (...rows: readonly ReturnType<typeof row>[]) =>
    outsideFlows({ items: [], rows }, (userId) => userId === 7).map(({ asset, amount }) => [asset, amount]);

  it('is between an account and the outside, either way', () => {
    expect(flows(row('user:7', ['issue', 'user:7:spot', 'BTC', '5'], ['user:7:margin', 'issue', 'USDT', '8']))).toEqual(
      [
        ['BTC', 5n],
        ['USDT', -8n],
      ],
    );
    expect(flows(row('user:7', ['user:9:spot', 'user:7:spot', 'BTC', '5']))).toEqual([['BTC', 5n]]);
  });

  it('is not between accounts and bots of one trader, nor trial funds, nor another’s', () => {
    const inside = [
      ['user:7:spot', 'user:7:futures_usdt', 'USDT', '5'],
      ['user:7:spot', 'user:7:hold', 'USDT', '5'],
      ['user:7:hold', 'bot:100001', 'USDT', '5'],
      ['bot:100001', 'user:7:spot', 'USDT', '6'],
      ['user:7:trial', 'user:7:hold', 'USDT', '5'],
      ['issue', 'user:7:trial', 'USDT', '100'],
    ] as const;
    expect(flows(row('user:7', ...inside))).toEqual([]);
    expect(flows(row('user:9', ['issue', 'user:9:spot', 'USDT', '5']))).toEqual([]);
    expect(flows(row('bot:100001:trades', ['market:BTC_USDT', 'bot:100001', 'BTC', '5']))).toEqual([]);
  });
});
