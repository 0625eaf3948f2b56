// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BotActionsBar } from '#components/bots/actions/bot-actions-bar.tsx';
import { drawPoster, POSTER, type PosterTexts, QR_SIZE } from '#components/bots/poster/draw-poster.ts';
import { posterDays, shareLink } from '#components/bots/poster/share-link.ts';
import { prefilledValues } from '#components/create/use-prefill.ts';
import type { Prefill } from '#components/form/leave-prefill.ts';
import { takePrefill } from '#components/form/prefill.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { definitionOf } from '#lib/kinds/definitions.ts';
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';
import { strategyRow } from '#tests/support/strategy-row.ts';
import { gridParams } from '#tests/support/strategy-rows.ts';

const DESKTOP = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/130 Safari/537.36' };
const PHONES = [
  { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1' },
  { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/130 Mobile Safari/537.36' },
  { userAgent: 'Mozilla/5.0 (X11; Linux x86_64)', userAgentData: { mobile: true } },
];

describe('the link of a poster', () => {
  const bot = strategyRow({ strategy_id: 42 });

  it('is the bot’s public page in the language of its maker (M-016)', () => {
    expect(shareLink('https://x.example', 'zh', bot, DESKTOP)).toBe(
      `https://x.example/zh/strategybot/detail?id=42&type=spot_grid&name=${bot.user_info.anonymous}`,
    );
  });

  it.each(PHONES)('made on a phone is the page for phones (M-017)', (device) => {
    expect(shareLink('https://x.example', 'en', bot, device)).toBe(
      `https://x.example/en/mobileapp?id=42&type=spot_grid&name=${bot.user_info.anonymous}`,
    );
  });
});

it('a poster counts begun days as days (M-076)', () => {
  expect([0, 1, 86_400, 86_401, 10 * 86_400 - 1].map(posterDays)).toEqual([0, 1, 1, 2, 10]);
});

/** A canvas that notes what is written on it, and the squares that are filled. */
function notingCanvas() {
  const written: string[] = [];
  const squares: (readonly [colour: string, x: number, y: number, width: number, height: number])[] = [];
  let lines = 0;
  const context = {
    fillStyle: '',
    scale: () => {},
    measureText: (text: string) => ({ width: text.length * 7 }),
    fillText: (text: string) => void written.push(text),
    fillRect(x: number, y: number, width: number, height: number) {
      squares.push([this.fillStyle, x, y, width, height]);
    },
    beginPath: () => {},
    moveTo: () => {},
    lineTo() {
      lines += 1;
    },
    stroke: () => {},
  };
  const canvas = { width: 0, height: 0, getContext: () => context } as unknown as HTMLCanvasElement;
  return { canvas, written, squares, lines: () => lines };
}

const TEXTS: PosterTexts = {
  brand: 'Strategybot',
  name: 'Grid that had a hard week and a name that is longer than any poster is wide',
  what: 'BTC/USDT · Spot grid',
  rate: '-12.30%',
  rateLabel: 'Annual rate',
  trend: 'down',
  figures: [
    ['Days', '7'],
    ['Profit rate', '-0.24%'],
    ['Max drawdown', '1.10%'],
  ],
  owner: 'demo',
  scan: 'Scan',
  noCurve: 'No curve yet',
  link: 'https://x.example/en/strategybot/detail?id=42&type=spot_grid&name=0123456789abcdef',
};

describe('the picture of a poster', () => {
  it('has figures, curve and a QR code of 62 px, whole within it, at three pixels each (M-077, M-388)', () => {
    const { canvas, written, squares, lines } = notingCanvas();
    const days = Array.from({ length: 9 }, (_, x) => ({ x, y: -x / 100 }));
    drawPoster(canvas, TEXTS, days, 'sans-serif');
    expect([canvas.width, canvas.height]).toEqual([POSTER.width * 3, POSTER.height * 3]);
    for (const text of ['-12.30%', 'BTC/USDT · Spot grid', '7', '-0.24%', '1.10%', 'demo'])
      expect(written).toContain(text);
    expect(written.some((text) => text.startsWith('Grid that had') && text.endsWith('…'))).toBe(true);
    expect(lines()).toBe(1 + days.length);
    expect(QR_SIZE).toBe(62);
    const [ground] = squares.filter(([colour]) => colour === '#ffffff');
    expect(ground?.slice(3)).toEqual([62, 62]);
    const [, left = 0, top = 0] = ground ?? [];
    expect(left + 62 <= POSTER.width && top + 62 <= POSTER.height).toBe(true);
    const dark = squares.filter(([colour]) => colour === '#000000');
    expect(dark.length).toBeGreaterThan(200);
    for (const [, x, y, width] of dark) {
      expect(x >= left && y >= top && x + width <= left + 62.1 && y + width <= top + 62.1).toBe(true);
    }
  });

  it('says that there is no curve yet instead of drawing one', () => {
    const { canvas, written, lines } = notingCanvas();
    drawPoster(canvas, TEXTS, [{ x: 1, y: 0 }], 'sans-serif');
    expect(written).toContain('No curve yet');
    expect(lines()).toBe(0);
  });
});

let calls: FakeCall[];
let payload: object | undefined;
let params: StrategyRow['params'];
let seen: ReturnType<typeof notingCanvas>;

function answer({ url }: FakeCall): object | null {
  if (url.includes('strategy_detail')) return { code: 200, message: '', data: { ...strategyRow({}), payload, params } };
  return { code: 200, message: '', data: [], page: 1, pagecount: 1, totalcount: 0 };
}

async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 500) await act(() => vi.advanceTimersByTimeAsync(Math.min(500, left)));
}

function show(bot: StrategyRow, isOwn = true): void {
  const nothing = () => undefined;
  render(
    <ComponentHost>
      <BotActionsBar bot={bot} isOwn={isOwn} onClosed={nothing} onSettled={nothing} />
    </ComponentHost>,
  );
}

describe('sharing and cloning a bot', () => {
  beforeAll(() => import('#components/bots/poster/poster-dialog.tsx'));
  beforeEach(() => {
    vi.useFakeTimers();
    seen = notingCanvas();
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => seen.canvas.getContext('2d') as never);
    const fake = fakeFetch(answer);
    calls = fake.calls;
    vi.stubGlobal('fetch', fake.fetch);
    sessionStorage.clear();
    params = null;
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  it('opens a poster that says the annual rate in percent and the days, and gives its link (M-007, M-038, M-060, M-075, M-076)', async () => {
    const copied: string[] = [];
    vi.stubGlobal('navigator', {
      userAgent: DESKTOP.userAgent,
      clipboard: { writeText: async (text: string) => copied.push(text) },
    });
    const bot = strategyRow({ params: gridParams({}), year_pft_rate: '0.1234', run_times: 8 * 86_400 + 1 });
    show(bot);
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    await pass(1_000);
    const dialog = screen.getByRole('dialog', { name: 'Share poster' });
    expect(dialog.querySelector('canvas')?.getAttribute('aria-label')).toMatch(/annualised \+12\.34%, 9 days/);
    expect(seen.written).toContain('+12.34%');
    expect(seen.written).toContain('9');
    expect(screen.queryByText(/This bot is hidden/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Copy link' }));
    await pass(500);
    expect(copied).toEqual([shareLink(window.location.origin, 'en', bot, DESKTOP)]);
  });

  it('says of a portfolio its coins, and not the market of the first as if it traded that alone', async () => {
    const asset_info = ['SOL', 'DOGE'].map((asset) => ({ asset, rate: '0.5', amount: '' }));
    show(strategyRow({ strategy_type: 'smart-position', market: 'SOL_USDT', params: gridParams({ asset_info }) }));
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    await pass(1_000);
    expect(seen.written).toContain('SOL · DOGE · Smart position');
  });

  it('says that a hidden bot is opened by nobody else, and that a young one has no annual rate yet', async () => {
    show(strategyRow({ params: gridParams({}), year_pft_rate: '', is_hide: 1 }));
    fireEvent.click(screen.getByRole('button', { name: 'Share' }));
    await pass(1_000);
    expect(screen.getByText(/This bot is hidden/)).toBeTruthy();
    expect(seen.written).toContain('--');
    expect(seen.written).toContain('Annualised: known after 7 days');
  });

  it.each([
    ['#depth', '#depth'],
    ['#records', ''],
  ])(
    'clones an own bot into the form of its kind, with the address’ hash %s unless it names a part of the page, and creates nothing (C-025, M-007, M-066)',
    async (hash, along) => {
      payload = { strategy_type: 'spot_grid', low_price: '1' };
      const gone: string[] = [];
      const { origin, href, pathname } = window.location;
      const assign = (to: string) => void gone.push(to);
      vi.stubGlobal('location', { origin, href, pathname, search: '', hash, assign });
      show(strategyRow({ params: gridParams({}) }));
      fireEvent.click(screen.getByRole('button', { name: 'Clone' }));
      await pass(1_000);
      expect(gone).toEqual([`/en/trade/BTC_USDT?tradModel=strategybot&strategyType=spot_grid${along}`]);
      expect(takePrefill('spot_grid')?.payload).toEqual(payload);
      const asked = calls.filter(({ method, url }) => method !== 'GET' && !url.endsWith('/check_permissions'));
      expect(asked).toEqual([]);
    },
  );

  it('clones by the parameters of its row where the exchange tells no payload, without the amount (M-007)', async () => {
    [payload, params] = [undefined, gridParams({})];
    const gone: string[] = [];
    const { origin, href, pathname } = window.location;
    vi.stubGlobal('location', { origin, href, pathname, search: '', assign: (to: string) => void gone.push(to) });
    show(strategyRow({ params: gridParams({}) }));
    fireEvent.click(screen.getByRole('button', { name: 'Clone' }));
    await pass(1_000);
    expect(gone).toHaveLength(1);
    const left = takePrefill('spot_grid') as Prefill;
    const spec = testSpec();
    const values = prefilledValues(definitionOf('spot_grid'), left, spec);
    const { low_price, high_price, grid_num } = gridParams({});
    expect(values).toMatchObject({ low_price, high_price, grid_num, money: '' });
  });

  it('does not clone what another trader owns, or what the exchange does not tell', async () => {
    show(strategyRow({ params: gridParams({}) }), false);
    expect(screen.queryByRole('button', { name: 'Clone' })).toBeNull();
    cleanup();
    show(strategyRow({ params: null }));
    expect(screen.queryByRole('button', { name: 'Clone' })).toBeNull();
    cleanup();
    [payload, params] = [undefined, null];
    show(strategyRow({ params: gridParams({}) }));
    fireEvent.click(screen.getByRole('button', { name: 'Clone' }));
    await pass(1_000);
    expect(takePrefill('spot_grid')).toBeNull();
    expect(calls.some(({ url }) => url.includes('strategy_detail'))).toBe(true);
  });
});
