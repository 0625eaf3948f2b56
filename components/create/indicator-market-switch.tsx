'use client';

import { useSetAtom } from 'jotai';
import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { createPath } from '#components/addresses/create-path.ts';
import { takeSheetAlong } from '#components/addresses/phone-sheet.ts';
import { ANY_MARKET, formDraftsAtom, withoutKind } from '#components/form/form-state.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { Segmented } from '#components/ui/segmented.tsx';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { switchIndicatorMarket } from '#lib/kinds/indicator/definition/reduce.ts';
import { type IndicatorMarket, indicatorMarketOf } from '#lib/kinds/indicator/definition/values.ts';
import { marketKindOf } from '#lib/money/market-spec.ts';

/** The futures/spot switch of indicator bots (C-053, C-183): the other market's page, with every parameter reset (C-192). */
export function IndicatorMarketSwitch({ form }: { readonly form: StrategyForm }) {
  const t = useTranslations('trade.indicatorMarket');
  const language = useLocale();
  const router = useRouter();
  const setDrafts = useSetAtom(formDraftsAtom);
  const { spec, values, definition } = form;
  const present = indicatorMarketOf(spec);
  const choose = (market: IndicatorMarket): void => {
    if (market === present) return;
    const own = definition.kind;
    // The editor’s indicator bot is another kind on each page; the others are the same kind on both.
    const { page, countedAs } = KIND_FACTS[own];
    const isOneMarket = page !== 'both';
    const there = countedAs?.[market === 'spot' ? 'trade' : 'futures'] ?? own;
    setDrafts((drafts) => {
      const others = withoutKind(drafts, own);
      if (!isOneMarket) return others;
      const draft = { values: switchIndicatorMarket(values, market), asset: '' };
      return { ...withoutKind(others, there), [`${there} ${ANY_MARKET} manual`]: draft };
    });
    const path = createPath(language, there, spec.market, marketKindOf(spec));
    takeSheetAlong();
    const target = isOneMarket ? path : path.replace(`strategyType=${there}`, `strategyType=${own}`);
    router.push(`${target}${window.location.hash}`);
  };
  return (
    <Segmented
      name="indicator-market"
      label={t('market')}
      value={present}
      onChange={choose}
      options={[
        { value: 'futures', label: t('futures') },
        { value: 'spot', label: t('spot') },
      ]}
    />
  );
}
