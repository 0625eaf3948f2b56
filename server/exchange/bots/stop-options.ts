import type { CloseInstruction } from '#lib/engine/machine.ts';
import { LIMIT_EXPIRATION_MINUTES } from '#lib/formulas/termination.ts';
import { mulDivUp, parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { BotRecord, StopOption } from './bot-record.ts';

/** Slippage of a limit close, fractions in 1e-8 (M-235: 0.1 % to 5 %). */
const MIN_SLIP = 100_000n;
const MAX_SLIP = 5_000_000n;

/** What is wrong with a list of stop options; null when it can be saved. `field` names the place. */
export interface StopOptionIssue {
  readonly field: string;
  readonly issue: string;
  readonly values?: Readonly<Record<string, string>>;
}

/** A spot bot has one leg: at most one option, for the spot account and the bot's own market. */
export function checkStopOptions(
  record: Pick<BotRecord, 'market'>,
  options: readonly StopOption[],
): StopOptionIssue | null {
  if (options.length > 1) return { field: 'stop_options', issue: 'stop_option.one_leg' };
  const option = options[0];
  if (option === undefined) return null;
  if (option.account !== 'spot') return { field: 'account', issue: 'stop_option.account' };
  if (option.market !== record.market) return { field: 'market', issue: 'market-unknown' };
  if (option.type !== 'limit') return null;
  const slip = parseAmount(option.slip);
  if (slip === null || slip < MIN_SLIP || slip > MAX_SLIP) {
    return { field: 'slip', issue: 'slippage.range', values: { min: '0.1', max: '5' } };
  }
  const isOffered = LIMIT_EXPIRATION_MINUTES.some((minutes) => minutes * 60 === option.expiration);
  return isOffered ? null : { field: 'expiration', issue: 'stop_option.expiration' };
}

/**
 * How the machine is to close: as the saved option says; without one, the coins are kept where the bot's parameters
 * say so (store_coin_flag), else sold at the market. A limit is the last price less the slippage, rounded up: against
 * nobody but the buyer, and never below what the owner allowed.
 */
export function closeInstruction(record: BotRecord, lastTicks: number, nowMs: number): CloseInstruction {
  const option = record.stopOptions[0];
  if (option === undefined) return { type: record.payload.store_coin_flag === 1 ? 'no_close' : 'market' };
  if (option.type !== 'limit') return { type: option.type };
  const keep = UNITS_PER_COIN - (parseAmount(option.slip) ?? MIN_SLIP);
  const ticks = Number(mulDivUp(BigInt(lastTicks), keep, UNITS_PER_COIN));
  return { type: 'limit', ticks, expiresAtMs: nowMs + option.expiration * 1000 };
}
