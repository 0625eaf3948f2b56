import { isContractBot } from '#components/bots/bot-instrument.ts';
import { isStoppable } from '#components/bots/bot-state.ts';
import type { StopOption } from '#components/bots/terminate/bot-end.ts';
import { stopOption } from '#components/bots/terminate/close-choice.ts';
import { closedLegsOf, closeTypesOf } from '#components/bots/terminate/close-leg.ts';
import type { ClosePreview } from '#components/bots/terminate/use-close-preview.ts';
import type { EndObstacle } from '#lib/contract/protection-words.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import {
  DEFAULT_CLOSE_SLIPPAGE,
  isMarketCloseDisabled,
  LIMIT_EXPIRATION_MINUTES,
  spreadBand,
} from '#lib/formulas/termination.ts';
import { sellsInOneBook } from '#lib/kinds/close-book.ts';
import { formatAmount, parseSignedAmount } from '#lib/money/amount.ts';
import { sumByAsset } from '#lib/money/asset-amounts.ts';

/** How all chosen bots are to be closed; a bot that cannot keep its coins is closed at the market. */
export type Wanted = 'market' | 'no_close';

/** One bot's end, as it is shown and sent. */
export interface PlannedEnd {
  readonly bot: StrategyRow;
  readonly type: Wanted;
  readonly options: readonly StopOption[];
  /** Null where there is an obstacle. */
  readonly preview: ClosePreview | null;
  readonly obstacle: EndObstacle | null;
  /** M-153: it was planned too long ago to be sent. */
  readonly isOld: boolean;
}

/** What an end as wanted is for a bot, and the stop options that say it (none where its parameters do). */
export function wayOf(bot: StrategyRow, wanted: Wanted): Pick<PlannedEnd, 'type' | 'options'> {
  const types = closeTypesOf(bot);
  const type: Wanted = types.includes(wanted) ? wanted : 'market';
  const options = closedLegsOf(bot).flatMap((leg) => {
    if (leg.types.length === 0) return [];
    const own: Wanted = leg.types.includes(wanted) ? wanted : 'market';
    const choice = { type: own, slippage: DEFAULT_CLOSE_SLIPPAGE, minutes: LIMIT_EXPIRATION_MINUTES[0] };
    return [stopOption(bot, leg, choice)];
  });
  return { type, options };
}

/** Whether the spread of a bot's book says more than its plan: coins of one market that are to be sold at once. */
export function asksForSpread(bot: StrategyRow, type: Wanted): boolean {
  return type === 'market' && sellsInOneBook(bot.strategy_type, isContractBot(bot));
}

/** M-159: nobody sells coins at the market while its spread is high or not known. */
export function isSpreadTooHigh(prices: { readonly price: string; readonly last_price: string } | undefined): boolean {
  return isMarketCloseDisabled(
    prices === undefined ? 'high' : (spreadBand(prices.price, prices.last_price) ?? 'high'),
    'spot',
    [],
  );
}

export function stateObstacle(bot: StrategyRow): EndObstacle | null {
  return isStoppable(bot) ? null : 'state';
}

interface Sum {
  readonly asset: string;
  /** '' where one of the figures is not known: what they come to is not known then. */
  readonly amount: string;
}

function added(figures: readonly Sum[]): readonly Sum[] {
  const read = figures.map(({ asset, amount }) => ({ asset, amount: parseSignedAmount(amount) }));
  const unknown = new Set(read.flatMap(({ asset, amount }) => (amount === null ? [asset] : [])));
  const known = read.flatMap(({ asset, amount }) => (amount === null || unknown.has(asset) ? [] : [{ asset, amount }]));
  const sums = sumByAsset(known).map(({ asset, amount }) => ({ asset, amount: formatAmount(amount) }));
  return [...sums, ...[...unknown].map((asset) => ({ asset, amount: '' }))];
}

/** What all ends together bring back and come to, by asset: exactly the figures that stand beside each. */
export function sumsOf(ends: readonly PlannedEnd[]): {
  readonly returns: readonly Sum[];
  readonly profits: readonly Sum[];
} {
  const previews = ends.flatMap(({ preview }) => preview ?? []);
  return {
    returns: added(
      previews.flatMap(({ returns }) => returns.map(({ currency, amount }) => ({ asset: currency, amount }))),
    ),
    profits: added(previews.map(({ profit, profit_asset: asset }) => ({ asset, amount: profit }))),
  };
}
