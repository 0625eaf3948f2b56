'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { BOOK_ROW_PARTS } from '#lib/contract/book-words.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { useBotFormat } from '../use-bot-format.ts';
import type { BookLine, Part, RowPart } from './book-lines.ts';
import { BookRows } from './book-rows.tsx';

const hasRows = (part: Part): part is RowPart => part.count > 0 && BOOK_ROW_PARTS.some((one) => one === part.what);

const keyOf = ({ what, market, account, asset }: Part): string => `${what}-${market}-${account}-${asset}`;

/** What a line is made of; each part that lies in the journal opens to its rows. Their sum stands below, and is the line's. */
export function BookParts({
  bot,
  line,
  asset,
}: {
  readonly bot: StrategyRow;
  readonly line: BookLine;
  readonly asset: string;
}) {
  const t = useTranslations('books');
  const format = useBotFormat();
  return (
    <ul className="divide-y text-xs">
      {line.parts.map((part) => (
        <OnePart key={keyOf(part)} bot={bot} part={part} asset={asset} />
      ))}
      <li className="flex flex-wrap justify-between gap-x-4 py-2 text-ink-3">
        <span>{t('difference')}</span>
        <span className="tabular-nums">{format.amount('book', line.difference, asset, false)}</span>
      </li>
    </ul>
  );
}

function OnePart({ bot, part, asset }: { readonly bot: StrategyRow; readonly part: Part; readonly asset: string }) {
  const t = useTranslations('books');
  const format = useBotFormat();
  const [isOpen, setOpen] = useState(false);
  const market = part.market === '' ? '' : part.market.replace('_', '/');
  const place = part.account === 'futures' ? t('contract', { market }) : market;
  // What is counted in its own asset says nothing twice.
  const inCoins = part.asset === asset ? '' : format.amount('held-coin', part.amount, part.asset);
  const price = part.price === '' ? '' : t('at', { price: format.figure(part.price), asset });
  return (
    <li data-part={part.what} className="py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="min-w-0">
          {t(`part.${part.what}`)}
          <span className="text-ink-3">{[place, inCoins, price].filter(Boolean).map((word) => ` · ${word}`)}</span>
        </span>
        <span className="ms-auto break-all text-end tabular-nums">
          {format.amount('book', part.value, asset, false)}
        </span>
      </div>
      {hasRows(part) && (
        <>
          <Button
            size="sm"
            tone="ghost"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="-ms-2 max-md:min-h-11"
          >
            {t(isOpen ? 'hideRows' : 'showRows', { count: part.count })}
          </Button>
          {isOpen && <BookRows bot={bot} part={part} asset={asset} />}
        </>
      )}
    </li>
  );
}
