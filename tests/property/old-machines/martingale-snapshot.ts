import type { FinishReason } from '#lib/contract/vocabulary.ts';
import { type PlannedOrder, planLadder } from '#lib/formulas/martingale-ladder.ts';
import { type Entry, type MartingaleState, setNext } from './martingale-state.ts';

/** Fields that are JSON-safe as they are. */
const PLAIN_FIELDS = [
  'status',
  'step',
  'cycle',
  'cycleStartMs',
  'takeProfit',
  'isTakeProfitPlaced',
  'stopLoss',
  'armedAt',
  'isRearmed',
  'isLiquidating',
  'fills',
  'rounds',
] as const;
type PlainFields = Pick<MartingaleState, (typeof PLAIN_FIELDS)[number]>;

/** Units as decimal text; a null time is "never". The orders of the cycle follow from the params, the first one and the budget. */
interface MartingaleSnapshot extends PlainFields {
  readonly version: 1;
  readonly wakeAtMs: number | null;
  readonly slots: readonly { readonly below: number; readonly above: number }[];
  readonly firstSize: string | null;
  readonly budget: string | null;
  readonly first: { readonly ticks: number; readonly amounts: readonly [string, string, string] } | null;
  readonly next: number;
  /** [index, orderTicks, ticks, timeMs, quantity, amount, fee] of each filled order. */
  readonly entries: readonly (readonly [number, number, number, number, string, string, string])[];
  readonly closing: { ticks: number; quantity: string; expiresAtMs: number; reason: FinishReason } | null;
  readonly roundProfit: string;
  readonly account: Readonly<Record<string, string>>;
  /** What the exits were set with, so that a change by the owner is noticed. */
  readonly exits: readonly [string, string | null];
}

function pickPlain(source: PlainFields): PlainFields {
  return Object.fromEntries(PLAIN_FIELDS.map((field) => [field, source[field]])) as unknown as PlainFields;
}

function exitsOf({ params }: MartingaleState): readonly [string, string | null] {
  return [`${params.takeProfitE8}`, params.stopLossE8 === null ? null : `${params.stopLossE8}`];
}

/** A JSON-safe picture of the whole state. */
export function takeSnapshot(state: MartingaleState): MartingaleSnapshot {
  const { closing, rungs, plan } = state;
  const first = rungs[0];
  return {
    version: 1,
    ...pickPlain(state),
    wakeAtMs: Number.isFinite(state.wakeAtMs) ? state.wakeAtMs : null,
    slots: state.slots.map(({ below, above }) => ({ below, above })),
    firstSize: state.firstSize === null ? null : `${state.firstSize}`,
    budget: plan === null || first === undefined ? null : `${plan.budget}`,
    first:
      first === undefined
        ? null
        : { ticks: first.ticks, amounts: [`${first.quantity}`, `${first.value}`, `${first.needed}`] },
    next: state.next,
    entries: state.entries.map(({ index, orderTicks, ticks, timeMs, quantity, amount, fee }) => [
      index,
      orderTicks,
      ticks,
      timeMs,
      `${quantity}`,
      `${amount}`,
      `${fee}`,
    ]),
    closing: closing === null ? null : { ...closing, quantity: `${closing.quantity}` },
    roundProfit: `${state.roundProfit}`,
    account: state.account.snapshot(),
    exits: exitsOf(state),
  };
}

/** The account's part of a snapshot. The store is our own: another version is a bug and throws. */
export function accountOf(value: unknown): Readonly<Record<string, string>> {
  const snapshot = value as MartingaleSnapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of a martingale');
  return snapshot.account;
}

/** Fills a new state with what `takeSnapshot` saw. Returns whether the owner has changed the exits since. */
export function readSnapshot(state: MartingaleState, value: unknown): boolean {
  const snapshot = value as MartingaleSnapshot;
  Object.assign(state, pickPlain(snapshot));
  state.wakeAtMs = snapshot.wakeAtMs ?? Number.POSITIVE_INFINITY;
  for (const [i, slot] of state.slots.entries()) Object.assign(slot, snapshot.slots[i]);
  state.firstSize = snapshot.firstSize === null ? null : BigInt(snapshot.firstSize);
  state.roundProfit = BigInt(snapshot.roundProfit);
  state.entries = snapshot.entries.map(readEntry);
  const { closing, first, budget } = snapshot;
  state.closing = closing === null ? null : { ...closing, quantity: BigInt(closing.quantity) };
  if (first !== null && budget !== null) {
    const { params, firstSize } = state;
    state.plan = planLadder({ ...params, firstSize }, first.ticks, BigInt(budget));
    const [quantity, value, needed] = first.amounts.map(BigInt) as [bigint, bigint, bigint];
    const order: PlannedOrder = { index: 0, ticks: first.ticks, quantity, value, needed, withheld: null };
    state.rungs = [order];
    state.hasAllRungs = false;
    if (snapshot.next >= 0) setNext(state, snapshot.next);
  }
  return exitsOf(state).some((rate, i) => rate !== snapshot.exits[i]);
}

function readEntry([
  index,
  orderTicks,
  ticks,
  timeMs,
  quantity,
  amount,
  fee,
]: MartingaleSnapshot['entries'][number]): Entry {
  return {
    index,
    orderTicks,
    ticks,
    timeMs,
    quantity: BigInt(quantity),
    amount: BigInt(amount),
    fee: BigInt(fee),
  };
}
