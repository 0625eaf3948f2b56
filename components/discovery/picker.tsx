import { useLocale, useTranslations } from 'next-intl';
import { DEFAULT_MARKET } from '#components/addresses/paths.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';
import type { EarnRow } from '#lib/contract/earn-rows.ts';
import { offeredKinds } from '#lib/kinds/catalogue.ts';
import { KIND_FACTS } from '#lib/kinds/facts.ts';
import { PICKER_CLASSES } from '#lib/strategies/kind-facts.ts';
import type { ClassCards } from './class-figures.ts';
import { EarnCard } from './earn-card.tsx';
import { EARN_PAGES } from './earn-pages.ts';
import { KindCard } from './kind-card.tsx';
import { useKindText } from './kind-text.ts';
import type { PickerTab } from './picker-sections.ts';
import { type PickerSection, PickerTabs } from './picker-tabs.tsx';
import { type HotRow, PopularCard, popularBots } from './popular-bots.tsx';

const CARD =
  'panel flex gap-3 p-3 transition-colors hover:border-accent max-lg:w-[19rem] max-lg:shrink-0 max-lg:snap-start';

export interface PickerData {
  /** Null when the server's list did not come: the tabs that were remembered are shown. */
  readonly tabs: readonly PickerTab[] | null;
  readonly hot: readonly HotRow[];
  /** Copies and rates of the kinds, one row a kind. */
  readonly figures: ClassCards[number]['list'];
  /** What the exchange has beyond the documents, its own kinds among it; null when it did not say. */
  readonly announced: NonNullable<ReplyOf<'capabilities'>['data']> | null;
  /** What may be earned without a bot, of the market that nobody has chosen yet. */
  readonly earn?: readonly EarnRow[];
}

/**
 * The strategy type picker. Only kinds that the exchange runs are offered: no card is a dead end. It is made on the server:
 * what its cards are made of is more to load than they are to send.
 */
export function Picker({ tabs, hot, figures, announced, earn = [] }: PickerData) {
  const language = useLocale();
  const t = useTranslations('public.picker');
  const kindText = useKindText();
  const figureOf = new Map(figures.map((one) => [one.strategy_type, one]));
  const offered = offeredKinds(announced ?? undefined);
  const popular = popularBots(hot, offered);
  const sections: PickerSection[] = [];
  if (popular.length > 0) {
    sections.push({
      key: 'recommended',
      title: t('section.recommended'),
      cards: popular.map(({ key, kind, row }) => <PopularCard key={key} kind={kind} row={row} />),
    });
  }
  for (const pickerClass of PICKER_CLASSES) {
    const kinds = offered.filter((kind) => KIND_FACTS[kind].pickerClass === pickerClass);
    if (kinds.length === 0) continue;
    sections.push({
      key: pickerClass,
      title: t(`section.${pickerClass}`),
      cards: kinds.map((kind) => (
        <KindCard
          key={kind}
          kind={kind}
          name={kindText(kind, 'name')}
          text={kindText(kind, 'text')}
          followNum={figureOf.get(kind)?.follow_num ?? null}
          yearRate={figureOf.get(kind)?.year_pft_rate ?? ''}
        />
      )),
    });
  }
  const rows = earn.flatMap((row) => {
    const href = EARN_PAGES[row.type]?.(language, DEFAULT_MARKET);
    return href === undefined ? [] : [<EarnCard key={row.type} row={row} href={href} className={CARD} />];
  });
  if (rows.length > 0) sections.push({ key: 'earn', title: t('section.earn'), cards: rows });
  return <PickerTabs tabs={tabs} sections={sections} />;
}
