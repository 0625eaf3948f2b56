import type { FinishReason } from '../../contract/vocabulary.ts';
import type { BotMachine } from '../../engine/machine.ts';
import { loadBoard, saveBoard } from '../../engine/signal-board.ts';
import type { BankState } from '../../indicators/side-evaluator.ts';
import type { IndicatorBot } from './indicator-bot.ts';

const OWN_FIELDS = ['armedAt', 'isProtected', 'hasTakenProfit', 'hasBeenProtected', 'withheld'] as const;
type OwnFields = Pick<IndicatorBot, (typeof OWN_FIELDS)[number]>;

/** What stored indicator bots are: version 1. Units as decimal text. Stops and ranges follow from the params and the position. */
export interface StoredIndicator extends OwnFields {
  readonly version: 1;
  readonly status: BotMachine['status'];
  readonly step: BotMachine['step'];
  /** A contract's mark price was touched, which is about to be acted on. */
  readonly isTouched: boolean;
  readonly fills: number;
  readonly matches: number;
  /** When it wakes, when the next K-line of any side closes, when funding is due; null is never. */
  readonly times: readonly [number | null, number | null, number | null];
  readonly closing: {
    readonly ticks: number;
    readonly quantity: string;
    readonly expiresAtMs: number;
    readonly reason: FinishReason;
  } | null;
  readonly matchedProfit: string;
  readonly account: Readonly<Record<string, string>>;
  readonly indicators: readonly BankState[];
}

/** The store is our own: another version is a bug and throws. */
export function readStored(value: unknown): StoredIndicator {
  const stored = value as StoredIndicator;
  if (stored.version !== 1) throw new Error('Not a snapshot of an indicator bot');
  return stored;
}

/** What the bot knows besides its money. */
export function takeOwn(bot: IndicatorBot): OwnFields & Pick<StoredIndicator, 'indicators'> {
  const own = Object.fromEntries(OWN_FIELDS.map((field) => [field, bot[field]])) as unknown as OwnFields;
  return { ...own, indicators: saveBoard(bot.board) };
}

export function readOwn(bot: IndicatorBot, stored: StoredIndicator): void {
  for (const field of OWN_FIELDS) Object.assign(bot, { [field]: stored[field] });
  loadBoard(bot.board, stored.indicators);
}

export const orNull = (timeMs: number): number | null => (Number.isFinite(timeMs) ? timeMs : null);
export const orNever = (timeMs: number | null): number => timeMs ?? Number.POSITIVE_INFINITY;
