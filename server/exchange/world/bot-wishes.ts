import { isMadeOn } from '#lib/kinds/catalogue.ts';
import { RUNNABLE_KINDS, type RunnableKind } from '#lib/kinds/definitions.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { factsOf, KIND_FACTS } from '#lib/kinds/facts.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { BasketWish, BotWish } from '#lib/strategies/demo-wish.ts';
import type { PickerClass } from '#lib/strategies/kind-facts.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

const WEIGHTS: Readonly<Record<string, number>> = { BTC_USDT: 5, ETH_USDT: 4, SOL_USDT: 3, XRP_USDT: 2, BNB_USDT: 2 };

const STYLES = ['Drift', 'Anchor', 'Ladder', 'Tides', 'Weave', 'Pendulum', 'Terrace', 'Compass', 'Harvest', 'Orbit'];
const PACES = ['Calm', 'Steady', 'Wide', 'Tight', 'Patient', 'Brisk', 'Deep', 'Long', 'Early', 'Late'];
const ANY_WORDS = [
  'Made to be left alone; I look at it on Sundays.',
  'Half of my usual size. I would rather be bored than sorry.',
  '',
];
/** What owners say of their bots: true of every bot of the class. */
const CLASS_WORDS: { readonly [C in PickerClass]: readonly string[] } = {
  grid: ['Buys low, sells a step higher, again and again. Works while the market goes sideways.'],
  'average-cost': ['Adds when the price goes against it. Not for the faint-hearted in a long trend.'],
  'passive-arbitrage': ['A coin here, its short there: it lives on the funding, wherever the price goes.'],
  expert: ['Follows its signals and nothing else. It may wait for weeks.'],
};
/** The wishes of a world, the same for the same seed and markets (contracts among them). */
export function worldWishes(seed: string, specs: readonly MarketSpec[], providers: number, count: number): BotWish[] {
  const random = createSeededRandom(`${seed}/bots`);
  const weighted = specs.flatMap((spec) => Array<MarketSpec>(WEIGHTS[spec.market] ?? 1).fill(spec));
  const marketsOf = (kind: RunnableKind) => weighted.filter((spec) => takes(kind, spec, specs)).map(instrumentOf);
  const possible = RUNNABLE_KINDS.filter((kind) => marketsOf(kind).length > 0);
  const kinds = possible.flatMap((kind) => Array<RunnableKind>(kindOf(kind).demo.weight).fill(kind));
  // A world that is large enough shows one of every kind, whatever the weights bring.
  const shown = count >= 2 * possible.length ? possible : [];
  const coins = specs.filter(isCoinInUsdt).map(({ base }) => base);
  return Array.from({ length: count }, (_, index) => {
    const kind = shown[index] ?? random.pick(kinds);
    const made = wish(random, index % providers, kind, random.pick(marketsOf(kind)), coins);
    return index < shown.length ? { ...made, stopsAfter: null, isHide: false } : made;
  });
}

function isCoinInUsdt({ contract, quote }: MarketSpec): boolean {
  return contract === undefined && quote === 'USDT';
}

/** Whether a kind can stand on a market: coins of a portfolio are priced in USDT, an arbitrage needs the contract too. */
function takes(kind: RunnableKind, spec: MarketSpec, specs: readonly MarketSpec[]): boolean {
  const { trades } = factsOf(kind);
  if (trades === 'portfolio') return isCoinInUsdt(spec);
  const sameName = specs.some(({ contract, market }) => contract?.settle === 'USDT' && market === spec.market);
  if (trades === 'legs') return isCoinInUsdt(spec) && sameName;
  return isMadeOn(kind, spec.contract === undefined ? 'trade' : 'futures');
}

function wish(
  random: SeededRandom,
  provider: number,
  kind: RunnableKind,
  instrument: string,
  coins: readonly string[],
): BotWish {
  const trailsUp = random.chance(0.2);
  const trailsDown = !trailsUp && random.chance(0.08);
  const isTrailing = trailsUp || trailsDown;
  return {
    provider,
    kind,
    instrument,
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
    abstract: random.pick(wordsOf(kind)),
    side: random.pick(['buy', 'buy', 'sell', 'neutral'] as const),
    leverage: random.pick([2, 2, 3, 3, 5, 5, 8, 10]),
    ladder: {
      step: random.pick([0.005, 0.01, 0.015, 0.02, 0.03]),
      adds: random.integer(3, 8),
      multiplier: random.pick([1, 1.2, 1.5, 2]),
      takeProfit: random.pick([0.005, 0.008, 0.01, 0.015]),
      transactionType: random.pick(['low-risk-arbitrage', 'high-risk-arbitrage', 'hoarding'] as const),
    },
    move: random.pick([0.005, 0.01, 0.02]),
    basket: basketWish(random, instrument, coins),
  };
}

function wordsOf(kind: RunnableKind): readonly string[] {
  const own = kindOf(kind).demo.words ?? CLASS_WORDS[KIND_FACTS[kind].pickerClass];
  return [...ANY_WORDS, ...own, ...own];
}

function basketWish(random: SeededRandom, instrument: string, coins: readonly string[]): BasketWish {
  const own = instrument.split('_')[0];
  const others = coins
    .filter((coin) => coin !== own)
    .map((coin) => ({ coin, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ coin }) => coin);
  return {
    others,
    size: random.integer(2, 5),
    everyHours: random.pick([4, 12, 24, null, null]),
    threshold: random.pick([2, 3, 5]),
  };
}
