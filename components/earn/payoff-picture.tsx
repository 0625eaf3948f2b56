'use client';

import { useLocale, useTranslations } from 'next-intl';
import { directionOf } from '#lib/i18n/languages.ts';
import { withUnit } from '#lib/money/display.ts';
import { type Payoff, payoffLines, worthAt } from './payoff.ts';

const [WIDTH, HEIGHT] = [340, 190];
/** Room for the figures of the axes. */
const [LEFT, TOP, BOTTOM] = [8, 18, 30];

interface Corner {
  readonly price: number;
  readonly worth: number;
}

/** A price with its line, and its words on the side where they are out of the other one's way. */
function Mark({
  at,
  side,
  label,
  figure,
  colour,
}: {
  readonly at: number;
  readonly side: 'before' | 'behind';
  readonly label: string;
  readonly figure: string;
  readonly colour: string;
}) {
  const words = { x: at + (side === 'before' ? -4 : 4), textAnchor: side === 'before' ? 'end' : 'start' } as const;
  return (
    <g>
      <line x1={at} x2={at} y1={TOP - 4} y2={HEIGHT - BOTTOM} stroke={colour} strokeDasharray="3 3" />
      <text {...words} y={TOP - 6} fill={colour}>
        {label}
      </text>
      <text {...words} y={HEIGHT - BOTTOM + 12} fill="var(--ink-2)">
        {figure}
      </text>
    </g>
  );
}

function Legend({ held }: { readonly held: string }) {
  const t = useTranslations('dual.payoff');
  return (
    <figcaption className="flex flex-wrap justify-center gap-x-4 text-2xs text-ink-2">
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="h-0.5 w-4 bg-accent" />
        {t('orderLine')}
      </span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="w-4 border-t border-dashed border-(--ink-3)" />
        {held}
      </span>
    </figcaption>
  );
}

/** Where prices and worths come to lie; a little room above and below. */
function scaleOf(worths: readonly number[], low: number, high: number) {
  const [least, most] = [Math.min(...worths), Math.max(...worths)];
  const room = (most - least) * 0.08 || 1;
  const x = (price: number): number => LEFT + ((price - low) / (high - low)) * (WIDTH - 2 * LEFT);
  const y = (worth: number): number =>
    TOP + (1 - (worth - least + room) / (most - least + 2 * room)) * (HEIGHT - TOP - BOTTOM);
  const line = (corners: readonly Corner[]): string =>
    `M${corners.map(({ price, worth }) => `${x(price).toFixed(1)},${y(worth).toFixed(1)}`).join(' ')}`;
  return { x, y, line };
}

/** What an order is worth at its expiry against the price of that moment, beside what was put in if it had been kept. */
export function PayoffPicture({
  payoff,
  low,
  high,
  index,
  words,
}: {
  readonly payoff: Payoff;
  /** Prices at the ends of the picture, and the present one. */
  readonly low: number;
  readonly high: number;
  readonly index: number;
  /** The figures that it names, as they are written beside it: the index and the exercise price, and the worth in USDT at its level part. */
  readonly words: { readonly index: string; readonly strike: string; readonly worth: string };
}) {
  const t = useTranslations('dual.payoff');
  const locale = useLocale();
  const { order, held } = payoffLines(payoff, low, high);
  const { x, y, line } = scaleOf(
    [...order, ...held].map(({ worth }) => worth),
    low,
    high,
  );
  const { type, strike } = payoff;
  const isLower = (price: number): 'before' | 'behind' => (price === Math.min(index, strike) ? 'before' : 'behind');
  return (
    <figure className="m-0">
      <svg
        role="img"
        aria-label={t(type === 'call' ? 'labelCall' : 'labelPut', words)}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        // Prices rise to the right in every language, and words stand on their side of a line.
        style={{ direction: 'ltr' }}
        className="mx-auto block w-full max-w-[440px]"
        fontSize="10"
      >
        <Mark at={x(index)} side={isLower(index)} label={t('now')} figure={words.index} colour="var(--ink-3)" />
        <Mark at={x(strike)} side={isLower(strike)} label={t('strike')} figure={words.strike} colour="var(--accent)" />
        <line x1={LEFT} x2={WIDTH - LEFT} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM} stroke="var(--line)" />
        <path
          d={line(held)}
          fill="none"
          stroke="var(--ink-3)"
          strokeWidth="1.2"
          strokeDasharray="4 3"
          data-line="held"
        />
        <path
          d={line(order)}
          fill="none"
          stroke="var(--accent)"
          strokeWidth="2"
          strokeLinejoin="round"
          data-line="order"
        />
        {/* Its level part is at the end of prices on both sides; the other line is above it of a call, below it of a put. */}
        <text
          x={WIDTH - LEFT}
          y={y(worthAt(payoff, high)) + (type === 'call' ? 13 : -5)}
          textAnchor="end"
          fill="var(--accent)"
          data-level
        >
          {withUnit(words.worth, 'USDT', locale)}
        </text>
        {/* A sentence with a unit behind it, in its own direction; in the middle that moves nothing. */}
        <text x={WIDTH / 2} y={HEIGHT - 4} textAnchor="middle" fill="var(--ink-3)" direction={directionOf(locale)}>
          {t('axis')}
        </text>
      </svg>
      <Legend held={t(type === 'call' ? 'heldCoin' : 'heldMoney')} />
    </figure>
  );
}
