'use client';

import { useTranslations } from 'next-intl';
import { NumberField } from '#components/ui/number-field.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { MAX_THROUGH_TICKS } from '#lib/contract/through-ticks.ts';

/** When limit orders fill, as it is chosen; `ticks` is what was typed. */
export interface FillsChoice {
  readonly mode: 'touched' | 'through';
  readonly ticks: string;
}

export const TOUCHED: FillsChoice = { mode: 'touched', ticks: '1' };

/** Ticks that a resting order must be traded through by, 0 of a touched one; null when what was typed is no such number. */
export function throughTicksOf({ mode, ticks }: FillsChoice): number | null {
  if (mode === 'touched') return 0;
  if (!/^\d{1,4}$/.test(ticks)) return null;
  const count = Number(ticks);
  return count >= 1 && count <= MAX_THROUGH_TICKS ? count : null;
}

/** The choice of the backtest's form (H58). */
export function FillsFields({
  choice,
  onChange,
}: {
  readonly choice: FillsChoice;
  readonly onChange: (choice: FillsChoice) => void;
}) {
  const t = useTranslations('backtests.fills');
  return (
    <div className="flex flex-col gap-2">
      <p className="text-xs text-ink-2">{t('title')}</p>
      <Segmented
        name="backtest-fills"
        label={t('title')}
        options={[
          { value: 'touched', label: t('touched') },
          { value: 'through', label: t('through') },
        ]}
        value={choice.mode}
        onChange={(mode) => onChange({ ...choice, mode })}
      />
      {choice.mode === 'through' && (
        <NumberField
          label={t('ticks')}
          name="backtest-through-ticks"
          decimals={0}
          value={choice.ticks}
          onChange={(ticks) => onChange({ ...choice, ticks })}
          error={throughTicksOf(choice) === null ? t('ticksError', { max: MAX_THROUGH_TICKS }) : undefined}
        />
      )}
      <p className="text-xs text-ink-3">{t('text')}</p>
    </div>
  );
}
