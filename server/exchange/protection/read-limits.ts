import type { ProtectionLimits } from '#lib/contract/protection-calls.ts';
import { DRAWDOWN_PERCENT, EXPOSURE_USDT } from '#lib/contract/protection-words.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { isPlainFigure } from '#lib/money/plain-figure.ts';
import type { MarketFeed } from '../market/feed.ts';
import { type Refusal, refuseField } from '../replies/reply.ts';

/** Limits as they are kept, or what is wrong with the first of them. */
export function readLimits(
  feed: Pick<MarketFeed, 'spec'>,
  { drawdown, exposure }: ProtectionLimits,
): ProtectionLimits | Refusal {
  if (drawdown !== null && !isPlainFigure(drawdown.percent, DRAWDOWN_PERCENT))
    return refuseField('percent', 'percent-between', DRAWDOWN_PERCENT);
  if (exposure === null) return { drawdown: drawdown && { ...drawdown, percent: plain(drawdown.percent) }, exposure };
  const wrong = wrongExposure(feed, exposure);
  if (wrong !== null) return wrong;
  return {
    drawdown: drawdown && { ...drawdown, percent: plain(drawdown.percent) },
    exposure: {
      ...exposure,
      usdt: exposure.usdt === '' ? '' : plain(exposure.usdt),
      coins: exposure.coins
        .map(({ asset, usdt }) => ({ asset, usdt: plain(usdt) }))
        .sort((a, b) => (a.asset < b.asset ? -1 : 1)),
    },
  };
}

function wrongExposure(
  feed: Pick<MarketFeed, 'spec'>,
  { usdt, coins }: NonNullable<ProtectionLimits['exposure']>,
): Refusal | null {
  if (usdt === '' && coins.length === 0) return refuseField('usdt', 'protection-no-limit');
  if (usdt !== '' && !isPlainFigure(usdt, EXPOSURE_USDT)) return refuseField('usdt', 'usdt-between', EXPOSURE_USDT);
  const named = new Set<string>();
  for (const [index, coin] of coins.entries()) {
    const field = `coins.${index}`;
    if (!isPlainFigure(coin.usdt, EXPOSURE_USDT)) return refuseField(field, 'usdt-between', EXPOSURE_USDT);
    // USDT is what exposure is told in, and a coin that no market values could never reach its limit.
    if (feed.spec(`${coin.asset}_USDT`) === undefined)
      return refuseField(field, 'protection-coin', { asset: coin.asset });
    if (named.has(coin.asset)) return refuseField(field, 'protection-coin-twice', { asset: coin.asset });
    named.add(coin.asset);
  }
  return null;
}

/** One text a figure: "010.50" is 10.5. */
function plain(text: string): string {
  return formatAmount(parseAmount(text) ?? 0n);
}
