import type { StrategyRow } from '#lib/contract/strategy.ts';
import {
  DEFAULT_CLOSE_SLIPPAGE,
  isCloseSlippageValid,
  isMarketCloseDisabled,
  LIMIT_EXPIRATION_MINUTES,
  preselectedClose,
  type SpreadBand,
} from '#lib/formulas/termination.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { readDecimal, shiftDecimal } from '#lib/money/decimal-text.ts';
import type { StopOption } from './bot-end.ts';
import type { CloseChoice, ClosedLeg } from './close-leg.ts';
import type { CloseFacts } from './use-close-facts.ts';
import type { ClosePreview } from './use-close-preview.ts';

const SECONDS_PER_MINUTE = 60;

/** The choice as the wire wants it: slippage as a fraction, expiration in seconds (M-114, M-236). */
export function stopOption({ market }: StrategyRow, { account }: ClosedLeg, choice: CloseChoice): StopOption {
  const percent = choice.type === 'limit' ? readDecimal(choice.slippage) : null;
  const slip = percent === null ? '0' : (shiftDecimal(percent, -2) ?? '0');
  return {
    account,
    type: choice.type,
    market,
    price: 'lastprice',
    slip,
    expiration: choice.type === 'limit' ? choice.minutes * SECONDS_PER_MINUTE : 0,
  };
}

/**
 * What there is to close: coins besides the quote money, or the contract of a position; nothing then only orders end (M-151). Where it cannot
 * be had the careful reading holds, that something is held: whoever wants to end his bot is not kept waiting for it (M-345).
 */
export function heldCoinsOf(
  { market }: StrategyRow,
  { leg }: ClosedLeg,
  facts: CloseFacts,
  debts: ClosePreview['debts'],
): readonly string[] | undefined {
  if (leg === 'futures') {
    if (facts.size === undefined) return facts.isHeldUnknown ? [market] : undefined;
    return /[1-9]/.test(facts.size) ? [market] : [];
  }
  const [base = '', quote = ''] = market.split('_');
  if (facts.isHeldUnknown) return [base];
  const held = facts.balances
    ?.filter(({ currency, available, locked }) => currency !== quote && /[1-9]/.test(available + locked))
    .map(({ currency }) => currency);
  // Borrowed coins that were sold are held by nobody, and are to be bought back all the same.
  const owed = debts.map(({ currency }) => currency).filter((currency) => currency !== quote);
  return held === undefined ? undefined : [...new Set([...held, ...owed])];
}

/** The saved choice, where it may still be made. */
export function savedChoice(
  options: readonly StopOption[] | undefined,
  closed: ClosedLeg,
  band: SpreadBand,
  heldCoins: readonly string[],
): CloseChoice | null {
  const option = options?.find(({ account }) => account === closed.account);
  if (option === undefined || !closed.types.includes(option.type)) return null;
  if (option.type === 'market' && isMarketCloseDisabled(band, closed.leg, heldCoins)) return null;
  const minutes = option.expiration / SECONDS_PER_MINUTE;
  return {
    type: option.type,
    slippage:
      option.type === 'limit' ? (shiftDecimal(option.slip, 2) ?? DEFAULT_CLOSE_SLIPPAGE) : DEFAULT_CLOSE_SLIPPAGE,
    minutes: LIMIT_EXPIRATION_MINUTES.find((one) => one === minutes) ?? LIMIT_EXPIRATION_MINUTES[0],
  };
}

/** The spread's own choice (M-156 … M-159), or a limit close where it is not offered, or the market's where that is not either. */
export function preselectedIn(
  { strategy_type }: StrategyRow,
  { leg, types }: ClosedLeg,
  band: SpreadBand,
): CloseChoice {
  const wanted = factsOf(strategy_type).trades === 'portfolio' ? 'no_close' : preselectedClose(band, leg);
  const otherwise = types.includes('limit') ? 'limit' : 'market';
  return {
    type: types.includes(wanted) ? wanted : otherwise,
    slippage: DEFAULT_CLOSE_SLIPPAGE,
    minutes: LIMIT_EXPIRATION_MINUTES[0],
  };
}

export function isAllowed(
  choice: CloseChoice,
  { leg }: ClosedLeg,
  band: SpreadBand,
  heldCoins: readonly string[],
): boolean {
  if (choice.type === 'limit') return isCloseSlippageValid(choice.slippage);
  return choice.type !== 'market' || !isMarketCloseDisabled(band, leg, heldCoins);
}
