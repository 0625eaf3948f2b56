import type { ReplyOf } from '#lib/contract/contract.ts';
import { MOST_TOLD_ENDS } from '#lib/contract/protection-words.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { type AssetAmount, sumByAsset } from '#lib/money/asset-amounts.ts';
import { toSeconds } from '../bots/journal-rows.ts';
import type { AccountEnd } from './account-ends.ts';
import { figureOf, type Standing } from './judge.ts';
import type { Guard } from './protection-book.ts';
import type { LastLook } from './protection-watch.ts';

type ProtectionData = NonNullable<ReplyOf<'protection'>['data']>;
type Tried = Extract<NonNullable<ReplyOf<'tryProtection'>['data']>, { readonly standings: unknown }>;

const known = (units: bigint | null): string => (units === null ? '' : formatAmount(units));

/** `left`: bots that run. */
export function protectionView(
  guard: Guard,
  look: LastLook | undefined,
  { left, notOffered }: { readonly left: number; readonly notOffered: string },
): ProtectionData {
  const { version, limits, peak, peakSinceMs, crossings } = guard;
  return {
    version,
    drawdown: limits.drawdown,
    exposure: limits.exposure && { ...limits.exposure, coins: [...limits.exposure.coins] },
    time: look === undefined ? 0 : toSeconds(look.timeMs),
    equity: known(look?.worth.equityUsdt ?? null),
    peak: known(peak),
    peak_since: toSeconds(peakSinceMs),
    not_offered: notOffered,
    crossings: crossings.map(({ limit, asset, timeMs, value, most, action, ended }) => ({
      limit,
      asset,
      time: toSeconds(timeMs),
      value: figureOf(limit, value),
      most: figureOf(limit, most),
      action,
      ended,
      left,
    })),
  };
}

export function standingView({ limit, asset, value, most, action, verdict }: Standing): Tried['standings'][number] {
  return {
    limit,
    asset,
    value: value === null ? '' : figureOf(limit, value),
    most: figureOf(limit, most),
    action,
    verdict,
  };
}

/** Sums are of all; who is left out is told first. */
export function endsView(ends: readonly AccountEnd[], isDue: boolean): NonNullable<Tried['ends']> {
  const previews = ends.flatMap(({ preview }) => preview ?? []);
  const leftOut = ends.filter(({ preview }) => preview === null);
  return {
    is_due: isDue,
    bots: previews.length,
    left_out: leftOut.length,
    returns: sums(previews.flatMap(({ figures }) => figures.returns)),
    profits: sums(previews.map(({ figures: { profit, asset } }) => ({ asset, amount: profit }))),
    rows: [...leftOut, ...ends.filter(({ preview }) => preview !== null)].slice(0, MOST_TOLD_ENDS).map(endRow),
  };
}

function endRow({ bot: { record }, obstacle, preview }: AccountEnd) {
  return {
    strategy_id: record.id,
    strategy_type: record.kind,
    strategy_name: record.name,
    market: record.market,
    returns: sums(preview?.figures.returns ?? []),
    profit: preview === null ? '' : formatAmount(preview.figures.profit),
    profit_asset: preview?.figures.asset ?? '',
    obstacle: obstacle ?? ('' as const),
  };
}

function sums(amounts: readonly AssetAmount[]) {
  return sumByAsset(amounts).map(({ asset, amount }) => ({ currency: asset, amount: formatAmount(amount) }));
}
