import { useLocale, useTranslations } from 'next-intl';
import { marketPath } from '#components/addresses/paths.ts';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import { useKindText } from '../kind-text.ts';
import { ofComparedDay } from './compared-day.ts';
import { Rate } from './typical-figures.tsx';

/** The period that one figure of a bot is of. */
const SHOWN_DAYS = 30;

function shownOf({ windows }: TypicalRow): TypicalRow['windows'][number] | undefined {
  return windows.find(({ days }) => days === SHOWN_DAYS) ?? windows.at(-1);
}

const LINK =
  'flex min-h-11 items-center justify-between gap-3 rounded-md border px-3 text-xs hover:border-ink-3 md:min-h-9';
const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-2';

/** One of rows that would be the same link: a market, or a kind on it. */
function oncePer(rows: readonly TypicalRow[], key: (row: TypicalRow) => string): readonly TypicalRow[] {
  return [...new Map(rows.toReversed().map((row) => [key(row), row])).values()].reverse();
}

/** A kind on its markets, each with what its typical bot did over the last month. */
export function MarketsOfKind({ rows }: { readonly rows: readonly TypicalRow[] }) {
  const language = useLocale();
  return (
    <ul className={GRID}>
      {oncePer(ofComparedDay(rows), ({ market }) => market).map((row) => (
        <li key={row.market}>
          <a href={marketPath(language, row.market, row.strategy_type)} className={LINK}>
            {row.market.replace('_', '/')}
            <Rate rate={shownOf(row)?.rate ?? ''} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The strategies of a market, the same way. */
export function KindsOfMarket({ rows }: { readonly rows: readonly TypicalRow[] }) {
  const language = useLocale();
  const kind = useKindText();
  return (
    <ul className={GRID}>
      {oncePer(ofComparedDay(rows), ({ strategy_type: type }) => type).map((row) => (
        <li key={row.strategy_type}>
          <a href={marketPath(language, row.market, row.strategy_type)} className={LINK}>
            {kind(row.strategy_type, 'name')}
            <Rate rate={shownOf(row)?.rate ?? ''} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Every market of which there is something to say. */
export function MarketLinks({ rows }: { readonly rows: readonly TypicalRow[] }) {
  const t = useTranslations('pages.typical');
  const language = useLocale();
  const markets = [...new Set(rows.map(({ market }) => market))].sort();
  if (markets.length === 0) return null;
  return (
    <nav aria-label={t('allMarkets')} className="mx-auto max-w-[1440px] px-4 pt-8">
      <h2 className="mb-3 text-lg font-semibold">{t('allMarkets')}</h2>
      <ul className="flex flex-wrap gap-2">
        {markets.map((market) => (
          <li key={market}>
            <a href={marketPath(language, market)} className={LINK}>
              {market.replace('_', '/')}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
