'use client';

import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { useFigures } from '#lib/client/use-figures.ts';

const QUICK_PERCENTS = [25, 50, 75, 100];
/** M-182, M-361. */
const MARKS = [0, ...QUICK_PERCENTS];

/** A slider and quick shares of the balance. */
export function AmountShares({
  percent,
  hasBalance,
  onShare,
}: {
  readonly percent: number;
  readonly hasBalance: boolean;
  readonly onShare: (share: number) => void;
}) {
  const t = useTranslations('trade.amount');
  const figures = useFigures();
  const marks = useId();
  return (
    <>
      <input
        type="range"
        list={marks}
        aria-label={t('slider')}
        aria-valuetext={figures.percentOf(percent, 0)}
        min={0}
        max={100}
        step={1}
        value={percent}
        disabled={!hasBalance}
        onChange={(event) => onShare(Number(event.target.value))}
        className="-my-1.5 h-11 w-full cursor-pointer md:my-0 md:h-6 accent-(--accent) disabled:cursor-not-allowed disabled:opacity-45"
      />
      <datalist id={marks}>
        {MARKS.map((mark) => (
          <option key={mark} value={mark} />
        ))}
      </datalist>
      <fieldset className="grid grid-cols-4 gap-1" aria-label={t('shares')}>
        {QUICK_PERCENTS.map((share) => (
          <button
            key={share}
            type="button"
            disabled={!hasBalance}
            aria-pressed={hasBalance && percent === share}
            onClick={() => onShare(share)}
            className={classNames(
              'min-h-11 rounded text-2xs disabled:opacity-45 md:min-h-6',
              hasBalance && percent === share
                ? 'bg-accent-soft text-accent'
                : 'bg-surface-2 text-ink-2 hover:text-ink-1',
            )}
          >
            {figures.percentOf(share, 0)}
          </button>
        ))}
      </fieldset>
    </>
  );
}
