import type { StrategyType } from '../contract/vocabulary.ts';
import { ceilToStep, formatAmount, mulDivUp, UNITS_PER_COIN } from '../money/amount.ts';
import { formatTicks, type MarketSpec } from '../money/market-spec.ts';

/**
 * What a demo provider has in mind, before prices are known. Everything is a share or a factor: the figures that
 * somebody sees later come from the market and the engine.
 */
export interface BotWish {
  readonly provider: number;
  readonly kind: StrategyType;
  /** Key of the market's prices (instrumentOf). */
  readonly instrument: string;
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
  readonly side: 'buy' | 'sell' | 'neutral';
  /** Whole, ≥ 2. */
  readonly leverage: number;
  readonly ladder: LadderWish;
  /** Infinite grids: the move that trades, a fraction. */
  readonly move: number;
  readonly basket: BasketWish;
}

/** What a smart position is to be like. */
export interface BasketWish {
  /** Coins beside that of the bot's market, in an order of preference; no coin twice. */
  readonly others: readonly string[];
  /** How many coins it has; fewer when the market has fewer. */
  readonly size: number;
  /** Hours between two looks; null = by ratio. */
  readonly everyHours: number | null;
  /** Percent off the target that is put right. */
  readonly threshold: number;
}

/** What a martingale is to be like. Rates are fractions. */
export interface LadderWish {
  readonly step: number;
  readonly adds: number;
  readonly multiplier: number;
  readonly takeProfit: number;
  readonly transactionType: 'low-risk-arbitrage' | 'high-risk-arbitrage' | 'hoarding';
}

/** The market that a wish is written for. */
export interface WishedMarket {
  readonly last: number;
  /** Highest less lowest price of the days before, ticks. */
  readonly range: number;
  readonly grids: number;
  /** USDT units of one coin of the profit asset. */
  readonly assetInUsdt: bigint;
}

/** How a kind appears in the demo world. */
export interface DemoKind<Payload> {
  /** How often it is wished for, in parts of the sum of all kinds. */
  readonly weight: number;
  /** What owners say of such a bot, where their class's words do not fit. */
  readonly words?: readonly string[];
  /** A payload as it is when the AI search has found it; absent: no bot of the demo world is searched for. */
  asFound?(payload: Payload): Payload;
  /** A wish as its create call takes it. */
  write(spec: MarketSpec, wish: BotWish, place: WishedMarket): Payload;
}

export function priceText(spec: MarketSpec, ticks: number): string {
  return formatTicks(spec, Math.max(1, Math.round(ticks)));
}

export function rangeOf(wish: BotWish, { last, range }: WishedMarket): { low: number; high: number } {
  const low = Math.max(Math.ceil(last * 0.2), Math.round(last - range * wish.reachDown));
  return { low, high: Math.round(last + range * wish.reachUp) };
}

/** Name, words and flags of every kind. */
export function extrasOf(spec: MarketSpec, wish: BotWish) {
  return {
    strategy_name: `${spec.base} ${wish.name}`,
    abstract: wish.abstract,
    follow_fee_rate: `${wish.followFee}`,
    is_hide: wish.isHide ? (1 as const) : (0 as const),
    is_hide_order: wish.isHideOrder ? (1 as const) : (0 as const),
  };
}

/** The wished USDT in the investment asset, rounded up to what its form takes. */
export function moneyText(
  spec: MarketSpec,
  wish: BotWish,
  { last, assetInUsdt }: WishedMarket,
  isBase: boolean,
): string {
  const inAsset = mulDivUp(BigInt(wish.money) * UNITS_PER_COIN, UNITS_PER_COIN, assetInUsdt);
  if (!isBase) return formatAmount(ceilToStep(inAsset, 100n));
  const inBase = mulDivUp(inAsset, UNITS_PER_COIN, BigInt(last) * spec.tickUnits);
  return formatAmount(ceilToStep(inBase, spec.lotUnits));
}
