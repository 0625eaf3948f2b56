import type { RecommendedItem, StrategyRow } from '#lib/contract/strategy.ts';
import { feedsOf } from '#lib/engine/bot-feeds.ts';
import { type DataPeriod, pointsOfPeriod } from '#lib/formulas/periods.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { User } from '../accounts/user.ts';
import type { BotBook } from '../bots/bot-book.ts';
import {
  type BotFigures,
  dailyPointAt,
  figuresAt,
  inUsdt,
  type Prices,
  profitAssetOf,
  usdtPrice,
} from '../bots/bot-equity.ts';
import { botFeeRate, engineParamsOf, knownPrices, minimumOf } from '../bots/bot-kinds.ts';
import { isFinished } from '../bots/bot-record.ts';
import { drawdownE8, wholeDaySharpe } from '../bots/bot-risk.ts';
import type { DailyPoint } from '../bots/daily-curve.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import type { LiveBot, StandingBot } from '../bots/live-bot.ts';
import type { ShareTransfers } from '../copies/share-transfers.ts';
import type { MarketFeed } from '../market/feed.ts';
import { type Statements, statementsOf } from './holdings-view.ts';
import { placeOf } from './quiet-reason.ts';
import { recommendedItem } from './recommended-item.ts';
import { type RowInput, strategyRow } from './strategy-row.ts';
import { sightIn, UNSEEN, type ViewerId } from './visibility.ts';

export interface BotViewParts {
  readonly feed: MarketFeed;
  readonly accounts: Pick<Accounts, 'byId'>;
  readonly book: BotBook;
  /** What copies have brought their originals' owners; absent where nobody asks. */
  readonly transfers?: Pick<ShareTransfers, 'incomeOf'>;
}

/** The wire's projections of a bot. Every one takes the viewer: what he may not see never leaves the exchange. */
export interface BotViews {
  row(bot: LiveBot, viewer: ViewerId, nowMs: number, period?: DataPeriod): Promise<StrategyRow>;
  item(bot: LiveBot, viewer: ViewerId, nowMs: number): Promise<RecommendedItem>;
  /** Ends of past days and the running day's present point, oldest first. */
  curve(bot: LiveBot, nowMs: number): readonly DailyPoint[];
  /** The point of a bot that has not ended in the running day's place. */
  present(bot: LiveBot, nowMs: number): DailyPoint;
  figures(bot: StandingBot, nowMs: number): BotFigures;
  /** What a bot has earned, which is all that memory knows of one in the archive. */
  earned(bot: AnyBot, nowMs: number): Pick<BotFigures, 'profit' | 'rateE8'>;
  statements(bot: LiveBot, nowMs: number): Statements;
  /** What another bot of its parameters needs at least now, units of USDT; null while a price is not known. */
  leastInvestment(bot: Pick<LiveBot, 'record' | 'spec'>, nowMs: number): bigint | null;
  /** Last price and, of contracts, mark price. */
  prices(bot: LiveBot, nowMs: number): Prices;
}

export function createBotViews({ feed, accounts, book, transfers }: BotViewParts): BotViews {
  function ownerOf(bot: LiveBot): User {
    const user = accounts.byId(bot.record.ownerId);
    if (user === undefined) throw new Error(`bot ${bot.record.id} belongs to nobody`);
    return user;
  }

  /** The prices of a bot's feeds; where nobody knows them (a live feed that is starting), those at its creation stand in for valuation only. */
  function valuationPrices({ record, spec }: Pick<StandingBot, 'record' | 'spec'>, nowMs: number): Prices {
    return feedsOf(spec).map(({ market, price }, index) => {
      const last = feed.lastTicks(market, nowMs);
      const ticks = price === 'mark' ? (feed.markTicks(market, nowMs) ?? last) : last;
      return ticks ?? (record.createPrices[index] as number);
    });
  }

  const figures = (bot: StandingBot, nowMs: number): BotFigures => figuresAt(bot, valuationPrices(bot, nowMs));

  const present = (bot: LiveBot, nowMs: number) => dailyPointAt(feed, bot, valuationPrices(bot, nowMs), nowMs + 1);

  function curve(bot: LiveBot, nowMs: number): readonly DailyPoint[] {
    return isFinished(bot.record) ? [...bot.curve] : [...bot.curve, present(bot, nowMs)];
  }

  /** What a bot copies, for who looks: an original that does not exist for him has no name in its copies' rows either (H54). */
  async function sourceFor({ followId }: LiveBot['record'], viewer: ViewerId): Promise<LiveBot | undefined> {
    const source = followId > 0 ? await book.get(followId) : undefined;
    return source === undefined || sightIn(book, source.record, viewer) === null ? undefined : source;
  }

  async function rowInput(bot: LiveBot, viewer: ViewerId, nowMs: number, period: DataPeriod): Promise<RowInput> {
    const { record, spec } = bot;
    // Asked for first: everything else is of one moment.
    const source = await sourceFor(record, viewer);
    const points = curve(bot, nowMs);
    const window = pointsOfPeriod(points, period);
    const base = window.length < points.length ? window[0] : undefined;
    const prices = valuationPrices(bot, nowMs);
    return {
      bot,
      owner: ownerOf(bot),
      source: source === undefined ? null : { name: source.record.name, owner: ownerOf(source) },
      followNum: book.followersOf(record.id),
      shareIncome: transfers?.incomeOf(record.id) ?? null,
      figures: figuresAt(bot, prices),
      statements: statementsOf(bot, prices),
      prices,
      drawdownE8: base === undefined ? drawdownE8(bot, window) : drawdownE8(bot, window.slice(1), base),
      sharpe: wholeDaySharpe(bot, base),
      periodStart:
        base === undefined
          ? { profit: 0n, rateE8: 0n, timeMs: record.createMs }
          : { profit: base.profit, rateE8: base.rateE8, timeMs: Date.parse(`${base.day}T00:00:00Z`) + DAY_MS },
      ...placeOf(feed, bot, nowMs),
      toUsdt: (amount) => inUsdt(feed, profitAssetOf(spec), amount, nowMs),
      sight: sightIn(book, record, viewer) ?? UNSEEN,
      nowMs,
    };
  }

  return {
    row: async (bot, viewer, nowMs, period = 'all_period') => strategyRow(await rowInput(bot, viewer, nowMs, period)),
    item: async (bot, viewer, nowMs) =>
      recommendedItem(await rowInput(bot, viewer, nowMs, 'all_period'), curve(bot, nowMs)),
    curve,
    present,
    figures,
    earned: (bot, nowMs) => (isArchived(bot) ? bot.outcome : figures(bot, nowMs)),
    statements: (bot, nowMs) => statementsOf(bot, valuationPrices(bot, nowMs)),
    leastInvestment: ({ record, spec }, nowMs) => {
      const { kind, payload, moneyAsset } = record;
      const prices = knownPrices(feed, spec, nowMs);
      if (prices === null || usdtPrice(feed, moneyAsset, nowMs) === null) return null;
      const params = engineParamsOf(kind, payload, spec, botFeeRate(spec, kind));
      return inUsdt(feed, moneyAsset, minimumOf(feed, kind, params, spec, prices, nowMs), nowMs);
    },
    prices: valuationPrices,
  };
}
