'use client';

import { useTranslations } from 'next-intl';
import { classNames } from '#components/ui/class-names.ts';
import { leverageMarks } from '#lib/strategies/rules/leverage-marks.ts';

/** A slider, and the multiples that are set at a press. */
export function LeverageSteps({
  value,
  limits,
  onChange,
}: {
  readonly value: string;
  readonly limits: Parameters<typeof leverageMarks>[0];
  readonly onChange: (value: string) => void;
}) {
  const t = useTranslations('trade.leverage');
  return (
    <>
      <input
        type="range"
        aria-label={t('slider')}
        aria-valuetext={`${value}X`}
        min={limits.min}
        max={limits.max}
        step={1}
        value={Math.min(limits.max, Math.max(limits.min, Number(value) || limits.min))}
        onChange={(event) => onChange(event.target.value)}
        className="h-11 w-full cursor-pointer accent-(--accent) md:mt-2 md:h-6"
      />
      <fieldset className="flex justify-between" aria-label={t('marks')}>
        {leverageMarks(limits).map((mark) => (
          <button
            key={mark}
            type="button"
            aria-pressed={value === String(mark)}
            onClick={() => onChange(String(mark))}
            className={classNames(
              'min-h-11 min-w-11 rounded md:min-w-9 text-2xs md:min-h-6',
              value === String(mark) ? 'bg-accent-soft text-accent' : 'text-ink-3 hover:text-ink-1',
            )}
          >
            {mark}X
          </button>
        ))}
      </fieldset>
    </>
  );
}
