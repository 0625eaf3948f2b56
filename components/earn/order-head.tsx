import { useTranslations } from 'next-intl';

/** What stands in for a button of a row: its words and its room, no height. */
const WIDTH = 'invisible h-0 overflow-hidden px-2.5 text-xs font-medium';

/** The head of the column that orders, as wide as the wider way to: the other columns stay where they are when it is known who looks. */
export function OrderHead() {
  const t = useTranslations('dual.offers');
  return (
    <span className="inline-grid justify-items-end">
      {t('column.order')}
      {(['order', 'login'] as const).map((way) => (
        <span key={way} aria-hidden className={WIDTH}>
          {t(way)}
        </span>
      ))}
    </span>
  );
}
