import type { BotWish } from '#lib/strategies/demo-wish.ts';
import { DAY_MS, HOUR_MS } from '#lib/time/durations.ts';
import type { MarketFeed } from '../market/feed.ts';

/** The demo account's bots need a past of this length. */
export const DEMO_DAYS = 70;
/** How long a position that goes wrong is given. */
const TROUBLE_MS = 10 * DAY_MS;
const LOOK_MS = 6 * HOUR_MS;

/** A bot of the demo account: what is wished, when it is made, and when its owner stops it (null = it goes on). */
export interface DemoBot {
  readonly wish: BotWish;
  readonly startMs: number;
  readonly stopMs: number | null;
}

/** A bot that nobody would look at twice; each of the account's differs from it in what it shows. */
const PLAIN: Omit<BotWish, 'kind' | 'instrument' | 'name'> = {
  provider: 0,
  startsAt: 0,
  stopsAfter: null,
  spacing: 'arithmetic',
  investsBase: false,
  money: 2_000,
  reachDown: 1.2,
  reachUp: 1.2,
  grids: 20,
  ratio: 0,
  trailsUp: false,
  trailsDown: false,
  momentum: 0.02,
  hasStopLoss: false,
  hasTakeProfit: false,
  hasTrigger: false,
  checksEveryTick: false,
  keepsCoins: false,
  isOpenParams: true,
  // Whoever logs in with the published password looks at them; nobody asked to have them in the rankings.
  isHide: true,
  isHideOrder: false,
  followFee: 0.05,
  abstract: '',
  side: 'buy',
  leverage: 2,
  ladder: { step: 0.015, adds: 5, multiplier: 1.2, takeProfit: 0.01, transactionType: 'low-risk-arbitrage' },
  move: 0.01,
  basket: { others: ['ETH', 'SOL'], size: 3, everyHours: 12, threshold: 3 },
};

interface Move {
  readonly instrument: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Price at the end ÷ price at the start − 1. */
  readonly change: number;
}

/** The largest move of one direction within ten days that a market made in the time, looked at every six hours. */
function largestMove(
  feed: MarketFeed,
  instruments: readonly string[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  sign: 1 | -1,
): Move | null {
  let largest: Move | null = null;
  for (const instrument of instruments) {
    const prices: { readonly atMs: number; readonly ticks: number }[] = [];
    for (let atMs = fromMs; atMs <= toMs; atMs += LOOK_MS) {
      const ticks = feed.lastTicks(instrument, atMs);
      if (ticks !== null) prices.push({ atMs, ticks });
    }
    for (const [index, start] of prices.entries()) {
      for (const end of prices.slice(index + 1, index + 1 + TROUBLE_MS / LOOK_MS)) {
        const change = end.ticks / start.ticks - 1;
        if (sign * change <= sign * (largest?.change ?? 0)) continue;
        largest = { instrument, startMs: start.atMs, endMs: end.atMs, change };
      }
    }
  }
  return largest;
}

type Wish = Pick<BotWish, 'kind' | 'instrument' | 'name'> & Partial<BotWish>;

/** Days since the demo world's first; `until` null: it runs on. */
const DEMO_BOTS: readonly { readonly wish: Wish; readonly from: number; readonly until: number | null }[] = [
  {
    wish: { kind: 'spot_grid', instrument: 'BTC_USDT', name: 'Weekly look', reachDown: 2, reachUp: 2, grids: 30 },
    from: 0,
    until: null,
  },
  { wish: { kind: 'infinite_grid', instrument: 'ETH_USDT', name: 'No ceiling', money: 1_500 }, from: 4, until: null },
  { wish: { kind: 'martingale', instrument: 'SOL_USDT', name: 'Steps', money: 3_000 }, from: 12, until: null },
  {
    wish: { kind: 'smart-position', instrument: 'BTC_USDT', name: 'Three coins', money: 5_000 },
    from: 20,
    until: null,
  },
  {
    wish: { kind: 'spot-future-arbitrage', instrument: 'ETH_USDT', name: 'Funding', money: 4_000 },
    from: 30,
    until: null,
  },
  {
    wish: { kind: 'contract-martingale', instrument: 'BTC_USDT@USDT', name: 'Patient steps', money: 1_000 },
    from: 40,
    until: null,
  },
  { wish: { kind: 'macd', instrument: 'ETH_USDT', name: 'Crossings', money: 1_000 }, from: 48, until: null },
  {
    wish: { kind: 'margin_grid', instrument: 'BTC_USDT', name: 'Borrowed', side: 'buy', money: 1_200 },
    from: 8,
    until: 38,
  },
  {
    wish: { kind: 'spot_grid', instrument: 'ETH_USDT', name: 'One month', reachDown: 1.6, reachUp: 1.6 },
    from: 15,
    until: 45,
  },
  {
    wish: {
      kind: 'futures_grid',
      instrument: 'ETH_USDT@USDT',
      name: 'Both ways',
      side: 'neutral',
      money: 800,
      reachDown: 2,
      reachUp: 2,
    },
    from: 60,
    until: null,
  },
];

/**
 * What the demo account has run: nine kinds, the oldest 70 days ago, some still running, some ended. Two of them went
 * wrong, because that is what the screens have to show as well: a grid that was bought before the largest fall and given
 * up at its end, and a leveraged one that stood against the largest rise. What becomes of each is the engine's business.
 */
export function demoBots(feed: MarketFeed, startMs: number, endMs: number): readonly DemoBot[] {
  const day = (days: number): number => startMs + Math.round((days * DAY_MS) / LOOK_MS) * LOOK_MS;
  const wish = (one: Wish): BotWish => ({ ...PLAIN, ...one });
  const bots: DemoBot[] = DEMO_BOTS.map((bot) => ({
    wish: wish(bot.wish),
    startMs: day(bot.from),
    stopMs: bot.until === null ? null : day(bot.until),
  }));
  const past = { fromMs: day(2), toMs: Math.min(endMs - DAY_MS, day(66)) };
  const fall = largestMove(feed, ['XRP_USDT', 'DOGE_USDT', 'ADA_USDT', 'SOL_USDT'], past, -1);
  if (fall !== null) {
    const bought = wish({
      kind: 'spot_grid',
      instrument: fall.instrument,
      name: 'Bought the top',
      reachDown: 3,
      reachUp: 0.8,
    });
    bots.push({ wish: bought, startMs: fall.startMs, stopMs: fall.endMs });
  }
  const rise = largestMove(feed, ['SOL_USDT@USDT', 'XRP_USDT@USDT', 'BTC_USDT@USDT', 'ETH_USDT@USDT'], past, 1);
  if (rise !== null) {
    const short = wish({
      kind: 'futures_grid',
      instrument: rise.instrument,
      name: 'Against the wind',
      side: 'sell',
      leverage: 20,
      money: 500,
      reachDown: 0.6,
      reachUp: 0.3,
    });
    bots.push({ wish: short, startMs: rise.startMs, stopMs: null });
  }
  return bots;
}
