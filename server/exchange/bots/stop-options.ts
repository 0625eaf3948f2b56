import type { CloseInstruction } from '#lib/engine/machine.ts';
import { LIMIT_EXPIRATION_MINUTES } from '#lib/formulas/termination.ts';
import { kindOf } from '#lib/kinds/exchange.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { mulDivDown, mulDivUp, parseAmount, UNITS_PER_COIN } from '#lib/money/amount.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { legsOf } from './bot-markets.ts';
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

/**
 * A bot is closed in one way: at most one option, for the account that it was funded from and its own market. Bots of
 * several markets close all of them together, at the market or not at all. Of a mixed strategy the contract may have one beside it (M-087):
 * it is bought back at the market in every case.
 */
export function checkStopOptions(
  {
    record,
    spec,
  }: { readonly record: Pick<BotRecord, 'kind' | 'market' | 'account' | 'trial'>; readonly spec: MarketSpec },
  options: readonly StopOption[],
): StopOptionIssue | null {
  const contract = contractAccountOf(record.kind, spec);
  const ofContract = options.filter(({ account }) => account === contract);
  const rest = options.filter(({ account }) => account !== contract);
  if (ofContract.length > 1 || rest.length > 1) return { field: 'stop_options', issue: 'stop_option.one_leg' };
  return contractIssue(record, ofContract[0]) ?? ownIssue({ record, spec }, rest[0]) ?? limitsIssue(options);
}

/** Only a limit has a slippage and a time: whoever says them of another end is not to believe that it has them. */
function limitsIssue(options: readonly StopOption[]): StopOptionIssue | null {
  const other = options.find(
    ({ type, slip, expiration }) => type !== 'limit' && (parseAmount(slip) !== 0n || expiration !== 0),
  );
  if (other === undefined) return null;
  const field = parseAmount(other.slip) === 0n ? 'expiration' : 'slip';
  return { field, issue: 'field.unused', values: { field } };
}

/** The account of the contract that a mixed strategy has beside its coins; undefined where there is none. */
function contractAccountOf(kind: BotRecord['kind'], spec: MarketSpec): string | undefined {
  if (factsOf(kind).trades !== 'legs') return undefined;
  return legsOf(spec).find(({ spec: leg }) => leg.contract !== undefined)?.kind;
}

function contractIssue({ market }: Pick<BotRecord, 'market'>, option: StopOption | undefined): StopOptionIssue | null {
  if (option === undefined) return null;
  if (option.market !== market) return { field: 'market', issue: 'market-unknown' };
  if (option.type === 'no_close') return { field: 'type', issue: 'stop_option.position' };
  return option.type === 'limit' ? { field: 'type', issue: 'stop_option.several_markets' } : null;
}

function ownIssue(
  {
    record,
    spec,
  }: { readonly record: Pick<BotRecord, 'kind' | 'market' | 'account' | 'trial'>; readonly spec: MarketSpec },
  option: StopOption | undefined,
): StopOptionIssue | null {
  if (option === undefined) return null;
  if (option.account !== record.account) return { field: 'account', issue: 'stop_option.account' };
  if (option.market !== record.market) return { field: 'market', issue: 'market-unknown' };
  // A position cannot be handed out: it belongs to the bot and ends with it.
  if (option.type === 'no_close' && spec.contract !== undefined)
    return { field: 'type', issue: 'stop_option.position' };
  if (option.type === 'no_close' && record.trial > 0n) return { field: 'type', issue: 'stop_option.trial' };
  if (option.type !== 'limit') return null;
  // A portfolio of one coin, too: its machine knows no limit.
  if (factsOf(record.kind).trades !== 'market') return { field: 'type', issue: 'stop_option.several_markets' };
  const slip = parseAmount(option.slip);
  if (slip === null || slip < MIN_SLIP || slip > MAX_SLIP) {
    return { field: 'slip', issue: 'slippage.range', values: { min: '0.1', max: '5' } };
  }
  const isOffered = LIMIT_EXPIRATION_MINUTES.some((minutes) => minutes * 60 === option.expiration);
  return isOffered ? null : { field: 'expiration', issue: 'stop_option.expiration' };
}

/**
 * How the machine is to close: as the saved option says; without one, the coins are kept where the bot's parameters
 * say so (store_coin_flag), else sold at the market. A limit is the last price less the slippage for who sells, plus the
 * slippage for who buys back (`isBuying`), rounded against the owner's counterparty and never beyond what he allowed.
 */
export function closeInstruction(
  record: BotRecord,
  lastTicks: number,
  isBuying: boolean,
  nowMs: number,
): CloseInstruction {
  // What a mixed strategy's contract is told is what happens to it anyway.
  const option = record.stopOptions.find(({ account }) => account === record.account);
  if (option === undefined) {
    return {
      type: kindOf(record.kind).terms(record.payload).keepsCoins && record.trial === 0n ? 'no_close' : 'market',
    };
  }
  if (option.type !== 'limit') return { type: option.type };
  const slip = parseAmount(option.slip) ?? MIN_SLIP;
  const last = BigInt(lastTicks);
  const ticks = isBuying
    ? mulDivDown(last, UNITS_PER_COIN + slip, UNITS_PER_COIN)
    : mulDivUp(last, UNITS_PER_COIN - slip, UNITS_PER_COIN);
  // Coins that stayed would be the trader's, and trial money is lent: it goes back as money.
  const sellsRest = record.trial > 0n;
  return { type: 'limit', ticks: Number(ticks), expiresAtMs: nowMs + option.expiration * 1000, sellsRest };
}
