import { useLocale, useTranslations } from 'next-intl';
import { marketPath } from '#components/addresses/paths.ts';
import { Icon } from '#components/ui/icon.tsx';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { compareDecimals, medianOfDecimals } from '#lib/money/decimal-text.ts';
import { useKindText } from '../kind-text.ts';
import { ofComparedDay } from './compared-day.ts';
import { PlainTable, Rate, type TypicalWindow } from './typical-figures.tsx';

/** All that is known of a period, and of the market in the middle. */
interface Period {
  readonly days: number;
  readonly count: number;
  readonly gained: number;
  readonly rate: string;
  readonly holdRate: string;
}

function windowsOver(rows: readonly TypicalRow[], days: number): TypicalWindow[] {
  return rows.flatMap(({ windows }) => windows.filter((window) => window.days === days));
}

/** Each period that something is known of, the shortest first; markets of which less is known are not in the longer ones. */
function periodsOf(rows: readonly TypicalRow[]): readonly Period[] {
  const days = [...new Set(rows.flatMap(({ windows }) => windows.map((window) => window.days)))].sort((a, b) => a - b);
  return days.map((length) => {
    const windows = windowsOver(rows, length);
    return {
      days: length,
      count: windows.length,
      gained: windows.filter(({ rate }) => compareDecimals(rate, '0') > 0).length,
      rate: medianOfDecimals(windows.map(({ rate }) => rate)),
      holdRate: medianOfDecimals(windows.map(({ hold_rate: rate }) => rate)),
    };
  });
}

/** What typical bots of a kind did over each period: over all markets, and folded, so that the bots stay in sight, on each. `day`: the one up to which they are compared; those of other days are in no figure. */
export function KindFigures({ rows, day }: { readonly rows: readonly TypicalRow[]; readonly day: string }) {
  const t = useTranslations('pages.typical');
  const kind = useKindText();
  const first = rows[0];
  if (first === undefined) return null;
  const compared = ofComparedDay(rows);
  const periods = periodsOf(compared);
  const title = t('kindTable', { kind: kind(first.strategy_type, 'name') });
  return (
    <div className="mt-4">
      <h2 className="mb-1 text-sm font-medium">{title}</h2>
      <p className="mb-2 text-2xs text-ink-3">{t('lead', { day })}</p>
      <PlainTable
        label={title}
        head={(['period', 'bot', 'hold', 'gained'] as const).map((name) => ({ key: name, text: t(name) }))}
        rows={periods.map(({ days, count, gained, rate, holdRate }) => ({
          id: String(days),
          cells: [
            t('days', { days }),
            <Rate key="bot" rate={rate} />,
            <Rate key="hold" rate={holdRate} />,
            t('gainedOf', { gained, count }),
          ],
        }))}
      />
      <p className="mt-1 text-2xs text-ink-3">{t('kindNote')}</p>
      <details className="group mt-1">
        <summary className="flex min-h-11 list-none items-center gap-1.5 text-xs text-ink-2 hover:text-ink-1 md:min-h-8">
          {t('byMarket')}
          <Icon name="chevronDown" size={14} className="transition-transform group-open:rotate-180" />
        </summary>
        <p className="mb-2 text-2xs text-ink-3">{t('byMarketAll')}</p>
        <EachMarket rows={compared} lengths={periods.map(({ days }) => days)} />
      </details>
    </div>
  );
}

function EachMarket({ rows, lengths }: { readonly rows: readonly TypicalRow[]; readonly lengths: readonly number[] }) {
  const t = useTranslations('pages.typical');
  const language = useLocale();
  return (
    <PlainTable
      label={t('byMarket')}
      head={[
        { key: 'market', text: t('market') },
        ...lengths.map((days) => ({ key: String(days), text: t('days', { days }) })),
      ]}
      rows={rows.map((row) => ({
        id: `${row.market} ${row.instrument_type}`,
        cells: [
          <a
            key="market"
            href={marketPath(language, row.market, row.strategy_type)}
            className="flex min-h-11 flex-col justify-center hover:text-accent md:min-h-7"
          >
            {row.market.replace('_', '/')}
            {row.instrument_type !== 'spot' && (
              <span className="text-2xs text-ink-3">
                {t('contractShort', { settle: row.instrument_type === 'futures_btc' ? 'BTC' : 'USDT' })}
              </span>
            )}
          </a>,
          ...lengths.map((days) => <Rate key={days} rate={windowsOver([row], days)[0]?.rate ?? ''} />),
        ],
      }))}
    />
  );
}
