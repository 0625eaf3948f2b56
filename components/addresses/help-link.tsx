import { useLocale } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import type { EarnType } from '#lib/contract/earn-types.ts';
import type { StrategyType } from '#lib/contract/vocabulary.ts';
import { helpPath } from './help-paths.ts';

/** To the help page of a kind or an earn product, beside what is being done (C-030): it opens in a window of its own. */
export function HelpLink({
  kind,
  label,
  isMark = false,
}: {
  readonly kind: StrategyType | EarnType;
  readonly label: string;
  /** Where there is no room for words. */
  readonly isMark?: boolean;
}) {
  const language = useLocale();
  return (
    <a
      href={helpPath(language, kind)}
      target="_blank"
      rel="noopener"
      aria-label={isMark ? label : undefined}
      className="inline-flex min-h-11 min-w-8 items-center justify-center gap-1.5 text-xs text-ink-2 hover:text-ink-1 md:min-h-8 md:min-w-6"
    >
      {!isMark && label}
      <Icon name="external" size={14} />
    </a>
  );
}
