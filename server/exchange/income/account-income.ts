import type { EarnType } from '#lib/contract/earn-types.ts';
import { DAY_MS } from '#lib/time/durations.ts';
import type { BotBook } from '../bots/bot-book.ts';
import { equityAt, profitAssetOf, profitOf } from '../bots/bot-equity.ts';
import { isFinished } from '../bots/bot-record.ts';
import { type AnyBot, isArchived } from '../bots/ended-bot.ts';
import type { ShareTransfers } from '../copies/share-transfers.ts';
import type { EarnIncome, EarnSource } from '../earn/earn-source.ts';
import type { AccountDays } from '../portfolio/account-days.ts';
import { equityParts } from '../portfolio/bot-worth.ts';
import { dayNumber } from '../portfolio/day-series.ts';
import type { StoreReader } from '../store/store.ts';
import { giveWay } from '../surroundings/turn-time.ts';
import type { BotViews } from '../views/bot-views.ts';
import { IncomeLines } from './income-line.ts';
import type { ShareDays } from './share-days.ts';

export interface IncomeParts {
  readonly store: Pick<StoreReader, 'since' | 'page'>;
  readonly book: BotBook;
  readonly views: Pick<BotViews, 'prices'>;
  readonly transfers: Pick<ShareTransfers, 'incomeOf'>;
  readonly earn: readonly EarnSource[];
}

/** What is kept of a trader's past. */
export interface KeptPast {
  readonly days: AccountDays;
  readonly shares: ShareDays;
}

/** Bots between two looks at what came in: some milliseconds. */
const BOTS_A_PIECE = 100;

/** A bot as it was looked at: what it had earned in all, and what is in it; units of what its profit is counted in. */
interface Sample {
  readonly bot: AnyBot;
  readonly profit: bigint;
  readonly isRunning: boolean;
  readonly assets: bigint;
}

/**
 * Everything that a trader's bots and earn products brought, by type, asset and UTC day. Money that he put in or took out is in none of
 * it: a bot's profit is without it, and its days are what the profit did. `tell` is called in the same moment: what is kept of his past goes on.
 */
export async function accountIncome<T>(
  parts: IncomeParts,
  { days, shares }: KeptPast,
  { userId, nowMs }: { readonly userId: number; readonly nowMs: number },
  tell: (lines: IncomeLines) => T,
): Promise<T> {
  const { book } = parts;
  await shares.follow(parts, userId);
  do await days.follow(book, userId);
  while (days.unreadOf(book.ofOwner(userId)).length > 0);
  const earned = await Promise.all(
    parts.earn.map(async (source) => ({ type: source.type, income: await source.incomeOf(userId, nowMs) })),
  );
  const samples = await sampled(parts, userId, nowMs);
  // Nothing is waited for from here on: a day that is closed meanwhile would be in a bot's days and in what is new of it.
  const lines = new IncomeLines();
  for (const sample of samples) addBot(days, lines, sample, nowMs);
  for (const { kind, asset, days: series } of days.days.entries()) lines.of(kind, asset).series.push(series);
  addShares(parts, shares, lines, userId, nowMs);
  for (const { type, income } of earned) addEarn(type, income, lines);
  return tell(lines);
}

async function sampled({ book, views }: IncomeParts, userId: number, nowMs: number): Promise<readonly Sample[]> {
  const samples: Sample[] = [];
  for (const [index, { record }] of book.ofOwner(userId).entries()) {
    if (index > 0 && index % BOTS_A_PIECE === 0) await giveWay();
    // A change puts another machine in a bot's place, and the one that was listed has none any more.
    const bot = book.known(record.id);
    if (bot === undefined) continue;
    if (isArchived(bot)) {
      samples.push({ bot, profit: bot.outcome.profit, isRunning: false, assets: 0n });
      continue;
    }
    const equity = equityAt(bot, views.prices(bot, nowMs));
    const isRunning = !isFinished(bot.record);
    const assets = isRunning ? equityParts(bot.record, equity).own : 0n;
    samples.push({ bot, profit: profitOf(bot.record, equity), isRunning, assets });
  }
  return samples;
}

function addBot(
  days: AccountDays,
  lines: IncomeLines,
  { bot, profit, isRunning, assets }: Sample,
  nowMs: number,
): void {
  const { record, spec } = bot;
  const line = lines.of(record.kind, profitAssetOf(spec));
  if (!isArchived(bot)) days.count(bot);
  const fresh = profit - days.countedOf(record.id);
  if (fresh !== 0n) line.fresh.add(openDay(bot, nowMs), fresh);
  if (isRunning) line.running += profit;
  else line.ended += profit;
  line.assets += assets;
}

/** The day that what is in no day yet belongs to: today, or yesterday while its end is being written; of what has ended the day of its end. */
function openDay(bot: AnyBot, nowMs: number): number {
  const today = Math.floor(nowMs / DAY_MS);
  if (bot.record.finishMs !== null) return Math.min(today, Math.floor(bot.record.finishMs / DAY_MS));
  if (isArchived(bot) || bot.machine === null) return today;
  const last = bot.curve.at(-1);
  const closedTo = last === undefined ? 0 : dayNumber(last.day) + 1;
  return Math.min(today, Math.max(closedTo, Math.floor(bot.record.createMs / DAY_MS)));
}

function addShares(parts: IncomeParts, shares: ShareDays, lines: IncomeLines, userId: number, nowMs: number): void {
  for (const { kind, asset, days } of shares.days.entries()) {
    const line = lines.of(kind, asset);
    line.series.push(days);
    const [first, end] = days.span;
    for (let day = first; day < end; day += 1) line.shares += days.on(day);
  }
  for (const { kind, asset, amount } of shares.undated(parts, userId)) {
    const line = lines.of(kind, asset);
    line.shares += amount;
    line.fresh.add(Math.min(line.firstDay, Math.floor(nowMs / DAY_MS)), amount);
  }
}

function addEarn(type: EarnType, { days, running, assets }: EarnIncome, lines: IncomeLines): void {
  for (const { day, asset, earned } of days) {
    const line = lines.of(type, asset);
    line.fresh.add(dayNumber(day), earned);
    line.ended += earned;
  }
  for (const [asset, amount] of running) {
    const line = lines.of(type, asset);
    line.ended -= amount;
    line.running += amount;
  }
  for (const [asset, amount] of assets) lines.of(type, asset).assets += amount;
}
