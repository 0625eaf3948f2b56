import { useLocale, useTranslations } from 'next-intl';
import { helpIndexPath } from '#components/addresses/help-paths.ts';
import { DEFAULT_MARKET } from '#components/addresses/paths.ts';
import { EARN_PAGES } from '#components/discovery/earn-pages.ts';
import { Formula } from '#components/terms/formula.tsx';
import { useTermWords } from '#components/terms/use-term-words.ts';
import type { EarnExample } from '#lib/backtest/earn-example.ts';
import { EXAMPLE_DAYS, EXAMPLE_FEE_E8, exampleSpec, exampleTicks } from '#lib/backtest/example-market.ts';
import { textsOf } from '#lib/client/keyed-texts.ts';
import type { EarnType } from '#lib/contract/earn-types.ts';
import { hasFormula, type TermId } from '#lib/figures/figures.ts';
import { HOUSE_SHARE } from '#lib/formulas/dual-price.ts';
import { formatAmount } from '#lib/money/amount.ts';
import { formatNumber, formatPercent, formatSetPercent } from '#lib/money/display.ts';
import { formatTicks } from '#lib/money/market-spec.ts';
import { EarnResult } from './earn-result.tsx';
import { type AskedField, ExampleForm } from './example-form.tsx';
import { type Answers, HelpAnswers, HelpPart } from './help-answers.tsx';
import { useEarnFieldNames } from './use-earn-field-names.ts';

/** Figures of a product, of which each has its formula and its definition on the page. */
const FORMULAS: Readonly<Record<EarnType, readonly TermId[]>> = {
  'sell-high': ['offered_rate', 'option_rate', 'dual_kept', 'dual_sold', 'dual_profit', 'likely_price', 'volatility'],
  'buy-low': ['offered_rate', 'option_rate', 'dual_kept', 'dual_bought', 'dual_profit', 'likely_price', 'volatility'],
  'auto-investment': ['average_cost', 'fees', 'value', 'profit_rate'],
};

/** All that the help page of an earn product says. */
export function EarnHelp({ product, example }: { readonly product: EarnType; readonly example: EarnExample }) {
  const names = useTranslations('public.earnRow');
  return (
    <>
      <HelpAnswers name={names(`${product}.name`)} answers={useAnswers(product)} />
      <Formulas product={product} />
      <ExampleSection product={product} example={example} />
      <Onward product={product} />
    </>
  );
}

function useAnswers(product: EarnType): Answers {
  const t = useTranslations('help');
  const dual = useTranslations('dual');
  const invest = useTranslations('invest');
  const share = formatPercent(`${HOUSE_SHARE}`, { locale: useLocale(), decimals: 0 });
  if (product === 'auto-investment')
    return {
      what: [invest('description'), invest('form.note')],
      earns: [t('earns.rise'), t('earns.cheap')],
      loses: [t('loses.fall'), t('earn.loses.auto-investment')],
      costs: [t('costs.fee'), t('costs.slippage'), invest('redeem.coinsHint')],
    };
  return {
    what: [dual(`page.lead.${product}`), dual(`how.settled.${product}`), dual('how.cancel.text')],
    earns: [t(`earn.earns.${product}`)],
    loses: [dual(`how.risk.${product}`)],
    costs: [dual('how.priced.text'), dual('how.house.text', { share })],
  };
}

function Formulas({ product }: { readonly product: EarnType }) {
  const t = useTranslations('help.page');
  const words = useTermWords();
  return (
    <HelpPart id="formulas" title={t('formulas')}>
      <dl className="flex flex-col gap-3">
        {FORMULAS[product].filter(hasFormula).map((term) => (
          <div key={term} className="panel p-3">
            {/* From left to right in every language, as the formula itself. */}
            <dt dir="ltr" className="text-sm">
              <bdi>{words.name(term)}</bdi> = <Formula figure={term} />
            </dt>
            <dd className="mt-1 text-xs text-ink-3">{words.text(term)}</dd>
          </div>
        ))}
      </dl>
    </HelpPart>
  );
}

function ExampleSection({ product, example }: { readonly product: EarnType; readonly example: EarnExample }) {
  const t = useTranslations('help');
  const locale = useLocale();
  const spec = exampleSpec({ trades: 'market', page: 'trade' });
  const price = formatNumber(formatTicks(spec, exampleTicks(spec)), { locale });
  const lead =
    product === 'auto-investment'
      ? t('earn.lead.plan', {
          price,
          fee: formatSetPercent(formatAmount(EXAMPLE_FEE_E8), { locale }),
          days: EXAMPLE_DAYS,
        })
      : t('earn.lead.order', { price });
  const fields = useAskedFields(example);
  return (
    <section aria-labelledby="example" className="mt-8">
      <h2 id="example" className="text-lg font-semibold">
        {t('example.title')}
      </h2>
      <p className="mb-3 text-sm text-ink-2">{lead}</p>
      <div className="panel p-3 md:p-4">
        <ExampleForm subject={product} legend={t('example.values')} fields={fields} values={example.values}>
          <EarnResult example={example} />
        </ExampleForm>
      </div>
    </section>
  );
}

function useAskedFields({ fields }: EarnExample): readonly AskedField[] {
  const nameOf = useEarnFieldNames();
  const words = textsOf(useTranslations('fields'));
  const days = useTranslations('dual.offers');
  const locale = useLocale();
  const choice = (name: string, value: string): string => {
    if (name === 'every') return words(`every.${value}`);
    return name === 'term' ? days('dayCount', { days: Number(value) }) : formatNumber(value, { locale });
  };
  return fields.map((field) => {
    const { name } = field;
    const label = nameOf(name);
    if ('options' in field) {
      const options = field.options.map((value) => ({ value, label: choice(name, value) }));
      return { name, label, unit: '', decimals: 0, options };
    }
    return { name, label, unit: field.unit, decimals: field.decimals, options: null };
  });
}

function Onward({ product }: { readonly product: EarnType }) {
  const t = useTranslations('help.page');
  const names = useTranslations('public.earnRow');
  const language = useLocale();
  const looks = 'flex min-h-11 items-center text-sm text-accent hover:underline md:min-h-8';
  const path = EARN_PAGES[product]?.(language, DEFAULT_MARKET);
  return (
    <nav aria-label={t('more')} className="mt-6 flex flex-wrap gap-x-6">
      {path !== undefined && (
        <a href={path} className={looks}>
          {names(`${product}.name`)}
        </a>
      )}
      <a href={helpIndexPath(language)} className={looks}>
        {t('all')}
      </a>
    </nav>
  );
}
