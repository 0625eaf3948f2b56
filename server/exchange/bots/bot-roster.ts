import { LiveDriver } from '#lib/engine/live-driver.ts';
import type { MarketView } from '#lib/engine/machine.ts';
import type { MarketFeed } from '../market/feed.ts';
import { createMarketView } from '../market/market-view.ts';
import { createMovingAverage } from '../market/moving-average.ts';
import type { LoadedBot } from './bot-book.ts';
import type { Prices } from './bot-equity.ts';
import { engineParamsOf } from './bot-kinds.ts';
import { formatBotRecord, isFinished, parseBotRecord } from './bot-record.ts';
import { emptyNotes, type LiveBot, restoreMachine } from './live-bot.ts';

/** The bots that live, by the instrument that wakes them, and those that wait for the market's next step to start. */
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

  /** What machines of an instrument may ask; they share one view, so that an average is computed once. */
  view(instrument: string): MarketView {
    // Feed 0 is the last price and feed 1 the mark price of the same instrument.
    const known = this.views.get(instrument) ?? createMarketView(this.feed, [instrument, instrument], this.average);
    this.views.set(instrument, known);
    return known;
  }

  /** The driver of an instrument, which begins at the prices of `timeMs`. */
  driver(instrument: string, timeMs: number): LiveDriver {
    const known = this.drivers.get(instrument);
    if (known !== undefined) return known;
    const driver = new LiveDriver();
    if (timeMs >= 0) this.setPrices(driver, instrument, timeMs);
    this.drivers.set(instrument, driver);
    return driver;
  }

  /** Tells a driver the prices of a moment without a point: nobody is woken. */
  setPrices(driver: LiveDriver, instrument: string, timeMs: number): void {
    const last = this.feed.lastTicks(instrument, timeMs);
    if (last !== null) driver.setLastTicks(last);
    if (this.feed.spec(instrument)?.contract === undefined) return;
    const mark = this.feed.markTicks(instrument, timeMs) ?? last;
    if (mark !== null) driver.setMarkTicks(mark);
  }

  /** Takes in a bot; one without a machine waits to be started. `timeMs`: up to where the market has been followed. */
  admit(bot: LiveBot, timeMs: number): void {
    if (isFinished(bot.record)) return;
    if (bot.machine === null) this.waiting.add(bot);
    else this.driver(bot.record.instrument, timeMs).add(`${bot.record.id}`, bot.machine);
  }

  dismiss(bot: LiveBot): void {
    this.waiting.delete(bot);
    this.drivers.get(bot.record.instrument)?.remove(`${bot.record.id}`);
  }

  /** Prices to value a bot at: the feed's, else the last ones that the bots of its instrument saw. */
  prices({ record, spec }: LiveBot, timeMs: number): Prices {
    const driver = this.drivers.get(record.instrument);
    const last = this.feed.lastTicks(record.instrument, timeMs) ?? driver?.lastTicks;
    if (last === undefined || Number.isNaN(last)) throw new Error(`bot ${record.id} moved on a market without a price`);
    if (spec.contract === undefined) return [last];
    const mark = this.feed.markTicks(record.instrument, timeMs) ?? driver?.markTicks;
    return [last, mark === undefined || Number.isNaN(mark) ? last : mark];
  }

  /** A bot from what the disk has of it. */
  revive({ record, machine, curve }: LoadedBot): LiveBot {
    const spec = this.feed.spec(record.instrument);
    if (spec === undefined) throw new Error(`bot ${record.id} trades ${record.instrument}, which this exchange lacks`);
    const notes = emptyNotes();
    const params = engineParamsOf(record.kind, record.payload, spec, record.feeRate);
    const revived =
      machine === null ? null : restoreMachine(record.kind, params, machine, this.view(record.instrument), notes);
    return { record, spec, machine: revived, notes, curve };
  }

  /** A copy of a bot as it is now, to put in its place if what is about to happen to it is taken back. */
  copy(bot: LiveBot): LiveBot {
    const record = parseBotRecord(structuredClone(formatBotRecord(bot.record)));
    return this.revive({ record, machine: bot.machine?.snapshot() ?? null, curve: [...bot.curve] });
  }
}
