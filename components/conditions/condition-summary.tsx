'use client';

import { useTranslations } from 'next-intl';
import { classNames } from '#components/ui/class-names.ts';
import { CONDITION_SIDES } from '#lib/indicators/condition.ts';
import { readConditions } from '#lib/kinds/indicator/definition/conditions.ts';
import { useConditionWords } from './use-condition-words.ts';

/**
 * The conditions of a strategy read back in the viewer's language, a sentence a side: in bot details and backtests.
 * `conditions` is what the wire carries (`params.compose_conditions`); nothing is shown where it holds none. Of those that cannot be read that is said:
 * a bot trades by them all the same.
 */
export function ConditionSummary({
  conditions,
  isSmall = false,
}: {
  readonly conditions: unknown;
  /** Among the small print of a form. */
  readonly isSmall?: boolean;
}) {
  const t = useTranslations('conditions');
  const words = useConditionWords();
  if (conditions === null || conditions === undefined) return null;
  const read = readConditions(conditions);
  if (read === null) return <p className="text-xs text-warn">{t('unread')}</p>;
  return (
    <dl className={classNames('flex flex-col gap-2', isSmall ? 'text-xs' : 'text-sm')}>
      {CONDITION_SIDES.map((name) => {
        const side = read[name];
        return side === undefined ? null : (
          <div key={name} className={isSmall ? undefined : 'grid gap-x-4 gap-y-0.5 md:grid-cols-[96px_minmax(0,1fr)]'}>
            <dt className="text-ink-3">{t(`entry.${name}`)}</dt>
            <dd>{words.side(name, side)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
