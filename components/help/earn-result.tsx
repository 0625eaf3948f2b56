import { useLocale, useTranslations } from 'next-intl';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import type { FigureValues } from '#components/bots/figures/figure-of.ts';
import { FigureTable } from '#components/discovery/typical/typical-figures.tsx';
import { useTermWords } from '#components/terms/use-term-words.ts';
import { TrendText } from '#components/ui/trend-text.tsx';
import type { EarnExample, OrderExample, PlanExample } from '#lib/backtest/earn-example.ts';
import { PATH_SHAPES } from '#lib/backtest/example-market.ts';
import type { TermId } from '#lib/figures/figures.ts';
import { sumOfDecimals } from '#lib/money/decimal-text.ts';
import { formatAmountOf, formatNumber, formatPercent, withUnit } from '#lib/money/display.ts';

/** What the example of an earn product comes to. Made on the server at first, in the browser after a change. */
export function EarnResult({ example }: { readonly example: EarnExample }) {
  const t = useTranslations('help.example');
  if (example.runs.length === 0) return null;
  return (
    <>
      {example.product !== 'auto-investment' && <Terms example={example} />}
      <h3 className="mt-4 mb-1 text-sm font-medium">{t('courses')}</h3>
      {example.product === 'auto-investment' ? <PlanRuns example={example} /> : <OrderRuns example={example} />}
      <p className="mt-2 text-xs text-ink-3">{t('note')}</p>
    </>
  );
}

/** Every digit of what is paid; plain money in its two. */
function useFormat() {
  const locale = useLocale();
  return {
    locale,
    exact: (figure: string, asset: string) => formatAmountOf('held-coin', figure, asset, { locale, quote: 'USDT' }),
    change: (figure: string, asset: string) =>
      formatAmountOf('held-coin', figure, asset, { locale, quote: 'USDT', isSigned: true }),
    price: (figure: string) => withUnit(formatNumber(figure, { locale }), 'USDT', locale),
  };
}

/** What an order would pay, before its expiry is known. */
function Terms({ example }: { readonly example: OrderExample }) {
  const { product, terms, invested, exchanged, values } = example;
  const t = useTranslations('help.example');
  const days = useTranslations('dual.offers');
  const words = useTermWords();
  const format = useFormat();
  if (terms === null) return null;
  const rate = (fraction: string): string => formatPercent(fraction, { locale: format.locale });
  const exchange = product === 'sell-high' ? 'dual_sold' : 'dual_bought';
  const figures: readonly (readonly [TermId, string])[] = [
    ['offered_rate', rate(terms.offered)],
    ['option_rate', rate(terms.fair)],
    ['dual_interest', format.exact(terms.interest, invested)],
    ['fair_interest', format.exact(terms.fairInterest, invested)],
    ['dual_kept', format.exact(terms.kept, invested)],
    [exchange, format.exact(terms.exchanged, exchanged)],
  ];
  const known: FigureValues = {
    amount_in: format.exact(values.amount_in ?? '', invested),
    exercise_price: format.price(values.exercise_price ?? ''),
    term: days('dayCount', { days: Number(values.term) }),
    ...Object.fromEntries(figures),
  };
  return (
    <>
      <h3 className="mt-4 mb-1 text-sm font-medium">{t('form')}</h3>
      <dl className="flex max-w-120 flex-col gap-1 text-sm">
        {figures.map(([term, text]) => (
          <div key={term} className="flex items-baseline justify-between gap-3">
            <dt className="text-ink-3">
              <FigureName figure={term} kind={product} values={known}>
                {words.name(term)}
              </FigureName>
            </dt>
            <dd data-summary={term} className="text-end tabular-nums">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Worths are at the settlement price, not at a last one: their name has no tip, whose formula says that. */
function OrderRuns({ example }: { readonly example: OrderExample }) {
  const { product, runs, invested, values } = example;
  const put = values.amount_in ?? '';
  const t = useTranslations('help.example');
  const words = useTermWords();
  const format = useFormat();
  const head = (term: TermId) => ({ text: words.name(term), figure: term });
  return (
    <FigureTable
      label={t('courses')}
      head={[head('settlement_price'), head('payment'), head('dual_profit'), words.name('value'), t('column.hold')]}
      rows={runs.map((run) => {
        const price = format.price(run.settlement);
        const name = `${price} (${formatPercent(run.move, { locale: format.locale, isSigned: true, isTrimmed: true })})`;
        const profit = format.change(run.profit, invested);
        const [paid, worth] = [format.exact(run.paid, run.asset), format.exact(run.worth, 'USDT')];
        return {
          id: run.move,
          name,
          of: {
            kind: product,
            // Counted in what was put in, as its profit is: the cell has what is really paid, which may be the other side.
            values: {
              settlement_price: price,
              payment: format.exact(sumOfDecimals([put, run.profit]), invested),
              dual_profit: profit,
              amount_in: format.exact(put, invested),
            },
          },
          cells: [
            name,
            paid,
            <TrendText key="profit" value={run.profit} text={profit} />,
            worth,
            format.exact(run.held, 'USDT'),
          ],
        };
      })}
    />
  );
}

function PlanRuns({ example: { product, runs } }: { readonly example: PlanExample }) {
  const t = useTranslations('help.example');
  const invest = useTranslations('invest');
  const words = useTermWords();
  const format = useFormat();
  const locale = format.locale;
  const share = (by: number): string => formatPercent(Math.abs(by).toFixed(4), { locale, isTrimmed: true });
  const money = (figure: string): string => formatAmountOf('profit', figure, 'USDT', { locale, quote: 'USDT' });
  const change = (figure: string): string =>
    formatAmountOf('profit', figure, 'USDT', { locale, quote: 'USDT', isSigned: true });
  const head = (term: TermId) => ({ text: words.name(term), figure: term });
  return (
    <FigureTable
      label={t('courses')}
      head={[
        t('column.course'),
        invest('column.period'),
        head('invested'),
        head('average_cost'),
        head('total_profit'),
        head('lump_sum'),
      ]}
      rows={runs.map((run) => {
        const { drift, swing } = PATH_SHAPES[run.path];
        const name = t(run.path, { drift: share(drift), swing: share(swing) });
        const values = {
          invested: money(run.paid),
          average_cost: money(run.average),
          total_profit: change(run.gain),
          lump_sum: change(run.lumpGain),
        };
        return {
          id: run.path,
          name,
          of: { kind: product, values },
          cells: [
            name,
            formatNumber(`${run.purchases}`, { locale }),
            values.invested,
            values.average_cost,
            <TrendText key="gain" value={run.gain} text={values.total_profit} />,
            <TrendText key="lump" value={run.lumpGain} text={values.lump_sum} />,
          ],
        };
      })}
    />
  );
}
