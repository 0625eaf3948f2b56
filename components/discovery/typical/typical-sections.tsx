import { useLocale, useTranslations } from 'next-intl';
import type { TypicalRow } from '#lib/contract/ai-calls.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import { isOfOneDay, replayedUntil } from './compared-day.ts';
import { TypicalResult } from './typical-figures.tsx';
import { TypicalParameters } from './typical-parameters.tsx';

/**
 * What typical bots of a kind did on the market and on its contracts, each with its figures and parameters. Where they are not of the same days – the exchange
 * replays one after the other –, each says itself up to which day it is; else the page does, once.
 */
export function TypicalSections({
  rows,
  kind,
  kindName,
}: {
  readonly rows: readonly TypicalRow[];
  readonly kind: RunnableKind;
  readonly kindName: string;
}) {
  const t = useTranslations('pages.typical');
  const language = useLocale();
  const saysDay = !isOfOneDay(rows);
  return rows.map((row) => {
    const day = replayedUntil([row], language);
    const settle = row.instrument_type === 'futures_btc' ? 'BTC' : 'USDT';
    return (
      <section key={row.instrument_type} className="panel mt-3 p-3 md:p-4">
        <h2 className="mb-2 text-base font-semibold">
          {row.instrument_type === 'spot' ? t('spotMarket') : t('contract', { settle })}
        </h2>
        {saysDay && <p className="mb-3 text-xs text-ink-3">{t('lead', { day })}</p>}
        <TypicalResult row={row} kindName={kindName} />
        <h3 className="mt-4 mb-1 text-sm font-semibold">{t('parameters')}</h3>
        <p className="mb-3 text-xs text-ink-3">{t('parametersNote', { day })}</p>
        <TypicalParameters row={row} kind={kind} />
      </section>
    );
  });
}
