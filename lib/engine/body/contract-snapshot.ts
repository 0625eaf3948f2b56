import type { BotMachine, WakeSlot } from '../machine.ts';
import type { ContractBot } from './contract-bot.ts';
import { ContractPieces, type StoredContractPieces } from './contract-parts.ts';
import { type ContractPositionSnapshot, readPositionSnapshot, takePositionSnapshot } from './contract-position.ts';
import { STOP_CODES, STOP_REASONS, type StopReason } from './ladder-bot.ts';
import { resetOuter } from './path.ts';
import { closeWakesAt, readClose, type StoredClose, storedClose } from './stored-close.ts';
import { readTime, storedTime } from './stored-times.ts';

/** A picture of a bot in one contract in the form that stored bots have: version 1, decimal texts. Times of null are "never". */
interface Snapshot {
  readonly version: 1;
  readonly status: BotMachine['status'];
  readonly step: BotMachine['step'];
  readonly openingTries: number;
  readonly empty: number;
  readonly openedAt: number;
  readonly stopDown: number;
  readonly stopUp: number;
  readonly stopDownReason: StopReason;
  readonly stopUpReason: StopReason;
  readonly isStopArmed: boolean;
  /** What the mark price touched. */
  readonly markCall: 'trigger' | 'liquidation' | null;
  readonly fills: number;
  readonly matches: number;
  readonly slots: readonly [WakeSlot, WakeSlot];
  readonly times: Readonly<Record<'wakeAtMs' | 'askedAtMs' | 'fundingAtMs', number | null>>;
  readonly closing: StoredClose | null;
  readonly position: ContractPositionSnapshot;
  readonly gridProfit: string;
  readonly matchedProfit: string;
  /** [contracts wanted, a pair is open] of each slot, lowest first. What else a slot holds follows from the params. */
  readonly intervals: readonly (readonly [string, boolean])[];
  /** Of a bot whose orders a venue executes in pieces. */
  readonly pieces?: StoredContractPieces;
}

export function takeSnapshot(bot: ContractBot): Snapshot {
  const { closing, leg, status, step, openingTries, cursor, openedAt, stopDown, stopUp, fills, matches } = bot;
  const isCalled = leg.isMarkTouched;
  return {
    ...{ version: 1, status, step, openingTries, empty: cursor, openedAt, stopDown, stopUp },
    stopDownReason: STOP_REASONS[bot.stopDownCode] as StopReason,
    stopUpReason: STOP_REASONS[bot.stopUpCode] as StopReason,
    isStopArmed: bot.isStopArmed === 1,
    markCall: isCalled ? (step === 'wait-touch' ? 'trigger' : 'liquidation') : null,
    fills,
    matches,
    slots: [{ ...bot.slot }, { ...leg.markSlot }],
    times: {
      wakeAtMs: storedTime(bot.wakeAtMs),
      // When a closing order expires is said with the order.
      askedAtMs: closing === null || isCalled ? storedTime(bot.askedAtMs) : null,
      fundingAtMs: storedTime(leg.fundingAtMs),
    },
    closing: closing === null ? null : storedClose(closing, bot.unitsOf(closing.lots)),
    position: takePositionSnapshot(leg.position),
    gridProfit: `${bot.gridProfit}`,
    matchedProfit: `${bot.matchedProfit}`,
    intervals: bot.slots.map(({ wanted, isPairOpen }) => [`${wanted}`, isPairOpen]),
    ...(bot.pieces === null ? {} : { pieces: bot.pieces.stored() }),
  };
}

/** What stored text says of the account: its position, and what trades have brought. */
function readAccount(
  bot: ContractBot,
  position: ContractPositionSnapshot,
  { gridProfit, matchedProfit }: { readonly gridProfit: string; readonly matchedProfit: string },
): void {
  Object.assign(bot.leg.position, readPositionSnapshot(bot.params.spec, position));
  bot.gridProfit = BigInt(gridProfit);
  bot.matchedProfit = BigInt(matchedProfit);
}

/**
 * Makes a bot that has not started the one that `takeSnapshot` saw, for the same params. `layLadder` lays the lines and slots again for what each wants.
 * The store is our own: another version is a bug and throws.
 */
export function readSnapshot(
  bot: ContractBot,
  value: unknown,
  layLadder: (wanted: readonly number[], openedAt: number) => void,
): void {
  const snapshot = value as Snapshot;
  if (snapshot.version !== 1) throw new Error('Not a snapshot of a bot in one contract');
  const { leg } = bot;
  const { status, step, openingTries, openedAt, stopDown, stopUp, fills, matches, times, closing } = snapshot;
  Object.assign(bot, { status, step, openingTries, openedAt, stopDown, stopUp, fills, matches });
  readAccount(bot, snapshot.position, snapshot);
  Object.assign(bot.slot, snapshot.slots[0]);
  Object.assign(leg.markSlot, snapshot.slots[1]);
  bot.cursor = snapshot.empty;
  bot.stopDownCode = STOP_CODES[snapshot.stopDownReason];
  bot.stopUpCode = STOP_CODES[snapshot.stopUpReason];
  bot.isStopArmed = Number(snapshot.isStopArmed);
  leg.isMarkTouched = snapshot.markCall !== null;
  leg.fundingAtMs = readTime(times.fundingAtMs);
  bot.timerAtMs = leg.fundingAtMs;
  if (closing !== null) bot.closing = readClose(closing, leg.exitSide, Number(leg.contracts));
  bot.askAt(bot.closing === null || leg.isMarkTouched ? readTime(times.askedAtMs) : closeWakesAt(bot.closing));
  bot.wakeAtMs = readTime(times.wakeAtMs);
  if (snapshot.intervals.length === 0) return;
  layLadder(
    snapshot.intervals.map(([wanted]) => Number(wanted)),
    openedAt,
  );
  for (const [i, [, isOpen]] of snapshot.intervals.entries()) bot.slotOf(i).isPairOpen = isOpen;
  if (snapshot.pieces !== undefined) bot.pieces = ContractPieces.read(snapshot.pieces);
  resetOuter(bot);
}
