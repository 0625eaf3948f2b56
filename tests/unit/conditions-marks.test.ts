import { afterEach, describe, expect, it, vi } from 'vitest';
import { createKlineReader } from '#lib/client/condition-klines.ts';
import { conditionMarks } from '#lib/client/condition-marks.ts';
import type { Bar } from '#lib/indicators/bar.ts';
import { type Condition, DEFAULT_CONDITION, type IndicatorConditions } from '#lib/indicators/condition.ts';
import { warmUpKlines } from '#lib/indicators/condition-warm-up.ts';
import { KLINE_PERIOD_MS } from '#lib/indicators/kline-periods.ts';
import { SideEvaluator } from '#lib/indicators/side-evaluator.ts';

const HOUR = KLINE_PERIOD_MS['1h'];
const DAY = 86_400_000;

/** K-lines whose close goes up and down in long waves. */
function waves(count: number, periodMs: number, startMs = 0): Bar[] {
  return Array.from({ length: count }, (_, i) => {
    const close = 100 + 10 * Math.sin(i / 9) + 3 * Math.sin(i / 2);
    return { openMs: startMs + i * periodMs, open: close, high: close + 1, low: close - 1, close, volume: 1 + (i % 5) };
  });
}

const above = (value: string): Condition => ({
  ...DEFAULT_CONDITION,
  indicatorName: 'close',
  indicatorArgs: [],
  compareIndicatorArgs: [value],
});

const SIDES: IndicatorConditions = {
  open: { side: 'open', period: '1h', ratio: '0.1', conditions: [DEFAULT_CONDITION] },
  close: { side: 'close', period: '4h', conditions: [above('105')] },
  reduce: { side: 'reduce', period: '1h', ratio: '0.1', conditions: [above('108')] },
};

describe('marks of conditions', () => {
  const klines = { '1h': waves(900, HOUR), '4h': waves(225, 4 * HOUR) };

  it('stand at the close of every K-line at which a side held, each side on its own period (E-095)', () => {
    const marks = conditionMarks(SIDES, klines, 0);
    for (const name of ['open', 'close', 'reduce'] as const) {
      const side = SIDES[name];
      const evaluator = new SideEvaluator(side?.conditions ?? []);
      const periodMs = KLINE_PERIOD_MS[side?.period ?? '1h'];
      const held = (klines[side?.period as '1h'] ?? []).filter((bar) => evaluator.update(bar));
      expect(held.length).toBeGreaterThan(5);
      expect(marks.filter((mark) => mark.side === name).map(({ timeMs }) => timeMs)).toEqual(
        held.map(({ openMs }) => openMs + periodMs),
      );
    }
    expect(marks.map(({ timeMs }) => timeMs)).toEqual(marks.map(({ timeMs }) => timeMs).toSorted((a, b) => a - b));
  });

  it('begin where they are asked for, with indicators that are warm by then', () => {
    const all = conditionMarks(SIDES, klines, 0);
    const fromMs = 300 * HOUR;
    expect(conditionMarks(SIDES, klines, fromMs)).toEqual(all.filter(({ timeMs }) => timeMs >= fromMs));
  });

  it('know nothing of the future: a shorter history has the same beginning', () => {
    const all = conditionMarks(SIDES, klines, 0);
    const untilMs = 500 * HOUR;
    const shorter = {
      '1h': klines['1h'].filter(({ openMs }) => openMs + HOUR <= untilMs),
      '4h': klines['4h'].filter(({ openMs }) => openMs + 4 * HOUR <= untilMs),
    };
    expect(conditionMarks(SIDES, shorter, 0)).toEqual(all.filter(({ timeMs }) => timeMs <= untilMs));
  });
});

describe('the K-lines that marks are made of', () => {
  afterEach(() => vi.unstubAllGlobals());

  const nowMs = Date.UTC(2026, 4, 3, 10, 20);
  const asked: URL[] = [];
  function answerCandles(): void {
    asked.length = 0;
    vi.stubGlobal('fetch', async (path: string) => {
      const url = new URL(path, 'http://x');
      asked.push(url);
      const seconds = KLINE_PERIOD_MS[url.searchParams.get('period') as '1h'] / 1000;
      const data: unknown[] = [];
      for (let at = Number(url.searchParams.get('from')); at <= Number(url.searchParams.get('to')); at += seconds) {
        if (at * 1000 <= nowMs) data.push([at, '1', '2', '1', '1.5', '7']);
      }
      return { ok: true, json: async () => ({ code: 200, data }) };
    });
  }

  it('reach back 30 days and the history that a bot begins with, closed ones only, with volumes', async () => {
    answerCandles();
    const klines = (await createKlineReader('BTC_USDT', 'spot')(SIDES, nowMs))['1h'] ?? [];
    const warmUp = warmUpKlines(SIDES, '1h');
    expect(klines.at(-1)?.openMs).toBe(Date.UTC(2026, 4, 3, 9));
    expect(klines[0]?.openMs).toBeLessThanOrEqual(nowMs - 30 * DAY - warmUp * HOUR);
    expect(klines.every((bar, i) => i === 0 || bar.openMs - (klines[i - 1]?.openMs ?? 0) === HOUR)).toBe(true);
    expect(klines[0]?.volume).toBe(7);
    expect(asked.every((url) => url.searchParams.get('market') === 'BTC_USDT')).toBe(true);
  });

  it('come in pages of at most 1,500, without a hole and without one twice', async () => {
    answerCandles();
    const quick: IndicatorConditions = { ...SIDES, open: { ...SIDES.open, period: '5m' } };
    const klines = (await createKlineReader('BTC_USDT', 'futures_usdt')(quick, nowMs))['5m'] ?? [];
    const pages = asked.filter((url) => url.searchParams.get('period') === '5m');
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.every((url) => url.searchParams.get('type') === 'futures_usdt')).toBe(true);
    expect(klines.every((bar, i) => i === 0 || bar.openMs - (klines[i - 1]?.openMs ?? 0) === 300_000)).toBe(true);
  });

  it('are kept: a second look asks for what is new alone', async () => {
    answerCandles();
    const read = createKlineReader('BTC_USDT', 'spot');
    const first = (await read(SIDES, nowMs - 2 * HOUR))['1h'] ?? [];
    asked.length = 0;
    const second = (await read(SIDES, nowMs))['1h'] ?? [];
    expect(second).toHaveLength(first.length + 2);
    const pages = asked.filter((url) => url.searchParams.get('period') === '1h');
    expect(pages.map((url) => Number(url.searchParams.get('from')) * 1000)).toEqual([
      (first.at(-1)?.openMs ?? 0) + HOUR,
    ]);
  });

  it('fail aloud when the exchange does not answer', async () => {
    vi.stubGlobal('fetch', async () => ({ ok: false, status: 502 }));
    await expect(createKlineReader('BTC_USDT', 'spot')(SIDES, nowMs)).rejects.toThrow('502');
  });

  it.each([
    { code: 429, message: 'too-many-requests' },
    { code: 404, message: '', data: { issue: 'not-offered' } },
    { message: 'a page of somebody else' },
  ])('fail aloud where they are refused under HTTP 200, and none of them is kept as none: %j', async (refusal) => {
    answerCandles();
    const whole = (await createKlineReader('BTC_USDT', 'spot')(SIDES, nowMs))['1h'] ?? [];
    const read = createKlineReader('BTC_USDT', 'spot');
    vi.stubGlobal('fetch', async () => ({ ok: true, json: async () => refusal }));
    await expect(read(SIDES, nowMs)).rejects.toThrow('candles: code');
    answerCandles();
    expect((await read(SIDES, nowMs))['1h']).toEqual(whole);
  });

  it('are waited for as long as a page’s own calls, and no longer', async () => {
    const late = new AbortController();
    const waited: number[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      waited.push(ms);
      return late.signal;
    });
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: RequestInit) =>
        new Promise((__, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
    );
    const reading = createKlineReader('BTC_USDT', 'spot')(SIDES, nowMs);
    late.abort(new Error('late'));
    await expect(reading).rejects.toThrow('late');
    expect(new Set(waited)).toEqual(new Set([25_000]));
    vi.restoreAllMocks();
  });
});
