'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { BookTerm } from '#lib/contract/book-words.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isEnded, profitFamilyOf } from '../bot-state.ts';
import { useBotFormat } from '../use-bot-format.ts';
import type { BookLine } from './book-lines.ts';
import { BookParts } from './book-parts.tsx';

const REFRESH_MS = 30_000;
/** Terms that make equity less. */
const TAKEN: ReadonlySet<BookTerm> = new Set(['withdrawals', 'fees', 'interest', 'profit_share']);
/** Where the sum begins and what it comes to: neither adds nor takes. */
const STANDS: ReadonlySet<BookTerm> = new Set(['start', 'equity']);

const isZero = (figure: string): boolean => !/[1-9]/.test(figure);

function negated(figure: string): string {
  if (isZero(figure)) return '0';
  return figure.startsWith('-') ? figure.slice(1) : `-${figure}`;
}

/** The identity that the bot keeps, term by term, to the last digit; each opens to the fills and postings that it is made of. */
export function BooksStatement({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('books');
  const format = useBotFormat();
  const [opened, setOpened] = useState<BookTerm | null>(null);
  const { data, error } = useCall(
    'botBooks',
    { path: { id: String(bot.strategy_id) } },
    { refreshInterval: isEnded(bot) ? 0 : REFRESH_MS },
  );
  const books = data?.data;
  if (books === undefined) return <LiveGap error={error} className="mt-4 h-96 w-full" />;
  const isExact = isZero(books.residual) && books.lines.every(({ difference }) => isZero(difference));
  return (
    <section aria-label={t('title')} className="py-4 text-sm">
      <p className="mb-3 text-xs text-ink-3">
        {t(isEnded(bot) ? 'introEnded' : 'intro', { asset: books.asset, time: format.time(books.time, true) })}
      </p>
      <ul className="divide-y border-y">
        {books.lines.map((line) => (
          <Line
            key={line.term}
            bot={bot}
            line={line}
            asset={books.asset}
            isOpen={opened === line.term}
            onToggle={() => setOpened(opened === line.term ? null : line.term)}
          />
        ))}
      </ul>
      <dl
        data-books="residual"
        className={`mt-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 rounded-md border px-3 py-2 ${isExact ? 'text-rise' : 'text-fall'}`}
      >
        <dt className="font-medium">
          <FigureName figure="account_check" bot={bot}>
            {t('residual')}
          </FigureName>
        </dt>
        <dd className="tabular-nums">{format.amount('book', books.residual, books.asset)}</dd>
        <dd className="basis-full text-xs text-ink-3">{t(isExact ? 'exact' : 'off')}</dd>
      </dl>
    </section>
  );
}

function Line({
  bot,
  line,
  asset,
  isOpen,
  onToggle,
}: {
  readonly bot: StrategyRow;
  readonly line: BookLine;
  readonly asset: string;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const t = useTranslations('books');
  const format = useBotFormat();
  const { term, parts } = line;
  const id = `book-${bot.strategy_id}-${term}`;
  const figure = TAKEN.has(term) ? negated(line.value) : line.value;
  const text = format.amount('book', figure, asset, false);
  const sign = STANDS.has(term) || isZero(figure) || figure.startsWith('-') ? '' : '+';
  const label = term === 'grid_profit' ? t(`term.${profitFamilyOf(bot.strategy_type)}_profit`) : t(`term.${term}`);
  const isSum = term === 'equity';
  return (
    <li data-term={term} className={isSum ? 'font-medium' : undefined}>
      <button
        type="button"
        disabled={parts.length === 0}
        aria-expanded={parts.length === 0 ? undefined : isOpen}
        aria-controls={parts.length === 0 ? undefined : id}
        onClick={onToggle}
        className="flex min-h-11 w-full items-center gap-2 px-1 text-start enabled:hover:bg-surface-2 disabled:text-ink-3"
      >
        <Icon
          name="chevronRight"
          size={14}
          className={`shrink-0 text-ink-3 ${parts.length === 0 ? 'invisible' : ''} ${isOpen ? 'rotate-90 rtl:-rotate-90' : ''}`}
        />
        <span className="min-w-0 flex-1">{label}</span>
        <span className="break-all text-end tabular-nums">{`${sign}${text}`}</span>
      </button>
      {isOpen && parts.length > 0 && (
        <div id={id} className="pb-3 ps-6 font-normal">
          <BookParts bot={bot} line={line} asset={asset} />
        </div>
      )}
    </li>
  );
}
