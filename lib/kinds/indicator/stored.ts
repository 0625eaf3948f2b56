import type { LadderBot } from '../../engine/body/ladder-bot.ts';
import { readClose, type StoredClose, storedClose } from '../../engine/body/stored-close.ts';
import { readTime, storedTime } from '../../engine/body/stored-times.ts';
import type { BotMachine } from '../../engine/machine.ts';
import { loadBoard, saveBoard } from '../../engine/signal-board.ts';
import type { BankState } from '../../indicators/side-evaluator.ts';
import { exitSide } from './decisions.ts';
import type { IndicatorBot } from './indicator-bot.ts';
import { rearm } from './stops.ts';

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
  readonly closing: StoredClose | null;
  readonly matchedProfit: string;
  readonly account: Readonly<Record<string, string>>;
  readonly indicators: readonly BankState[];
}

/** The store is our own: another version is a bug and throws. */
export function storedOf(value: unknown): StoredIndicator {
  const stored = value as StoredIndicator;
  if (stored.version !== 1) throw new Error('Not a snapshot of an indicator bot');
  return stored;
}

/** What only the bot's money knows of itself. `lotUnits`: what stored closing orders count a lot, or a contract, as. */
export interface StoredMoney {
  readonly lotUnits: bigint;
  readonly matchedProfit: bigint;
  readonly account: Readonly<Record<string, string>>;
  readonly isTouched: boolean;
  readonly fundingAtMs: number;
}

export function takeStored(bot: LadderBot, own: IndicatorBot, money: StoredMoney): StoredIndicator {
  const { status, step, fills, matches, wakeAtMs, closing } = bot;
  const { isTouched, fundingAtMs, matchedProfit, account, lotUnits } = money;
  return {
    ...{ version: 1, status, step, isTouched, fills, matches, account },
    ...(Object.fromEntries(OWN_FIELDS.map((field) => [field, own[field]])) as unknown as OwnFields),
    times: [storedTime(wakeAtMs), storedTime(own.klineAtMs), storedTime(fundingAtMs)],
    closing: closing === null ? null : storedClose(closing, BigInt(closing.lots) * lotUnits),
    matchedProfit: `${matchedProfit}`,
    indicators: saveBoard(own.board),
  };
}

/** Makes a new bot, whose money has been read, the one that was stored. Its stops are those of the params now. */
export function readStored(bot: LadderBot, own: IndicatorBot, stored: StoredIndicator, lotUnits: bigint): void {
  const { status, step, fills, matches, times, closing } = stored;
  Object.assign(bot, { status, step, fills, matches });
  Object.assign(own, Object.fromEntries(OWN_FIELDS.map((field) => [field, stored[field]])));
  own.klineAtMs = readTime(times[1]);
  loadBoard(own.board, stored.indicators);
  if (closing !== null) {
    bot.closing = readClose(closing, exitSide(own), Number(BigInt(closing.quantity) / lotUnits));
  }
  rearm(own, stored.armedAt);
}
