import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { helpIndexPath } from '#components/addresses/help-paths.ts';
import { rankingsPath } from '#components/addresses/paths.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { DISCOUNT_MARKETS, effectiveTakerFee } from '#lib/formulas/fees.ts';
import { listText } from '#lib/i18n/date-text.ts';
import { formatAmount, parseAmount } from '#lib/money/amount.ts';
import { formatSetPercent } from '#lib/money/display.ts';

/** What a bot pays, as the exchange says it to somebody whom it does not know; null: it does not say now. */
export type Fees = NonNullable<ReplyOf<'strategyFee'>['data']>;

/** For somebody who has never been here: what this is, what it costs and what can go wrong. Who is logged in begins with his own bots instead. */
export function VisitorWords({ fees }: { readonly fees: Fees | null }) {
  const t = useTranslations('pages.landing');
  const rankings = useTranslations('pages.rankings');
  const help = useTranslations('help.index');
  const language = useLocale();
  return (
    <section aria-label={t('label')} className="mb-6 grid gap-3 md:grid-cols-3 [[data-trader]_&]:hidden">
      <Words title={t('what')}>
        {t('whatText')}
        <a
          href={helpIndexPath(language)}
          className="flex min-h-11 w-fit items-center text-accent underline underline-offset-4 md:min-h-6"
        >
          {help('title')}
        </a>
      </Words>
      <Words title={t('cost')}>
        <Costs fees={fees} />
      </Words>
      <Words title={t('risk')}>
        {t('riskText')}
        <a
          href={rankingsPath(language)}
          className="flex min-h-11 w-fit items-center text-accent underline underline-offset-4 md:min-h-6"
        >
          {rankings('title')}
        </a>
      </Words>
    </section>
  );
}

function Words({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="panel p-3">
      <h2 className="mb-1 text-sm font-semibold">{title}</h2>
      <p className="text-xs text-ink-2">{children}</p>
    </div>
  );
}

/** The rates are the exchange's own; a grid's on the markets with a fee rule come from them (X26). */
function Costs({ fees }: { readonly fees: Fees | null }): string {
  const t = useTranslations('pages.landing');
  const locale = useLocale();
  const [discounted = ''] = DISCOUNT_MARKETS;
  const taker = parseAmount(fees?.taker_fee ?? '');
  if (fees === null || taker === null) return `${t('costUnknown')} ${t('costMore')}`;
  const percent = (rate: string) => formatSetPercent(rate, { locale });
  const spot = {
    spot: percent(fees.taker_fee),
    grid: percent(
      formatAmount(effectiveTakerFee(discounted, true, taker, parseAmount(fees.vip_fee_discount) ?? undefined)),
    ),
    markets: listText(
      DISCOUNT_MARKETS.map((market) => market.replace('_', '/')),
      locale,
    ),
  };
  const contract = { taker: percent(fees.futures_taker_fee), maker: percent(fees.futures_maker_fee) };
  const figures =
    contract.taker === contract.maker
      ? t('costTextOne', { ...spot, contract: contract.taker })
      : t('costText', { ...spot, ...contract });
  return `${figures} ${t('costMore')}`;
}
