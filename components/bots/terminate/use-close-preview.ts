'use client';

import { useAskedAnew } from '#lib/client/use-asked-anew.ts';
import { useCall } from '#lib/client/use-call.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isCloseSlippageValid } from '#lib/formulas/termination.ts';
import { readDecimal, shiftDecimal } from '#lib/money/decimal-text.ts';
import type { CloseChoice } from './close-leg.ts';

export type ClosePreview = NonNullable<ReplyOf<'closePreview'>['data']>;

/** As often as the prices beside it (M-152). */
const REFRESH_MS = 10_000;

/**
 * What ending the bot as chosen would bring, said by the exchange before it happens. Undefined while that is on its way: the end waits for it, or it
 * would go out without the plan that is about to be shown. Null where there is none: the slippage is no number, or the exchange does not say it.
 */
export function useClosePreview(
  bot: StrategyRow,
  choice: Pick<CloseChoice, 'type' | 'slippage' | 'minutes'> | null,
): ClosePreview | null | undefined {
  const isAsked = choice !== null && (choice.type !== 'limit' || isCloseSlippageValid(choice.slippage));
  const slip = choice === null ? null : shiftDecimal(readDecimal(choice.slippage) ?? '0', -2);
  const query = {
    strategy_id: String(bot.strategy_id),
    strategy_type: bot.strategy_type,
    type: choice?.type ?? 'market',
    ...(choice?.type === 'limit' ? { slip: slip ?? '0', expiration: choice.minutes * 60 } : {}),
  } as const;
  const { data, error, mutate } = useCall('closePreview', isAsked ? { query } : null, {
    refreshInterval: REFRESH_MS,
    // What another choice would bring says nothing of this one.
    keepPreviousData: false,
  });
  // What has filled since is not there to be closed any more.
  useAskedAnew(bot.trade_num, isAsked, mutate);
  if (!isAsked) return null;
  if (data === undefined && error === undefined) return undefined;
  const preview = data?.data;
  return error === undefined && preview !== undefined && 'returns' in preview ? preview : null;
}
