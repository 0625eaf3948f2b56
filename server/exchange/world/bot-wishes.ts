import type { MarketSpec } from '#lib/money/market-spec.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

/**
 * What a demo provider has in mind, before prices are known. Everything is a share or a factor: the figures that
 * somebody sees later come from the market and the engine.
 */
export interface BotWish {
  readonly provider: number;
  readonly market: string;
  /** Share of the world's time at which the bot is made, 0…1. */
  readonly startsAt: number;
  /** Share of its remaining time after which its owner stops it; null = it goes on. */
  readonly stopsAfter: number | null;
  readonly spacing: 'arithmetic' | 'geometric';
  readonly investsBase: boolean;
  /** Investment in USDT, whole. */
  readonly money: number;
  /** Reach below and above the price, in ranges of the days before. */
  readonly reachDown: number;
  readonly reachUp: number;
  readonly grids: number;
  /** Ratio of quantities from grid to grid as a fraction; 0 = equal. */
  readonly ratio: number;
  readonly trailsUp: boolean;
  readonly trailsDown: boolean;
  /** Fraction. */
  readonly momentum: number;
  readonly hasStopLoss: boolean;
  readonly hasTakeProfit: boolean;
  readonly hasTrigger: boolean;
  readonly checksEveryTick: boolean;
  readonly keepsCoins: boolean;
  readonly isOpenParams: boolean;
  readonly isHide: boolean;
  readonly isHideOrder: boolean;
  /** Fraction of the profit. */
  readonly followFee: number;
  readonly name: string;
  readonly abstract: string;
}

const WEIGHTS: Readonly<Record<string, number>> = { BTC_USDT: 5, ETH_USDT: 4, SOL_USDT: 3, XRP_USDT: 2, BNB_USDT: 2 };

const STYLES = ['Drift', 'Anchor', 'Ladder', 'Tides', 'Weave', 'Pendulum', 'Terrace', 'Compass', 'Harvest', 'Orbit'];
const PACES = ['Calm', 'Steady', 'Wide', 'Tight', 'Patient', 'Brisk', 'Deep', 'Long', 'Early', 'Late'];
const ABSTRACTS = [
  'Set wide enough to be left alone; I look at it on Sundays.',
  'Many small grids around the price. Works while the market goes sideways.',
  'Made for a slow climb: the range follows when the trend is strong enough.',
  'Half of my usual size. I would rather be bored than stopped out.',
  'Buys more the lower it gets. Not for the faint-hearted in a falling market.',
  '',
];

/** The wishes of a world, the same for the same seed and markets. */
export function worldWishes(seed: string, specs: readonly MarketSpec[], providers: number, count: number): BotWish[] {
  const random = createSeededRandom(`${seed}/bots`);
  const markets = specs.flatMap(({ market }) => Array<string>(WEIGHTS[market] ?? 1).fill(market));
  return Array.from({ length: count }, (_, index) => wish(random, index % providers, random.pick(markets)));
}

function wish(random: SeededRandom, provider: number, market: string): BotWish {
  const trailsUp = random.chance(0.2);
  const trailsDown = !trailsUp && random.chance(0.08);
  const isTrailing = trailsUp || trailsDown;
  return {
    provider,
    market,
    // More old bots than new ones: the longer record is the more interesting one.
    startsAt: random.next() ** 1.4,
    stopsAfter: random.chance(0.12) ? 0.2 + 0.7 * random.next() : null,
    spacing: random.chance(0.45) ? 'geometric' : 'arithmetic',
    investsBase: random.chance(0.12),
    money: random.pick([500, 800, 1_000, 1_500, 2_000, 3_000, 5_000, 8_000, 12_000, 20_000]),
    reachDown: 0.5 + 2 * random.next(),
    reachUp: 0.6 + 2.6 * random.next(),
    grids: random.pick([8, 10, 12, 16, 20, 24, 30, 40, 50, 60, 80]),
    ratio: random.chance(0.08) ? random.pick([0.01, 0.02, 0.05]) : 0,
    trailsUp,
    trailsDown,
    momentum: random.pick([0.02, 0.05]),
    hasStopLoss: !isTrailing && random.chance(0.18),
    hasTakeProfit: !isTrailing && random.chance(0.15),
    hasTrigger: random.chance(0.08),
    checksEveryTick: random.chance(0.4),
    keepsCoins: random.chance(0.15),
    isOpenParams: random.chance(0.8),
    isHide: random.chance(0.05),
    isHideOrder: random.chance(0.15),
    followFee: random.pick([0, 0.05, 0.05, 0.1, 0.15, 0.2]),
    name: `${random.pick(PACES)} ${random.pick(STYLES)}`,
    abstract: random.pick(ABSTRACTS),
  };
}
