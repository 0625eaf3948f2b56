import type { FinishReason } from '../../contract/vocabulary.ts';
import type { PlannedOrder } from '../../formulas/martingale-ladder.ts';
import { type BotMachine, EQUITY_SCALE } from '../machine.ts';
import type { CoinBot } from './coin-bot.ts';
import { setCoins } from './coin-scale.ts';
import { exactOf, setTotal, wholeUnitsOf } from './exact.ts';
import { resetOuter } from './path.ts';
import { roundsOf, showNext } from './round-life.ts';
import { beginWith, type Entry, type Rounds, setNext } from './rounds.ts';

/** Fields of a round that are JSON-safe as they are. */
const PLAIN_FIELDS = ['cycle', 'takeProfit', 'isTakeProfitPlaced', 'stopLoss', 'armedAt', 'isRearmed'] as const;

/**
 * The picture of a bot with rounds, version 1: units as decimal text; a null time is "never". The orders of a round follow from
 * the params, the first one and the budget.
 */
interface RoundSnapshot extends Pick<Rounds, (typeof PLAIN_FIELDS)[number]> {
  readonly version: 1;
  readonly status: BotMachine['status'];
  readonly step: BotMachine['step'];
  readonly cycleStartMs: number;
  readonly fills: number;
  readonly rounds: number;
  readonly roundProfit: string;
  readonly wakeAtMs: number | null;
  readonly slots: readonly { readonly below: number; readonly above: number }[];
  /** Of contracts. */
  readonly firstSize: string | null;
  readonly isLiquidating: boolean;
  readonly budget: string | null;
  readonly first: { readonly ticks: number; readonly amounts: readonly [string, string, string] } | null;
  readonly next: number;
  /** [index, orderTicks, ticks, timeMs, quantity, amount, fee] of each filled order. */
  readonly entries: readonly (readonly [number, number, number, number, string, string, string])[];
  readonly closing: { ticks: number; quantity: string; expiresAtMs: number; reason: FinishReason } | null;
  readonly account: Readonly<Record<string, string>>;
  /** What the exits were set with, so that a change by the owner is noticed. */
  readonly exits: readonly (string | null)[];
}

/** The names that stored rounds have for what their coins cost. */
const HELD_NAMES = {
  cycleBase: 'base',
  cyclePaid: 'paid',
  cycleCarry: 'carry',
  spareBase: 'spareBase',
  spareCost: 'sparePaid',
  spareCarry: 'spareCarry',
} as const;
const HELD = Object.entries(HELD_NAMES) as [string, (typeof HELD_NAMES)[keyof typeof HELD_NAMES]][];

function accountOf(bot: CoinBot, { held, kept, keptCarry }: Rounds): Record<string, string> {
  return {
    ...Object.fromEntries(HELD.map(([name, field]) => [name, `${held[field]}`])),
    quote: `${wholeUnitsOf(bot.quote)}`,
    gridProfit: `${exactOf(bot.gridProfit)}`,
    fees: `${exactOf(bot.fees)}`,
    hoard: `${kept}`,
    hoardCarry: `${keptCarry}`,
  };
}

export function takeRoundSnapshot(bot: CoinBot): RoundSnapshot {
  const rounds = roundsOf(bot);
  const { closing, slot } = bot;
  const { plan, orders } = rounds;
  const [first] = orders;
  return {
    version: 1,
    ...(Object.fromEntries(PLAIN_FIELDS.map((field) => [field, rounds[field]])) as Pick<
      Rounds,
      (typeof PLAIN_FIELDS)[number]
    >),
    status: bot.status,
    step: bot.step,
    cycleStartMs: rounds.startMs,
    fills: bot.fills,
    rounds: bot.matches,
    roundProfit: `${wholeUnitsOf(bot.matchedProfit)}`,
    wakeAtMs: Number.isFinite(bot.wakeAtMs) ? bot.wakeAtMs : null,
    slots: [{ below: slot.below, above: slot.above }],
    firstSize: null,
    isLiquidating: false,
    budget: plan === null || first === undefined ? null : `${plan.budget}`,
    first:
      first === undefined
        ? null
        : { ticks: first.ticks, amounts: [`${first.quantity}`, `${first.value}`, `${first.needed}`] },
    next: rounds.next,
    entries: rounds.entries.map(({ index, orderTicks, ticks, timeMs, quantity, amount, fee }) => [
      index,
      orderTicks,
      ticks,
      timeMs,
      `${quantity}`,
      `${amount}`,
      `${fee}`,
    ]),
    closing: closing === null ? null : closingText(bot, closing),
    account: accountOf(bot, rounds),
    exits: rounds.rules.exits,
  };
}

function closingText(bot: CoinBot, { ticks, lots, expiresAtMs, reason }: NonNullable<CoinBot['closing']>) {
  return { ticks, quantity: `${bot.unitsOf(lots)}`, expiresAtMs, reason };
}

/**
 * Fills a new bot with what `takeRoundSnapshot` saw. Returns whether the owner has changed the exits since. The store is our
 * own: another version is a bug and throws.
 */
export function readRoundSnapshot(bot: CoinBot, value: unknown): boolean {
  const snapshot = value as RoundSnapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of a bot with rounds');
  const rounds = roundsOf(bot);
  for (const field of PLAIN_FIELDS) Object.assign(rounds, { [field]: snapshot[field] });
  rounds.startMs = snapshot.cycleStartMs;
  rounds.entries = snapshot.entries.map(readEntry);
  readOrders(rounds, snapshot);
  bot.status = snapshot.status;
  bot.step = snapshot.step;
  bot.fills = snapshot.fills;
  bot.matches = snapshot.rounds;
  readBooks(bot, rounds, snapshot);
  const { closing } = snapshot;
  if (closing !== null) {
    const { ticks, quantity, expiresAtMs, reason } = closing;
    bot.closing = { side: 'sell', ticks, lots: bot.lotsOf(BigInt(quantity)), expiresAtMs, reason };
  }
  showNext(bot, rounds);
  resetOuter(bot);
  bot.askAt(snapshot.wakeAtMs ?? Number.POSITIVE_INFINITY);
  Object.assign(bot.slot, snapshot.slots[0]);
  return rounds.rules.exits.some((rate, i) => rate !== snapshot.exits[i]);
}

function readBooks(bot: CoinBot, rounds: Rounds, { account, roundProfit }: RoundSnapshot): void {
  const amount = (name: string): bigint => BigInt(account[name] as string);
  const { held } = rounds;
  for (const [name, field] of HELD) held[field] = amount(name);
  rounds.kept = amount('hoard');
  rounds.keptCarry = amount('hoardCarry');
  setCoins(bot.base, held.base + held.spareBase + rounds.kept, bot.scale);
  setTotal(bot.quote, amount('quote') * EQUITY_SCALE);
  setTotal(bot.start, bot.params.investment * EQUITY_SCALE);
  setTotal(bot.gridProfit, amount('gridProfit'));
  setTotal(bot.positionCash, -(held.carry + held.spareCarry + rounds.keptCarry));
  setTotal(bot.fees, amount('fees'));
  setTotal(bot.matchedProfit, BigInt(roundProfit) * EQUITY_SCALE);
}

function readOrders(rounds: Rounds, { first, budget, next }: RoundSnapshot): void {
  if (first === null || budget === null) return;
  rounds.plan = rounds.rules.plan(first.ticks, BigInt(budget));
  const [quantity, value, needed] = first.amounts.map(BigInt) as [bigint, bigint, bigint];
  const order: PlannedOrder = { index: 0, ticks: first.ticks, quantity, value, needed, withheld: null };
  beginWith(rounds, order);
  if (next >= 0) setNext(rounds, next);
}

function readEntry(entry: RoundSnapshot['entries'][number]): Entry {
  const [index, orderTicks, ticks, timeMs, quantity, amount, fee] = entry;
  const amounts = { quantity: BigInt(quantity), amount: BigInt(amount), fee: BigInt(fee) };
  return { index, orderTicks, ticks, timeMs, ...amounts };
}
