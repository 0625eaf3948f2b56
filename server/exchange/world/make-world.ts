import { PAPER_ACCOUNTS } from '#lib/contract/paper-accounts.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { instrumentOf, type MarketSpec } from '#lib/money/market-spec.ts';
import type { BotWish } from '#lib/strategies/demo-wish.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, midnightOf } from '#lib/time/durations.ts';
import type { User } from '../accounts/user.ts';
import { type BotBook, saveBot } from '../bots/bot-book.ts';
import { botFeeRate, knownPrices } from '../bots/bot-kinds.ts';
import { isPlaceRefusal, specOfPayload } from '../bots/bot-markets.ts';
import type { BotRecord, StoredPayload } from '../bots/bot-record.ts';
import { fundBot, newRecord } from '../bots/create-bot.ts';
import type { LiveBot } from '../bots/live-bot.ts';
import type { MarketTurns } from '../bots/market-turns.ts';
import { userAccount } from '../ledger/account-names.ts';
import { issueTo } from '../ledger/movements.ts';
import type { ExchangeParts } from '../parts/exchange-parts.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { planBot } from './bot-plan.ts';
import { worldWishes } from './bot-wishes.ts';
import { DemoCopies } from './demo-copies.ts';
import { DEMO_DAYS, demoBots } from './demo-wishes.ts';
import { worldProviders } from './providers.ts';
import { type SearchedBot, searchedBots } from './searched-bots.ts';

/** Bots are made and stopped on these hours; between them the market is followed in one go. */
const STRIDE_MS = 6 * HOUR_MS;

export interface WorldParts
  extends Pick<ExchangeParts, 'accounts' | 'ledger' | 'feed' | 'sequencer' | 'clock' | 'progress' | 'settings'> {
  readonly book: BotBook;
  readonly turns: MarketTurns;
}

/** A bot that is to be, with its times on the stride. */
interface Planned {
  readonly wish: BotWish;
  readonly owner: User;
  readonly startMs: number;
  readonly stopMs: number | null;
  /** Found before; null: made from the wish at the prices of its start. */
  readonly found: SearchedBot | null;
}

/**
 * The demo world: bots of invented providers, run through the engine over the market's last days with real postings,
 * real daily curves and real records, then left to live on. One command, one transaction: a process that is killed on
 * the way has made nothing. Returns the number of bots (0 when the feed knows too little of the past).
 */
export async function makeWorld(parts: WorldParts): Promise<number> {
  const { feed, settings, clock, sequencer, turns } = parts;
  const nowMs = clock.nowMs();
  const days = settings.worldBots === 0 ? 0 : knownDays(parts, nowMs);
  if (days === 0) {
    await sequencer.submit((tx) => turns.begin(tx, nowMs));
    return 0;
  }
  const startMs = midnightOf(nowMs) - days * DAY_MS;
  const endMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  const providers = worldProviders(settings.seed);
  const specs = [...feed.specs, ...feed.contracts].filter((spec) => feed.knowsPath(instrumentOf(spec), startMs, endMs));
  const wishes = worldWishes(settings.seed, specs, providers.length, settings.worldBots);
  const scheduled = wishes.map((wish) => schedule(wish, startMs, endMs));
  const searched = settings.aiSearch ? await searchedBots(feed, scheduled) : new Map<object, SearchedBot>();
  return sequencer.submit((tx) => {
    const users = providers.map((provider) => {
      const user = parts.accounts.add(tx, { ...provider, account: '', passwordHash: '', fundpassHash: '' });
      if ('refused' in user) throw new Error(`the provider ${provider.nickname} cannot be made: ${user.refused}`);
      return user;
    });
    const planned = scheduled.map((bot) => ({
      ...bot,
      owner: users[bot.wish.provider] as User,
      found: searched.get(bot) ?? null,
    }));
    const made = liveThrough(parts, tx, {
      startMs,
      endMs,
      nowMs,
      planned: [...planned, ...ofDemo(parts, specs, endMs, days)],
      copies: settings.demoBots ? new DemoCopies(feed, users, settings.seed) : null,
    });
    parts.progress(`The demo world has ${made.length} bots of ${users.length} providers.`);
    return made.length;
  });
}

/** What the demo account has run; nothing where there is no such account, or too little of the past is known. */
function ofDemo(parts: WorldParts, specs: readonly MarketSpec[], endMs: number, days: number): readonly Planned[] {
  const demo = parts.settings.demoBots ? parts.accounts.credentials(PAPER_ACCOUNTS[0].account) : undefined;
  const owner = demo === undefined ? undefined : parts.accounts.byId(demo.userId);
  if (owner === undefined || days < DEMO_DAYS) return [];
  const known = new Set(specs.map(instrumentOf));
  const startMs = midnightOf(endMs) - DEMO_DAYS * DAY_MS;
  return demoBots(parts.feed, startMs, endMs)
    .filter(({ wish }) => known.has(wish.instrument))
    .map((bot) => ({ ...bot, owner, found: null }));
}

/** The most days, up to the setting, whose whole path the feed knows on some market. */
function knownDays({ feed, settings }: WorldParts, nowMs: number): number {
  const today = midnightOf(nowMs);
  for (let days = settings.worldDays; days >= 1; days = Math.floor(days / 2)) {
    const fromMs = today - days * DAY_MS;
    if (feed.specs.some(({ market }) => feed.knowsPath(market, fromMs, nowMs))) return days;
  }
  return 0;
}

function schedule(wish: BotWish, startMs: number, endMs: number): Omit<Planned, 'owner' | 'found'> {
  const onStride = (timeMs: number): number => startMs + Math.floor((timeMs - startMs) / STRIDE_MS) * STRIDE_MS;
  const begin = onStride(startMs + (endMs - startMs) * wish.startsAt);
  const stop = wish.stopsAfter === null ? null : onStride(begin + (endMs - begin) * wish.stopsAfter);
  return { wish, startMs: begin, stopMs: stop === null || stop <= begin ? null : stop };
}

interface Stage {
  readonly startMs: number;
  readonly endMs: number;
  readonly nowMs: number;
  readonly planned: readonly Planned[];
  /** Null: nobody copies. */
  readonly copies: DemoCopies | null;
}

function liveThrough(parts: WorldParts, tx: Tx, { startMs, endMs, nowMs, planned, copies }: Stage): readonly LiveBot[] {
  const { turns, progress } = parts;
  const stops = new Map<LiveBot, number>();
  const made: LiveBot[] = [];
  turns.begin(tx, startMs);
  let toldTenths = 0;
  for (let atMs = startMs; atMs < endMs; atMs = Math.min(endMs, atMs + STRIDE_MS)) {
    for (const { stopMs, ...plan } of planned) {
      if (plan.startMs !== atMs) continue;
      const bot = makeBot(parts, tx, plan);
      if (bot === null) continue;
      made.push(bot);
      if (stopMs !== null) stops.set(bot, stopMs);
    }
    for (const { source, owner, payload } of copies?.at(made, atMs) ?? []) {
      const { kind, id: followId, isOpenParams, isAi, aiGrade } = source.record;
      const copy = fundedBot(parts, tx, { kind, owner, payload, isOpenParams, followId, isAi, aiGrade }, atMs);
      if (copy !== null) made.push(copy);
    }
    for (const [bot, stopMs] of stops) {
      if (stopMs === atMs && bot.machine !== null) turns.terminate(tx, bot, closeOf(bot));
    }
    allTheWay(() => turns.advance(tx, Math.min(endMs, atMs + STRIDE_MS), { pathOf: () => 'minutes', style: 'bulk' }));
    const tenths = Math.floor((10 * (atMs - startMs)) / (endMs - startMs));
    if (tenths > toldTenths) progress(`Making the demo world: ${tenths * 10} % (${made.length} bots)`);
    toldTenths = tenths;
  }
  // The running minute, second by second.
  allTheWay(() => turns.advance(tx, nowMs, { style: 'bulk' }));
  for (const bot of made) saveBot(tx, bot);
  return made;
}

/** One command, however many days are closed on the way. */
function allTheWay(advance: () => boolean): void {
  while (!advance());
}

function closeOf({ record }: LiveBot) {
  return { type: kindOf(record.kind).terms(record.payload).keepsCoins ? 'no_close' : 'market' } as const;
}

/** A bot as it was found or as its wish has it at the prices of its start. Null when the wish does not fit the market. */
function makeBot(
  parts: WorldParts,
  tx: Tx,
  { wish, owner, startMs: atMs, found }: Omit<Planned, 'stopMs'>,
): LiveBot | null {
  const { kind, isOpenParams } = wish;
  const market = parts.feed.spec(wish.instrument);
  const payload = found?.payload ?? (market === undefined ? null : planBot(parts.feed, market, wish, atMs));
  if (payload === null) return null;
  const source = { isAi: found !== null, aiGrade: found?.aiGrade };
  return fundedBot(parts, tx, { kind, owner, payload, isOpenParams, followId: 0, ...source }, atMs);
}

interface Wanted extends Pick<BotRecord, 'isAi' | 'aiGrade'> {
  readonly kind: BotWish['kind'];
  readonly owner: User;
  readonly payload: StoredPayload;
  readonly isOpenParams: boolean;
  /** What it copies; 0: nothing. */
  readonly followId: number;
}

/** Gives the owner the paper money that the bot needs, and makes the bot with it. Null where its market has no price. */
function fundedBot(parts: WorldParts, tx: Tx, wanted: Wanted, atMs: number): LiveBot | null {
  const { feed, ledger, book, turns } = parts;
  const { kind, owner, payload, isOpenParams, followId, isAi, aiGrade } = wanted;
  const spec = specOfPayload(feed, kind, payload);
  const prices = isPlaceRefusal(spec) ? null : knownPrices(feed, spec, atMs);
  if (isPlaceRefusal(spec) || prices === null) return null;
  const feeRate = botFeeRate(spec, kind);
  const order = { kind, ownerId: owner.id, spec, payload, feeRate, isOpenParams, followId, isAi, aiGrade, trial: 0n };
  const record = newRecord(book.nextId(), order, prices, atMs);
  const grant = issueTo(userAccount(owner.id, record.account), record.moneyAsset, record.money);
  const refused = ledger.post([grant], 'starting-funds', `user:${owner.id}`, atMs);
  const bot = refused === null ? fundBot(ledger, record, spec) : refused;
  if ('refused' in bot) throw new Error(`the demo world cannot pay its bot ${record.id}`);
  turns.accept(tx, bot);
  return bot;
}
