import { type BotMachine, EQUITY_SCALE, type WakeSlot, type WithheldOrder } from '../machine.ts';
import type { CoinLeg, LegWithheld } from './coin-leg.ts';
import { exactOf, isZero, setTotal, wholeUnitsOf } from './exact.ts';
import type { MarketsBot } from './markets-bot.ts';
import { readTime, storedTime } from './stored-times.ts';

/** What a bot of several markets waits for, in the form that stored bots have. A null wake is "never". */
export interface WaitSnapshot {
  readonly status: BotMachine['status'];
  readonly step: BotMachine['step'];
  readonly lookedAtMs: number;
  readonly wakeAtMs: number | null;
  readonly prices: readonly number[];
  readonly slots: readonly { readonly below: number; readonly above: number }[];
}

/** A leg's coins: decimal texts by field. Version 1 knows spare coins and a start of their own; a leg has neither. */
export type CoinSnapshot = Readonly<Record<string, string>>;

/** Version 1: units and exact values as decimal texts. */
interface MarketsSnapshot extends WaitSnapshot {
  readonly version: 1;
  readonly coins: readonly CoinSnapshot[];
  readonly withheld: readonly (WithheldOrder | null)[];
  /** Its params' investment is all that it was given in money: before and after the start. Absent: nothing after it. */
  readonly deposits?: string;
  readonly startValue: string;
  readonly startedAtMs: number;
  readonly fills: number;
  readonly sales: number;
  readonly soldProfit: string;
}

export function takeWait({ status, step, lookedAtMs, wakeAtMs, prices, slots }: MarketsBot): WaitSnapshot {
  return {
    status,
    step,
    lookedAtMs,
    wakeAtMs: storedTime(wakeAtMs),
    prices: [...prices],
    slots: slots.map(({ below, above }) => ({ below, above })),
  };
}

export function readWait(bot: MarketsBot, snapshot: WaitSnapshot): void {
  const { status, step, lookedAtMs, prices } = snapshot;
  Object.assign(bot, { status, step, lookedAtMs, prices });
  bot.wakeAtMs = readTime(snapshot.wakeAtMs);
  for (const [i, slot] of bot.slots.entries()) Object.assign(slot, snapshot.slots[i] as WakeSlot);
}

/** `quote` is what trading the leg has moved of the money. */
export function takeCoins(leg: CoinLeg): CoinSnapshot {
  const { start, gridProfit, positionCash, fees, base, paid } = leg;
  const moved = exactOf(start) + exactOf(gridProfit) + exactOf(positionCash) - exactOf(fees);
  return {
    quote: `${moved / EQUITY_SCALE}`,
    base: `${wholeUnitsOf(base)}`,
    paid: `${wholeUnitsOf(paid)}`,
    carry: `${-exactOf(positionCash)}`,
    spareBase: '0',
    sparePaid: '0',
    spareCarry: '0',
    start: '0',
    realised: `${exactOf(gridProfit)}`,
    fees: `${exactOf(fees)}`,
  };
}

/** Returns what trading the leg has moved of the money, units. */
export function readCoins(leg: CoinLeg, stored: CoinSnapshot): bigint {
  const amount = (name: string): bigint => BigInt(stored[name] as string);
  const moved = amount('quote');
  leg.held = amount('base');
  setTotal(leg.paid, amount('paid') * EQUITY_SCALE);
  setTotal(leg.positionCash, -amount('carry'));
  setTotal(leg.gridProfit, amount('realised'));
  setTotal(leg.fees, amount('fees'));
  setTotal(leg.start, moved * EQUITY_SCALE - amount('realised') + amount('carry') + amount('fees'));
  return moved;
}

export function readWithheld(leg: CoinLeg, order: WithheldOrder | null): void {
  if (order === null) leg.withholdNothing();
  else leg.withhold(order.reason as LegWithheld, order.side, order.ticks);
}

export function takeMarketsSnapshot(bot: MarketsBot): MarketsSnapshot {
  const { legs, start, deposits, startedAtMs, fills, matches, matchedProfit } = bot;
  return {
    version: 1,
    ...takeWait(bot),
    coins: legs.map(takeCoins),
    withheld: legs.map((leg) => leg.withheldOrder()),
    ...(isZero(deposits) ? {} : { deposits: `${wholeUnitsOf(deposits)}` }),
    startValue: `${exactOf(start)}`,
    startedAtMs,
    fills,
    sales: matches,
    soldProfit: `${wholeUnitsOf(matchedProfit)}`,
  };
}

/** Makes a bot of coins alone that has not started the one that the snapshot saw. The store is our own: another version is a bug and throws. */
export function readMarketsSnapshot(bot: MarketsBot, value: unknown): void {
  const snapshot = value as MarketsSnapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of a bot of several markets');
  readWait(bot, snapshot);
  let money = bot.params.investment;
  for (const [i, leg] of bot.legs.entries()) {
    money += readCoins(leg, snapshot.coins[i] as CoinSnapshot);
    readWithheld(leg, snapshot.withheld[i] ?? null);
  }
  bot.money = money;
  setTotal(bot.start, BigInt(snapshot.startValue));
  setTotal(bot.deposits, BigInt(snapshot.deposits ?? '0') * EQUITY_SCALE);
  setTotal(bot.matchedProfit, BigInt(snapshot.soldProfit) * EQUITY_SCALE);
  const { startedAtMs, fills, sales } = snapshot;
  Object.assign(bot, { startedAtMs, fills, matches: sales });
}
