'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CoinMark } from '#components/ui/coin-mark.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Field } from '#components/ui/field.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';

export interface PickableCoin {
  readonly asset: string;
  /** What stands beside its name: a price, or what is held of it. */
  readonly note: string;
}

/** The coins that a portfolio can have. Those that it has are marked and cannot be chosen again (C-329). */
export function CoinPicker({
  title,
  coins,
  error,
  chosen,
  most,
  emptyText,
  onPick,
  onClose,
}: {
  readonly title: string;
  /** Undefined while they load. */
  readonly coins: readonly PickableCoin[] | undefined;
  /** Why they are not known. */
  readonly error?: unknown;
  readonly chosen: readonly string[];
  readonly most: number;
  readonly emptyText: string;
  readonly onPick: (asset: string) => void;
  readonly onClose: () => void;
}) {
  const t = useTranslations('trade.coins');
  const [search, setSearch] = useState('');
  const found = coins?.filter(({ asset }) => asset.includes(search.trim().toUpperCase()));
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('done', { count: chosen.length, most })}
        </Button>
      }
    >
      <Field label={t('search')} isLabelHidden placeholder={t('search')} value={search} onChange={setSearch} />
      {found === undefined && <LiveGap error={error} className="mt-3 h-48 w-full" />}
      {found?.length === 0 && <EmptyState title={search === '' ? emptyText : t('notFound')} />}
      <ul className="mt-2 flex flex-col">
        {found?.map(({ asset, note }) => {
          const isChosen = chosen.includes(asset);
          return (
            <li key={asset}>
              <button
                type="button"
                disabled={isChosen}
                onClick={() => onPick(asset)}
                className="flex min-h-11 w-full items-center gap-2 rounded-md px-2 text-sm hover:bg-surface-2 disabled:hover:bg-transparent"
              >
                <CoinMark coin={asset} />
                <span className={isChosen ? 'text-ink-3' : undefined}>{asset}</span>
                <span className="ms-auto text-xs text-ink-3">{note}</span>
                <span className="w-16 text-end text-xs text-accent">{t(isChosen ? 'added' : 'add')}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
