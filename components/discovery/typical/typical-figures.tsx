import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { FigureOf } from '#components/bots/figures/figure-of.ts';
import { ShownRows } from '#components/bots/figures/shown-rows-of.tsx';
import { TrendText, trendShown } from '#components/ui/trend-text.tsx';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { formatNumber, formatPercent } from '#lib/money/display.ts';

export type TypicalWindow = TypicalRow['windows'][number];

/** A rate with its sign and colour. */
export function Rate({ rate }: { readonly rate: string }) {
  const locale = useLocale();
  return <TrendText value={rate} text={formatPercent(rate, { locale, isSigned: true })} />;
}

const textOf = (name: string | { readonly text: string }): string => (typeof name === 'string' ? name : name.text);

/** A table that is whole in the HTML; it is moved by keys where it is wider than its place. */
export function PlainTable({
  label,
  head,
  rows,
}: {
  readonly label: string;
  readonly head: readonly { readonly key: string; readonly text: ReactNode }[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than its place is moved by keys
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full text-xs tabular-nums md:text-sm">
        <thead>
          <tr className="text-2xs text-ink-3">
            {head.map(({ key, text }, at) => (
              <th
                key={key}
                scope="col"
                className={`px-1 py-1 font-normal first:ps-0 last:pe-0 md:px-2 ${at === 0 ? 'text-start' : 'text-end'}`}
              >
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells: [first, ...rest] }) => (
            <tr key={id} className="border-t">
              <th scope="row" className="py-1.5 pe-1 text-start font-normal max-md:min-w-20 md:pe-2">
                {first}
              </th>
              {rest.map((cell, at) => (
                <td key={head[at + 1]?.key ?? ''} className="px-1 py-1.5 text-end whitespace-nowrap last:pe-0 md:px-2">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A table of figures, whose names say how they are computed: the product's own one draws what is in sight, in the browser. */
export function FigureTable({
  label,
  head,
  rows,
}: {
  readonly label: string;
  /** Names; a figure's says how it is computed. */
  readonly head: readonly (string | { readonly text: string; readonly figure: TermId })[];
  /** What the heads' figures are of, row by row, stands beside its cells. */
  readonly rows: readonly {
    readonly id: string;
    readonly cells: readonly ReactNode[];
    readonly name: string;
    readonly of: FigureOf;
  }[];
}) {
  return (
    <ShownRows rows={rows.map(({ id, name, of }) => ({ key: id, name, of }))}>
      <PlainTable
        label={label}
        head={head.map((name) => ({
          key: textOf(name),
          text: typeof name === 'string' ? name : <FigureName figure={name.figure}>{name.text}</FigureName>,
        }))}
        rows={rows}
      />
    </ShownRows>
  );
}

/** What happened over each period, in words and in figures. */
export function TypicalResult({ row, kindName }: { readonly row: TypicalRow; readonly kindName: string }) {
  const t = useTranslations('pages.typical');
  const locale = useLocale();
  const market = row.market.replace('_', '/');
  return (
    <>
      <ul className="mb-3 flex flex-col gap-1.5 text-sm text-ink-2">
        {row.windows.map((window) => (
          <li key={window.days}>
            <WindowWords window={window} />
          </li>
        ))}
      </ul>
      <FigureTable
        label={t('table', { kind: kindName, market })}
        head={[
          t('period'),
          { text: t('bot'), figure: 'profit_rate' },
          { text: t('hold'), figure: 'holding' },
          { text: t('fall'), figure: 'drawdown' },
          { text: t('matches'), figure: 'matches' },
          { text: t('fills'), figure: 'orders' },
        ]}
        rows={row.windows.map(({ days, rate, hold_rate, max_draw_down, matches, fills }) => ({
          id: String(days),
          name: t('days', { days }),
          of: {
            kind: row.strategy_type,
            values: {
              profit_rate: formatPercent(rate, { locale, isSigned: true }),
              holding: formatPercent(hold_rate, { locale, isSigned: true }),
              drawdown: formatPercent(max_draw_down, { locale }),
              matches: formatNumber(String(matches), { locale }),
              orders: formatNumber(String(fills), { locale }),
            },
          },
          cells: [
            t('days', { days }),
            <Rate key="bot" rate={rate} />,
            <Rate key="hold" rate={hold_rate} />,
            formatPercent(max_draw_down, { locale }),
            formatNumber(String(matches), { locale }),
            formatNumber(String(fills), { locale }),
          ],
        }))}
      />
    </>
  );
}

function WindowWords({ window }: { readonly window: TypicalWindow }): string {
  const { days, rate, hold_rate: hold, max_draw_down: fall, finish_as: end } = window;
  const t = useTranslations('pages.typical');
  const locale = useLocale();
  const isLoss = trendShown(rate, formatPercent(rate, { locale })) === 'down';
  const words = t(isLoss ? 'windowLoss' : 'windowGain', {
    days,
    rate: formatPercent(rate.replace('-', ''), { locale }),
    hold: formatPercent(hold, { locale, isSigned: true }),
    fall: formatPercent(fall, { locale }),
  });
  if (end === '') return words;
  return `${words} ${t(end === 'liquidated' ? 'liquidated' : 'ended')}`;
}
