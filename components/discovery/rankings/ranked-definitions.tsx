import { useTranslations } from 'next-intl';
import type { SortOrder } from '#components/addresses/paths.ts';
import { creatorName } from '#components/bots/creator-name.ts';
import { Icon } from '#components/ui/icon.tsx';
import { itemName } from '../item-name.ts';
import { figuresOf } from './ranked-figures.ts';
import type { DefinedBot } from './use-definitions.ts';

/** The definitions of every figure on the page, bot by bot, to be opened by hand: for those without JavaScript, and to be read in peace. */
export function RankedDefinitions({
  order,
  bots,
}: {
  readonly order: SortOrder;
  readonly bots: readonly DefinedBot[];
}) {
  const t = useTranslations('pages.rankings');
  const texts = useTranslations('public');
  return (
    <ol className="panel divide-y">
      {bots.map(({ item, made }, index) => (
        <li key={item.strategy_id}>
          <details className="group">
            <summary className="flex min-h-11 list-none flex-wrap items-center gap-x-2 px-4 py-2 text-sm text-ink-2 hover:text-ink-1">
              {t('placed', { place: index + 1, name: itemName(texts, item) })}
              <bdi className="text-xs text-ink-3">{creatorName(item.user_info.nickname)}</bdi>
              <Icon name="chevronDown" size={14} className="ms-auto transition-transform group-open:rotate-180" />
            </summary>
            <dl className="flex flex-col gap-2 px-4 pb-3 text-xs">
              {figuresOf(order).map((figure) => (
                <div key={figure}>
                  <dt className="text-ink-3">{t(`figure.${figure}`)}</dt>
                  {made[figure].map((sentence) => (
                    <dd key={sentence} className="text-ink-2">
                      {sentence}
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
          </details>
        </li>
      ))}
    </ol>
  );
}
