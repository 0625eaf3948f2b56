import { useTranslations } from 'next-intl';
import { BotCards } from '../bot-cards.tsx';
import type { CardItem } from '../card-item.ts';

/** The best shared bots of somewhere, or what stands instead; null: the exchange does not say now, which is not none (D7). */
export function BestBots({
  title,
  items,
  none,
}: {
  readonly title: string;
  readonly items: readonly CardItem[] | null;
  readonly none: string;
}) {
  const common = useTranslations('common.state');
  return (
    <section aria-labelledby="best-bots" className="mt-8">
      <h2 id="best-bots" className="mb-3 text-lg font-semibold">
        {title}
      </h2>
      {items === null || items.length === 0 ? (
        <p className="panel p-4 text-sm text-ink-2">{items === null ? common('error') : none}</p>
      ) : (
        <BotCards items={items} />
      )}
    </section>
  );
}
