import { LiveDriver } from '#lib/engine/live-driver.ts';
import type { MarketView } from '#lib/engine/machine.ts';
import type { MarketFeed } from '../market/feed.ts';
import { createMarketView } from '../market/market-view.ts';
import { createMovingAverage } from '../market/moving-average.ts';
import type { LoadedBot } from './bot-book.ts';
import { engineParamsOf } from './bot-kinds.ts';
import { formatBotRecord, isFinished, parseBotRecord } from './bot-record.ts';
import { emptyNotes, type LiveBot, restoreMachine } from './live-bot.ts';

/** The bots that live, by the market that wakes them, and those that wait for the market's next step to start. */
export class BotRoster {
  readonly drivers = new Map<string, LiveDriver>();
  readonly waiting = new Set<LiveBot>();
  private readonly feed: MarketFeed;
  private readonly average: ReturnType<typeof createMovingAverage>;
  private readonly views = new Map<string, MarketView>();

  constructor(feed: MarketFeed) {
    this.feed = feed;
    this.average = createMovingAverage(feed);
  }

  /** What machines of a market may ask; they share one view, so that an average is computed once. */
  view(market: string): MarketView {
    const known = this.views.get(market) ?? createMarketView(this.feed, [market], this.average);
    this.views.set(market, known);
    return known;
  }

  /** The driver of a market, which begins at the price of `timeMs`. */
  driver(market: string, timeMs: number): LiveDriver {
    const known = this.drivers.get(market);
    if (known !== undefined) return known;
    const driver = new LiveDriver();
    const ticks = timeMs < 0 ? null : this.feed.lastTicks(market, timeMs);
    if (ticks !== null) driver.setLastTicks(ticks);
    this.drivers.set(market, driver);
    return driver;
  }

  /** Takes in a bot; one without a machine waits to be started. `timeMs`: up to where the market has been followed. */
  admit(bot: LiveBot, timeMs: number): void {
    if (isFinished(bot.record)) return;
    if (bot.machine === null) this.waiting.add(bot);
    else this.driver(bot.spec.market, timeMs).add(`${bot.record.id}`, bot.machine);
  }

  dismiss(bot: LiveBot): void {
    this.waiting.delete(bot);
    this.drivers.get(bot.spec.market)?.remove(`${bot.record.id}`);
  }

  /** A price to value a bot at: the feed's, else the last one that the bots of its market saw. */
  price(bot: LiveBot, timeMs: number): number {
    const ticks = this.feed.lastTicks(bot.spec.market, timeMs) ?? this.drivers.get(bot.spec.market)?.lastTicks;
    if (ticks === undefined || Number.isNaN(ticks)) {
      throw new Error(`bot ${bot.record.id} moved on a market without a price`);
    }
    return ticks;
  }

  /** A bot from what the disk has of it. */
  revive({ record, machine, curve }: LoadedBot): LiveBot {
    const spec = this.feed.spec(record.market);
    if (spec === undefined) throw new Error(`bot ${record.id} trades ${record.market}, which this exchange lacks`);
    const notes = emptyNotes();
    const params = engineParamsOf(record.payload, spec, record.feeRate);
    const revived =
      machine === null ? null : restoreMachine(record.kind, params, machine, this.view(spec.market), notes);
    return { record, spec, machine: revived, notes, curve };
  }

  /** A copy of a bot as it is now, to put in its place if what is about to happen to it is taken back. */
  copy(bot: LiveBot): LiveBot {
    const record = parseBotRecord(structuredClone(formatBotRecord(bot.record)));
    return this.revive({ record, machine: bot.machine?.snapshot() ?? null, curve: [...bot.curve] });
  }
}
