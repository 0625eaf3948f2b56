import { BotPages } from '#lib/engine/body/layout.ts';
import { feedsOf, tradesSeveralMarkets } from '#lib/engine/bot-feeds.ts';
import type { CallListener } from '#lib/engine/call-listener.ts';
import { LiveDriver } from '#lib/engine/live-driver.ts';
import type { LifeRefusal, MarketView, PriceFeedId } from '#lib/engine/machine.ts';
import { MarketsClock } from '#lib/engine/markets-clock.ts';
import { parseParams } from '#lib/kinds/stored-params.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import type { MarketFeed } from '../market/feed.ts';
import { createClosedKlines } from '../market/klines.ts';
import { createMarketView } from '../market/market-view.ts';
import { createMovingAverage } from '../market/moving-average.ts';
import type { LoadedBot } from './bot-book.ts';
import type { Prices } from './bot-equity.ts';
import { engineParamsOf } from './bot-kinds.ts';
import { instrumentsOf, isPlaceRefusal, lastFeedOf, specOfPayload } from './bot-markets.ts';
import { type BotRecord, formatBotRecord, isFinished, parseBotRecord } from './bot-record.ts';
import { startBot } from './create-bot.ts';
import { KeptDays } from './kept-days.ts';
import { type LiveBot, restoreMachine, TurnNotes } from './live-bot.ts';
import { callMachine, type OutsideCall } from './machine-call.ts';
import { TapeRecorder } from './tape-recorder.ts';
import { followMissedMinutes, resumeWatch } from './watch-restart.ts';

/**
 * The bots that live, by the instruments that wake them, and those that wait for the market's next step to start. A bot
 * of several markets rides with the driver of each; the clock wakes it at minute boundaries.
 */
export class BotRoster {
  readonly drivers = new Map<string, LiveDriver<number>>();
  /** Hears of all that happens to the machines that live here. */
  readonly tapes = new TapeRecorder();
  readonly clock = new MarketsClock<number>(this.tapes);
  readonly waiting = new Set<LiveBot>();
  /** Hears which bot a price or a moment calls, before it is called. */
  beforeCall: (botId: number) => void = () => {};
  /** Where the machines of bots that live have their words; a machine that ends gives its block back. */
  private readonly memory = new BotPages();
  private readonly listener: CallListener<number> = {
    price: (botId, ...call) => {
      this.beforeCall(botId);
      this.tapes.price(botId, ...call);
    },
    time: (botId, ...call) => {
      this.beforeCall(botId);
      this.tapes.time(botId, ...call);
    },
  };
  private readonly feed: MarketFeed;
  private readonly average: ReturnType<typeof createMovingAverage>;
  private readonly klines: ReturnType<typeof createClosedKlines>;
  private readonly views = new Map<string, MarketView>();
  /** Bots of several markets in each driver. */
  private readonly shared = new Map<string, number>();

  constructor(feed: MarketFeed) {
    this.feed = feed;
    this.average = createMovingAverage(feed);
    this.klines = createClosedKlines(feed);
  }

  /** What machines of some markets may ask; they share one view, so that an average is computed once. */
  view(spec: MarketSpec): MarketView {
    // Machines of one market are told of its mark price as their second feed, whether they listen to it or not.
    const feeds = tradesSeveralMarkets(spec) ? feedsOf(spec).map(({ market }) => market) : twice(instrumentsOf(spec));
    const key = feeds.join(' ');
    const known =
      this.views.get(key) ?? this.tapes.recorded(createMarketView(this.feed, feeds, this.average, this.klines));
    this.views.set(key, known);
    return known;
  }

  /** Starts a funded bot, to live here until it ends; onto its tape first. */
  start(bot: LiveBot, prices: Prices, timeMs: number): void {
    this.tapes.outside(bot.record.id, { type: 'start', spec: bot.spec }, prices, timeMs);
    startBot(bot, { view: this.view(bot.spec), memory: this.memory }, prices, timeMs);
  }

  /** A call that no price makes: onto the bot's tape, unless it is refused. */
  call({ record, machine }: LiveBot, call: OutsideCall, prices: Prices, timeMs: number): LifeRefusal | null {
    if (machine === null) return 'not-running';
    this.tapes.outside(record.id, call, prices, timeMs);
    const refusal = callMachine(machine, call, prices, timeMs);
    if (refusal !== null) this.tapes.forget(record.id);
    return refusal;
  }

  /** Whether bots of several markets trade this one. */
  isShared(instrument: string): boolean {
    return (this.shared.get(instrument) ?? 0) > 0;
  }

  /** After a restart: the minutes' ends that a sleeping bot lived through since it was written last. */
  followMissed(bot: LiveBot, untilMs: number): void {
    followMissedMinutes(this.feed, bot, untilMs);
  }

  /** Takes in a bot; one without a machine waits to be started. `timeMs`: up to where the market has been followed. */
  admit(bot: LiveBot, timeMs: number): void {
    const { record, machine, spec } = bot;
    if (isFinished(record)) return;
    if (machine === null) {
      this.waiting.add(bot);
      return;
    }
    for (const instrument of instrumentsOf(spec)) {
      this.driver(instrument, timeMs).add(record.id, machine, lastFeedOf(spec, instrument), bot.watch);
      if (tradesSeveralMarkets(spec)) this.shared.set(instrument, (this.shared.get(instrument) ?? 0) + 1);
    }
    if (tradesSeveralMarkets(spec)) this.clock.add(record.id, machine, bot.watch);
  }

  /** Reads a bot's ranges and wake time again after its machine was called from outside its driver. */
  refresh({ record, spec }: LiveBot): void {
    for (const instrument of instrumentsOf(spec)) this.drivers.get(instrument)?.refresh(record.id);
    this.clock.refresh(record.id);
  }

  dismiss(bot: LiveBot): void {
    const { record, spec } = bot;
    this.waiting.delete(bot);
    for (const instrument of instrumentsOf(spec)) {
      const driver = this.drivers.get(instrument);
      const before = driver?.size ?? 0;
      driver?.remove(record.id);
      const wasAboard = (driver?.size ?? 0) < before;
      if (wasAboard && tradesSeveralMarkets(spec)) this.shared.set(instrument, (this.shared.get(instrument) ?? 1) - 1);
    }
    this.clock.remove(record.id);
    // Of a command that failed after its call was made: the call must not come with the next one.
    this.tapes.forget(record.id);
  }

  /** Prices to value a bot at: the feed's, else the last ones that the bots of its instruments saw. */
  prices(bot: LiveBot, timeMs: number): Prices {
    const prices = this.pricesIfKnown(bot, timeMs);
    if (prices === null) throw new Error(`bot ${bot.record.id} moved on a market without a price`);
    return prices;
  }

  /** The same; null where one of its markets has had none since a restart. */
  pricesIfKnown({ spec }: LiveBot, timeMs: number): Prices | null {
    const prices = feedsOf(spec).map((feed) => this.priceOf(feed, timeMs));
    return prices.every((ticks) => ticks !== null) ? prices : null;
  }

  private priceOf({ market, price }: PriceFeedId, timeMs: number): number | null {
    const driver = this.drivers.get(market);
    const last = this.feed.lastTicks(market, timeMs) ?? known(driver?.lastTicks);
    if (price === 'last') return last;
    return this.feed.markTicks(market, timeMs) ?? known(driver?.markTicks) ?? last;
  }

  /** The prices that a driver's bots saw last: what the clock tells those that it wakes. */
  seenPrice({ market, price }: PriceFeedId): number {
    const driver = this.drivers.get(market);
    const last = driver?.lastTicks ?? Number.NaN;
    if (price === 'last') return last;
    return known(driver?.markTicks) ?? last;
  }

  /** The driver of an instrument, which begins at the prices of `timeMs`. One that nobody rides with has not been told any since. */
  private driver(instrument: string, timeMs: number): LiveDriver<number> {
    const driver = this.drivers.get(instrument) ?? new LiveDriver<number>(this.listener);
    this.drivers.set(instrument, driver);
    if (driver.size === 0 && timeMs >= 0) this.setPrices(driver, instrument, timeMs);
    return driver;
  }

  /** Tells a driver the prices of a moment without a point: nobody is woken. */
  private setPrices(driver: LiveDriver<number>, instrument: string, timeMs: number): void {
    const last = this.feed.lastTicks(instrument, timeMs);
    if (last !== null) driver.setLastTicks(last);
    if (this.feed.spec(instrument)?.contract === undefined) return;
    const mark = this.feed.markTicks(instrument, timeMs) ?? last;
    if (mark !== null) driver.setMarkTicks(mark);
  }

  /** A bot from what the disk has of it, to live here until it ends. */
  revive(loaded: LoadedBot): LiveBot {
    const spec = this.specOf(loaded.record);
    return this.wake({ ...loaded, spec, params: this.paramsOf(loaded, spec) }, this.memory);
  }

  private wake({ record, spec, params, machine, watch: seen, curve }: SleepingBot, memory?: BotPages): LiveBot {
    const notes = new TurnNotes(memory);
    if (machine === null || params === null) return { record, spec, params, machine: null, watch: null, notes, curve };
    const revived = restoreMachine(record.kind, params, machine, this.view(spec), notes);
    const watch = resumeWatch(revived, spec, seen, curve, memory);
    const days = memory === undefined ? curve : new KeptDays(memory, curve);
    return { record, spec, params, machine: revived, watch, notes, curve: days };
  }

  /** What a bot trades by, as it was written; of one from before that was, its payload says so. */
  private paramsOf({ record, params }: LoadedBot, spec: MarketSpec): LiveBot['params'] {
    const { kind, payload, feeRate } = record;
    if (isFinished(record)) return null;
    return params === null ? engineParamsOf(kind, payload, spec, feeRate) : parseParams(params, spec);
  }

  private specOf({ kind, payload, instrument }: BotRecord): MarketSpec {
    const spec = specOfPayload(this.feed, kind, payload);
    if (isPlaceRefusal(spec)) throw new Error(`${instrument}, or a market beside it, is not traded here`);
    return spec;
  }

  /** A copy of a bot as it is now, to try something on or to put in its place: most are forgotten soon, so its words are its own. */
  copy(bot: LiveBot): LiveBot {
    const record = parseBotRecord(structuredClone(formatBotRecord(bot.record)));
    const watch = bot.watch === null ? null : { span: bot.watch.span(), untilMs: bot.watch.untilMs };
    const { spec, params } = bot;
    return this.wake({ record, spec, params, machine: bot.machine?.snapshot() ?? null, watch, curve: [...bot.curve] });
  }
}

/** A bot before its machine is made. */
interface SleepingBot extends Omit<LoadedBot, 'params'>, Pick<LiveBot, 'spec' | 'params'> {}

function known(ticks: number | undefined): number | null {
  return ticks === undefined || Number.isNaN(ticks) ? null : ticks;
}

function twice(instruments: readonly string[]): readonly string[] {
  return instruments.flatMap((instrument) => [instrument, instrument]);
}
