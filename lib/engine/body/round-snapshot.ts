import type { PlannedOrder } from '../../formulas/martingale-ladder.ts';
import type { BotMachine, WakeSlot } from '../machine.ts';
import { nextFundingWake } from './contract-trade.ts';
import type { LadderBot } from './ladder-bot.ts';
import { resetOuter } from './path.ts';
import type { RoundContractBot } from './round-contract.ts';
import { showNext } from './round-life.ts';
import {
  beginWith,
  type Entry,
  exitSide,
  type RoundPart,
  type RoundPieces,
  type Rounds,
  roundsOf,
  setNext,
  takeProfitAt,
} from './rounds.ts';
import { closeWakesAt, readClose, type StoredClose, storedClose } from './stored-close.ts';
import { readTime, storedTime } from './stored-times.ts';

/** Fields of a round that are JSON-safe as they are. */
const PLAIN_FIELDS = ['cycle', 'takeProfit', 'stopLoss', 'armedAt'] as const;

type StoredEntry = readonly [number, number, number, number, string, string, string];
type StoredPart = readonly [number, number, string, string, string, string, string];

/**
 * The picture of a bot with rounds, version 1: units as decimal text; a null time is "never". The orders of a round follow from
 * the params, the first one and the budget.
 */
interface RoundSnapshot extends Pick<Rounds, (typeof PLAIN_FIELDS)[number]> {
  readonly version: 1;
  readonly status: BotMachine['status'];
  readonly step: BotMachine['step'];
  /** False: the market would not take the take profit. */
  readonly isTakeProfitPlaced: boolean;
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
  readonly entries: readonly StoredEntry[];
  readonly closing: StoredClose | null;
  /** Of a round that is closed in parts: [ticks, timeMs, quantity, amount, fee, profit, invested] of each. */
  readonly parts?: readonly StoredPart[];
  /** Of such a round: what its take profit was placed for. Of any other that follows from what it holds. */
  readonly takeProfitQuantity?: string;
  /** Of a round whose orders a venue executes in pieces: those that have entered in part, and the take profit, each with how much of it. */
  readonly pieces?: {
    readonly entries: readonly (readonly [StoredEntry, string])[];
    readonly takeProfit: string;
    readonly sold: readonly [StoredPart, string] | null;
  };
  readonly account: Readonly<Record<string, string>>;
  /** What the exits were set with, so that params that say otherwise are noticed. */
  readonly exits: readonly (string | null)[];
}

export function takeRoundSnapshot(bot: LadderBot, slots: readonly WakeSlot[], isLiquidating: boolean): RoundSnapshot {
  const rounds = roundsOf(bot);
  const { closing } = bot;
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
    isTakeProfitPlaced: rounds.takeProfitQuantity > 0n,
    cycleStartMs: rounds.startMs,
    fills: bot.fills,
    rounds: bot.matches,
    roundProfit: `${rounds.leg.profit()}`,
    wakeAtMs: storedTime(bot.wakeAtMs),
    slots: slots.map(({ below, above }) => ({ below, above })),
    firstSize: rounds.firstSize === null ? null : `${rounds.firstSize}`,
    isLiquidating,
    budget: plan === null || first === undefined ? null : `${plan.budget}`,
    first:
      first === undefined
        ? null
        : { ticks: first.ticks, amounts: [`${first.quantity}`, `${first.value}`, `${first.needed}`] },
    next: rounds.next,
    entries: rounds.entries.map(storedEntry),
    closing: closing === null ? null : storedClose(closing, rounds.leg.quantityOf(closing.lots)),
    ...(rounds.parts.length === 0
      ? {}
      : { parts: rounds.parts.map(storedPart), takeProfitQuantity: `${rounds.takeProfitQuantity}` }),
    ...(rounds.pieces === null ? {} : { pieces: storedPieces(rounds.pieces, rounds.takeProfitQuantity) }),
    account: rounds.leg.stored(),
    exits: rounds.rules.exits,
  };
}

function storedEntry({ index, orderTicks, ticks, timeMs, quantity, amount, fee }: Entry): StoredEntry {
  return [index, orderTicks, ticks, timeMs, `${quantity}`, `${amount}`, `${fee}`];
}

function storedPieces({ entries, sold }: RoundPieces, takeProfit: bigint): NonNullable<RoundSnapshot['pieces']> {
  return {
    entries: Array.from(entries.values(), (entry) => [storedEntry(entry), `${entry.done}`]),
    takeProfit: `${takeProfit}`,
    sold: sold === null ? null : [storedPart(sold), `${sold.done}`],
  };
}

function readPieces({ entries, sold }: NonNullable<RoundSnapshot['pieces']>): RoundPieces {
  const parts = entries.map(([entry, done]) => ({ ...readEntry(entry), done: BigInt(done) }));
  return {
    entries: new Map(parts.map((part) => [part.index, part])),
    sold: sold === null ? null : { ...readPart(sold[0]), done: BigInt(sold[1]) },
  };
}

function storedPart({ ticks, timeMs, quantity, amount, fee, profit, invested }: RoundPart): StoredPart {
  return [ticks, timeMs, `${quantity}`, `${amount}`, `${fee}`, `${profit}`, `${invested}`];
}

function readPart([ticks, timeMs, ...amounts]: StoredPart): RoundPart {
  const [quantity, amount, fee, profit, invested] = amounts.map(BigInt) as [bigint, bigint, bigint, bigint, bigint];
  return { ticks, timeMs, quantity, amount, fee, profit, invested };
}

/**
 * Fills a new bot with what `takeRoundSnapshot` saw. Returns whether its params say other exits than it was stored with. The store is
 * our own: another version is a bug and throws. That the owner had changed the exits since the last touch, as bots of before say
 * (`isRearmed`), is not read: what the price was past then has met the next price long ago.
 */
export function readRoundSnapshot(bot: LadderBot, slots: readonly WakeSlot[], value: unknown): boolean {
  const snapshot = value as RoundSnapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of a bot with rounds');
  const rounds = roundsOf(bot);
  for (const field of PLAIN_FIELDS) Object.assign(rounds, { [field]: snapshot[field] });
  rounds.startMs = snapshot.cycleStartMs;
  rounds.firstSize = snapshot.firstSize === null ? null : BigInt(snapshot.firstSize);
  rounds.entries = snapshot.entries.map(readEntry);
  rounds.parts = (snapshot.parts ?? []).map(readPart);
  rounds.pieces = snapshot.pieces === undefined ? null : readPieces(snapshot.pieces);
  readOrders(rounds, snapshot);
  bot.status = snapshot.status;
  bot.step = snapshot.step;
  bot.fills = snapshot.fills;
  bot.matches = snapshot.rounds;
  rounds.leg.read(snapshot.account, BigInt(snapshot.roundProfit));
  rounds.takeProfitQuantity = placedQuantity(rounds, snapshot);
  const { closing } = snapshot;
  if (closing !== null) {
    bot.closing = readClose(closing, exitSide(rounds), rounds.leg.lotsOf(BigInt(closing.quantity)));
  }
  showNext(bot, rounds);
  resetOuter(bot);
  bot.askAt(readTime(snapshot.wakeAtMs));
  for (const [i, slot] of slots.entries()) Object.assign(slot, snapshot.slots[i]);
  return rounds.rules.exits.some((rate, i) => rate !== snapshot.exits[i]);
}

/** The same of a bot in a contract: when funding is due follows from when it was to wake. */
export function readContractRounds(bot: RoundContractBot, value: unknown): boolean {
  const { leg } = bot;
  const isChanged = readRoundSnapshot(bot, [bot.slot, leg.markSlot], value);
  const { wakeAtMs, isLiquidating } = value as RoundSnapshot;
  leg.isMarkTouched = isLiquidating;
  leg.fundingAtMs = wakeAtMs === null ? Number.POSITIVE_INFINITY : nextFundingWake(leg.position, wakeAtMs - 1);
  bot.timerAtMs = leg.fundingAtMs;
  bot.askAt(isLiquidating ? bot.wakeAtMs : bot.closing === null ? Number.POSITIVE_INFINITY : closeWakesAt(bot.closing));
  return isChanged;
}

/** What the take profit was placed for: of one that nothing has filled of yet, what the round holds says. */
function placedQuantity(rounds: Rounds, { takeProfit, isTakeProfitPlaced, ...snapshot }: RoundSnapshot): bigint {
  if (takeProfit === null || !isTakeProfitPlaced) return 0n;
  const stored = snapshot.pieces?.takeProfit ?? snapshot.takeProfitQuantity;
  return stored === undefined ? takeProfitAt(rounds, takeProfit) : BigInt(stored);
}

function readOrders(rounds: Rounds, { first, budget, next }: RoundSnapshot): void {
  if (first === null || budget === null) return;
  rounds.plan = rounds.rules.plan(first.ticks, BigInt(budget), rounds.firstSize);
  const [quantity, value, needed] = first.amounts.map(BigInt) as [bigint, bigint, bigint];
  const order: PlannedOrder = { index: 0, ticks: first.ticks, quantity, value, needed, withheld: null };
  beginWith(rounds, order);
  if (next >= 0) setNext(rounds, next);
}

function readEntry(entry: StoredEntry): Entry {
  const [index, orderTicks, ticks, timeMs, quantity, amount, fee] = entry;
  const amounts = { quantity: BigInt(quantity), amount: BigInt(amount), fee: BigInt(fee) };
  return { index, orderTicks, ticks, timeMs, ...amounts };
}
