import { useTranslations } from 'next-intl';
import type { SortOrder } from '#components/addresses/paths.ts';
import type { RecommendedItem } from '#lib/contract/strategy.ts';
import { creatorName } from '../card-item.ts';
import { itemName } from '../item-name.ts';
import { figuresOf } from './ranked-figures.ts';
import { useDefinitions } from './use-definitions.ts';

/** The definitions of every figure on the page, bot by bot, to be opened by hand: for those without JavaScript, and to be read in peace. */
export function RankedDefinitions({
  order,
  items,
}: {
  readonly order: SortOrder;
  readonly items: readonly RecommendedItem[];
}) {
  const t = useTranslations('pages.rankings');
  const texts = useTranslations('public');
  const definitions = useDefinitions();
  return (
    <ol className="panel divide-y">
      {items.map((item, index) => {
        const made = definitions(item);
        return (
          <li key={item.strategy_id}>
            <details>
              <summary className="flex min-h-11 flex-wrap items-center gap-x-2 px-4 text-sm text-ink-2 hover:text-ink-1">
                {t('placed', { place: index + 1, name: itemName(texts, item) })}
                <span className="text-xs text-ink-3">{creatorName(item.user_info.nickname)}</span>
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
        );
      })}
    </ol>
  );
}
