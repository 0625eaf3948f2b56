'use client';

import { useBotFormat } from '#components/bots/use-bot-format.ts';
import type { ProtectionLimit } from '#lib/contract/protection-words.ts';
import { shiftDecimal } from '#lib/money/decimal-text.ts';
import { NO_FIGURE } from '#lib/money/display.ts';

/** A value of a limit, or the limit: percent or USDT; '' = not known. */
export function useLimitFormat(): (limit: ProtectionLimit, figure: string) => string {
  const format = useBotFormat();
  return (limit, figure) => {
    if (figure === '') return NO_FIGURE;
    return limit === 'drawdown'
      ? format.percent(shiftDecimal(figure, -2) ?? '0', false)
      : format.amount('portfolio-money', figure, 'USDT');
  };
}
