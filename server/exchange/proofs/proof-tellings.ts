import { marketOfFeed } from '#lib/engine/bot-feeds.ts';
import type { Holdings, OpenOrder } from '#lib/engine/machine.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatTicks, type MarketSpec } from '#lib/money/market-spec.ts';
import { readFill } from '../bots/journal-rows.ts';
import type { ProofRow, TwoTellings } from './proof-shape.ts';

export function tellings(field: string, stored: unknown, replayed: unknown): TwoTellings {
  return { field, stored: String(stored), replayed: String(replayed) };
}

/** Longest text of a telling that is told: a grid's orders are many. */
const LONGEST = 400;

export function shortened({ field, stored, replayed }: TwoTellings): TwoTellings {
  const [was, is] = [stored, replayed].map((text) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text));
  return { field, stored: was ?? '', replayed: is ?? '' };
}

export function amountText(units: bigint | null): string {
  return units === null ? '' : formatAmount(units);
}

/** A term of the identity to its last digit: units × 1e8. */
export function scaledText(scaled: bigint): string {
  const digits = `${scaled < 0n ? -scaled : scaled}`.padStart(SCALED_DECIMALS + 1, '0');
  const fraction = digits.slice(-SCALED_DECIMALS).replace(/0+$/, '');
  const whole = digits.slice(0, -SCALED_DECIMALS);
  return `${scaled < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
const SCALED_DECIMALS = 16;

export function holdingsText(holdings: Holdings): string {
  return Object.entries(holdings)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([asset, units]) => `${formatAmount(units)} ${asset}`)
    .join(', ');
}

export function ordersText(orders: readonly OpenOrder[], spec: MarketSpec): string {
  return orders
    .map(({ feed = 0, side, level, ticks, quantity }) => {
      const market = marketOfFeed(spec, feed);
      return `${market.market} ${side} ${level}: ${formatAmount(quantity)} × ${formatTicks(market, ticks)}`;
    })
    .join(', ');
}

/** Those that do not say the same. */
export function differing(both: readonly TwoTellings[]): readonly TwoTellings[] {
  return both.filter(({ stored, replayed }) => stored !== replayed);
}

/** What is compared of a fill, in the journal's words. */
const FIELDS = [
  'market',
  'account',
  'side',
  'role',
  'match_price',
  'match_qty',
  'match_amount',
  'fee',
  'fee_asset',
  'profit',
  'level',
  'signal_type',
] as const;

export function fillTellings(
  spec: MarketSpec,
  stored: ProofRow | null,
  replayed: ProofRow | null,
): readonly TwoTellings[] {
  const kept = stored === null ? null : readFill(spec, stored.value);
  const told = replayed === null ? null : readFill(spec, replayed.value);
  return [
    tellings('time', stored?.timeMs ?? '', replayed?.timeMs ?? ''),
    ...FIELDS.map((field) => tellings(field, kept?.[field] ?? '', told?.[field] ?? '')),
  ];
}
