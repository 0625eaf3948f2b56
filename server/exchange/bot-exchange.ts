import { grantMissingFunds } from './accounts/starting-funds.ts';
import { loadBacktests } from './backtests/backtest-book.ts';
import { startBacktests } from './backtests/backtest-runner.ts';
import { type BotBook, createBotBook } from './bots/bot-book.ts';
import { catchUp } from './bots/catch-up.ts';
import { MarketTurns } from './bots/market-turns.ts';
import { ShownPlans } from './bots/shown-plans.ts';
import { openConditionSets } from './condition-sets/condition-sets.ts';
import { copyNews } from './copies/copy-news.ts';
import { ShareTransfers } from './copies/share-transfers.ts';
import { type Dual, openDual } from './dual/dual.ts';
import { dualSources } from './dual/dual-sources.ts';
import type { EarnSource } from './earn/earn-source.ts';
import { EventHub } from './events/event-hub.ts';
import { HiddenBots } from './events/hidden-bots.ts';
import { startForks } from './forks/fork-runner.ts';
import { allHandlers } from './handlers/all-handlers.ts';
import type { HandlerParts } from './handlers/bot-parts.ts';
import { type Invest, openInvest } from './invest/invest.ts';
import { grantDualFund } from './ledger/dual-fund.ts';
import { grantInsurance } from './ledger/insurance-fund.ts';
import { type Notifications, openNotifications } from './notifications/notifications.ts';
import type { BotExchange, ExchangeParts } from './parts/exchange-parts.ts';
import { moveThread } from './portfolio/bot-moves.ts';
import { startPreviews } from './previews/preview-runner.ts';
import { startProofs } from './proofs/proof-runner.ts';
import { openProtection, type Protection } from './protection/protection.ts';
import { type PublicListParts, PublicLists } from './public-lists/public-lists.ts';
import type { Clock } from './surroundings/clock.ts';
import { openTypical } from './typical/typical-replays.ts';
import { createBotViews } from './views/bot-views.ts';
import { pickerCards } from './views/picker-cards.ts';
import { createPublicIndex } from './views/public-index.ts';
import type { Upkeep } from './views/upkeep.ts';
import { openWork } from './worker/open-work.ts';
import { askDemoBacktests } from './world/demo-backtests.ts';
import { makeWorld } from './world/make-world.ts';

/** The bots' side as tests drive it: the same, and a tick by hand. */
export interface SteeredBotExchange extends BotExchange {
  readonly events: EventHub;
  readonly notifications: Notifications;
  readonly protection: Protection;
  readonly invest: Invest;
  readonly dual: Dual;
  /** Null: nobody reads them from elsewhere. */
  readonly lists: PublicLists | null;
  readonly upkeep: Upkeep;
  /** Everything of `start` but the ticking. */
  prepare(): Promise<void>;
  /** Brings the market up to the clock's present, once. Resolves when the disk has it. */
  tick(): Promise<void>;
}

/** What works beside the exchange's own thread: the queue of jobs, who asks for them, and the thread that is no job. */
async function openThreads(parts: ExchangeParts) {
  const work = openWork(parts);
  const asking = { ...parts, jobs: work.jobs };
  const backtests = await loadBacktests(parts.store);
  const typical = await openTypical(asking);
  const [proofs, forks, previews, moves] = [
    startProofs(asking),
    startForks(asking),
    startPreviews(asking),
    moveThread(),
  ];
  const runner = startBacktests(asking, backtests);
  // Those that waited when the process ended.
  runner.wake();
  return {
    work,
    backtests,
    typical,
    threads: { runner, proofs, forks, previews, moves },
    stop: () => Promise.all([typical, work, proofs, forks, previews, moves].map((one) => one.stop())),
  };
}

/** The event streams; each account that protection looked at is told of it. */
function openEvents({ protection, ...parts }: ConstructorParameters<typeof EventHub>[0] & { protection: Protection }) {
  const events = new EventHub(parts);
  protection.watch.onLooked = (userId) => events.looked(userId);
  return events;
}

/** How bots are told of, the lists of those that everybody may see, and what copies pay for being it. */
async function openViews(parts: ExchangeParts, book: BotBook) {
  const transfers = await ShareTransfers.open({ ...parts, book });
  const views = createBotViews({ ...parts, book, transfers });
  const index = createPublicIndex({ book, views, clock: parts.clock });
  const picker = pickerCards({ ...parts, book, index });
  const lists = openPublicLists({ ...parts, book, views, index, picker });
  const onTold: HandlerParts['onTold'] = (items, nowMs) => lists?.told(items, nowMs);
  const onReply: HandlerParts['onReply'] = (told) => lists?.toldReply(told);
  return { transfers, views, plans: new ShownPlans(), index, picker, lists, onTold, onReply };
}

/** The lists as readers of a replica see them, where the store has any. */
function openPublicLists(parts: Omit<PublicListParts, 'lists'> & Pick<ExchangeParts, 'lists'>): PublicLists | null {
  const { lists } = parts;
  return lists === undefined ? null : new PublicLists({ ...parts, lists });
}

/** Limits of accounts, and the orders that count in them. */
async function openLimits(parts: Omit<Parameters<typeof openProtection>[0], 'dual'> & Parameters<typeof openDual>[0]) {
  const dual = await openDual(parts);
  return { dual, protection: await openProtection({ ...parts, dual }) };
}

/** What is earned without a bot; it works beside the ticks. */
async function openEarn(parts: Parameters<typeof openInvest>[0] & { readonly dual: Dual }) {
  const { dual } = parts;
  const invest = await openInvest(parts);
  const sources: readonly EarnSource[] = [invest.source, ...dualSources(dual)];
  return {
    invest,
    parts: { invest: invest.parts, dual, earn: sources },
    start(): void {
      dual.offers.start();
    },
    look(): void {
      void invest.closer.look();
      void invest.runner.look();
      dual.settlement.look();
    },
    async stop(): Promise<void> {
      await Promise.all([invest.closer.stop(), invest.runner.stop()]);
      await dual.settlement.stop();
    },
  };
}

/** Loads the bots and puts their handlers together. Nothing moves before `start`. */
export async function openBotExchange(parts: ExchangeParts): Promise<SteeredBotExchange> {
  const { store, ledger, feed, sequencer, clock, log, settings } = parts;
  const book = createBotBook(store, (botId) => log.error('archive-lost-bot', { botId }));
  const turns = new MarketTurns({ store, ledger, feed, book });
  await turns.load();
  const { lists, ...shown } = await openViews(parts, book);
  const { work, backtests, typical, threads, ...beside } = await openThreads(parts);
  const conditionSets = await openConditionSets(store);
  const notifications = await openNotifications({ ...parts, book });
  const { dual, protection } = await openLimits({ ...parts, book, turns, teller: notifications.parts.teller });
  const { invest, ...earn } = await openEarn({ ...parts, turns, dual, protection });
  const events = openEvents({ ...parts, book, protection, earn: earn.parts.earn });
  const hidden = new HiddenBots(parts.random);
  const own = { events, hidden, book, turns, ...shown, backtests, conditionSets, notifications, protection };
  const handlers = allHandlers({ ...parts, ...threads, ...own, ...earn.parts, typical: typical.book });
  const ticker = createTicker(tick, settings.tickMs, tickerOptions(parts));
  const dayEnd = besideTicks(sequencer, turns);

  async function tick(): Promise<void> {
    await advanceMarket(sequencer, turns);
    await shown.transfers.pass();
    dayEnd.look();
    earn.look();
    events.pricesMoved();
  }

  async function prepare(): Promise<void> {
    await sequencer.submit((tx) => grantFunds(parts, tx.nowMs));
    let areKept = false;
    while (!areKept) areKept = await sequencer.submit((tx) => turns.keepParams(tx, tx.nowMs));
    if (turns.cursorMs < 0) {
      const made = await makeWorld({ ...parts, book, turns });
      if (made > 0) log.info('world-made', { bots: made });
      if (made > 0 && settings.demoBots) await askDemoBacktests({ ...parts, ...threads, backtests });
    }
    notifications.listen([copyNews(book), ...earn.parts.earn.map(({ newsOf }) => newsOf)]);
    await catchUp({ ...parts, book, turns }, clock.nowMs());
  }

  return {
    handlers,
    jobs: work.jobs,
    days: work.days,
    events,
    notifications,
    protection,
    ...{ invest, dual, lists },
    upkeep: shown.index.upkeep,
    refusal: protection.refusal,
    running: () => [...book.running()].length,
    prepare,
    tick,
    async start() {
      await prepare();
      earn.start();
      ticker.start();
      events.start();
      notifications.start();
      protection.watch.start();
      for (const one of [typical, lists]) one?.start();
    },
    async stop() {
      shown.index.upkeep.stop();
      await ticker.stop();
      await protection.watch.stop();
      await notifications.stop();
      await dayEnd.stop();
      await earn.stop();
      await lists?.stop();
      await beside.stop();
    },
  };
}

/** What the houses and traders of a new exchange begin with. */
function grantFunds({ ledger, accounts }: Pick<ExchangeParts, 'ledger' | 'accounts'>, nowMs: number): void {
  grantInsurance(ledger, nowMs);
  grantDualFund(ledger, nowMs);
  grantMissingFunds(ledger, accounts, nowMs);
}

/** Brings the market up to the present, in as many turns as it takes. */
async function advanceMarket(sequencer: ExchangeParts['sequencer'], turns: MarketTurns): Promise<void> {
  let isThere = false;
  while (!isThere) {
    isThere = await sequencer.submit((tx) => {
      const isDone = turns.advance(tx, tx.nowMs);
      turns.archiveEnded(tx);
      return isDone;
    });
  }
}

/** A tick that is on disk later than this after it was due is told. */
const LATE_MS = 250;

interface TickerOptions {
  readonly clock: Clock;
  onDone(lateMs: number): void;
  onError(error: unknown): void;
}

function tickerOptions({ clock, log, sequencer, onTick }: ExchangeParts): TickerOptions {
  return {
    clock,
    onDone(lateMs) {
      onTick?.(lateMs);
      if (lateMs > LATE_MS) log.warn('tick-late', { lateMs });
    },
    onError: (error) => sequencer.fail(error),
  };
}

/** Calls `tick` again `everyMs` after it has finished, until stopped. A tick that throws is a bug in the middle of the bots' state: it is told and no other follows. */
function createTicker(tick: () => Promise<void>, everyMs: number, { clock, onDone, onError }: TickerOptions) {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = true;
  let running: Promise<void> = Promise.resolve();

  function schedule(): void {
    const dueMs = clock.nowMs() + everyMs;
    timer = setTimeout(() => {
      running = tick().then(
        () => {
          const lateMs = clock.nowMs() - dueMs;
          onDone(lateMs);
          if (!isStopped) schedule();
        },
        (error: unknown) => {
          if (!isStopped) onError(error);
        },
      );
    }, everyMs);
  }

  return {
    start() {
      isStopped = false;
      schedule();
    },
    stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

/** Gives bots the points of a day that has ended beside the ticks, a turn after another. */
function besideTicks(sequencer: ExchangeParts['sequencer'], turns: MarketTurns) {
  let closing: Promise<void> | null = null;
  let isStopped = false;

  async function close(): Promise<void> {
    try {
      while (turns.isClosingDay && !isStopped) await sequencer.submit((tx) => turns.closeDays(tx));
    } catch (error) {
      if (!isStopped) sequencer.fail(error);
    }
    closing = null;
  }

  return {
    look(): void {
      if (turns.isClosingDay) closing ??= close();
    },
    /** What is left is done after the next start. */
    async stop(): Promise<void> {
      isStopped = true;
      await closing;
    },
  };
}
