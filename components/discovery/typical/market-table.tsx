import { useLocale, useTranslations } from 'next-intl';
import { marketPath } from '#components/addresses/paths.ts';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { formatPercent } from '#lib/money/display.ts';
import { useKindText } from '../kind-text.ts';
import { ofComparedDay } from './compared-day.ts';
import { FigureTable, Rate, type TypicalWindow } from './typical-figures.tsx';

/** The period that strategies are compared by in words. */
const WORD_DAYS = 30;

function windowOf({ windows }: TypicalRow, days: number): TypicalWindow | undefined {
  return windows.find((window) => window.days === days);
}

/** Every strategy of a market over each period, best of the last month first; what did best, in words. */
export function MarketTable({
  rows: given,
  market,
}: {
  readonly rows: readonly TypicalRow[];
  readonly market: string;
}) {
  const rows = ofComparedDay(given);
  const t = useTranslations('pages.typical');
  const language = useLocale();
  const kind = useKindText();
  const rateOf = (row: TypicalRow) => Number(windowOf(row, WORD_DAYS)?.rate ?? Number.NEGATIVE_INFINITY);
  const sorted = [...rows].sort((a, b) => rateOf(b) - rateOf(a));
  const best = sorted[0] === undefined ? undefined : windowOf(sorted[0], WORD_DAYS);
  const periods = [...new Set(rows.flatMap(({ windows }) => windows.map(({ days }) => days)))].sort((a, b) => a - b);
  // One period for all rows, so that they can be compared: a bot of which less is known has no figure of it.
  const longest = periods.at(-1) ?? WORD_DAYS;
  const fallOf = (row: TypicalRow): string =>
    formatPercent(windowOf(row, longest)?.max_draw_down ?? '', { locale: language });
  const signed = (rate: string) => formatPercent(rate, { locale: language, isSigned: true });
  return (
    <section className="panel mt-3 p-3 md:p-4">
      {sorted[0] !== undefined && best !== undefined && (
        <p className="mb-3 text-sm text-ink-2">
          {t('marketBest', {
            days: WORD_DAYS,
            kind: kind(sorted[0].strategy_type, 'name'),
            rate: signed(best.rate),
            hold: signed(best.hold_rate),
          })}
        </p>
      )}
      <FigureTable
        label={t('marketTable', { market: market.replace('_', '/') })}
        head={[
          t('strategy'),
          ...periods.map((days) => t('days', { days })),
          { text: t('fallOver', { days: longest }), figure: 'drawdown' },
        ]}
        rows={sorted.map((row) => ({
          id: `${row.strategy_type} ${row.instrument_type}`,
          name: kind(row.strategy_type, 'name'),
          of: { kind: row.strategy_type, values: { drawdown: fallOf(row) } },
          cells: [
            <a
              key="kind"
              href={marketPath(language, row.market, row.strategy_type)}
              className="flex min-h-11 flex-col justify-center hover:text-accent md:min-h-7 md:flex-row md:items-center md:justify-start md:gap-2"
            >
              {kind(row.strategy_type, 'name')}
              {row.instrument_type !== 'spot' && (
                <span className="text-2xs text-ink-3">
                  {t('contractShort', { settle: row.instrument_type === 'futures_btc' ? 'BTC' : 'USDT' })}
                </span>
              )}
            </a>,
            ...periods.map((days) => <Rate key={days} rate={windowOf(row, days)?.rate ?? ''} />),
            fallOf(row),
          ],
        }))}
      />
    </section>
  );
}
