import { useTranslations } from 'next-intl';

/** The end of an amount's input: what it counts, and the button that types all there is of it. */
export function MaxUnit({
  unit,
  isDisabled = false,
  onMax,
}: {
  readonly unit: string;
  readonly isDisabled?: boolean;
  readonly onMax: () => void;
}) {
  const t = useTranslations('common.action');
  return (
    <span className="flex items-center gap-2">
      {unit}
      <button
        type="button"
        disabled={isDisabled}
        onClick={onMax}
        className="min-h-10.5 min-w-11 rounded px-1 text-accent disabled:opacity-45 md:min-h-6 md:min-w-0"
      >
        {t('max')}
      </button>
    </span>
  );
}
