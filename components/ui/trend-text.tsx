import { useTranslations } from 'next-intl';
import { classNames } from './class-names.ts';

export type Trend = 'up' | 'down' | 'flat';

/** Sign of a decimal text ("-0.5" is down, "0.000" is flat). */
export function trendOf(value: string): Trend {
  if (!/[1-9]/.test(value)) return 'flat';
  return value.startsWith('-') ? 'down' : 'up';
}

/** Direction of a figure as it is written: what rounds to nothing has none there either, in a line, on a poster, in a picture. */
export function trendShown(value: string, text: string): Trend {
  return /[1-9]/.test(text) ? trendOf(value) : 'flat';
}

/**
 * A figure in its rise or fall colour. Colour never stands alone: the text carries its sign, an optional arrow and a
 * word for screen readers.
 */
export function TrendText({
  value,
  text,
  hasArrow = false,
  className,
}: {
  readonly value: string;
  readonly text: string;
  readonly hasArrow?: boolean;
  readonly className?: string;
}) {
  const t = useTranslations('common.trend');
  const trend = trendShown(value, text);
  return (
    <span
      className={classNames(
        trend === 'up' && 'text-rise',
        trend === 'down' && 'text-fall',
        trend === 'flat' && 'text-ink-2',
        className,
      )}
    >
      {hasArrow && trend !== 'flat' && (
        <span role="img" aria-label={t(trend)} className="me-0.5">
          {trend === 'up' ? '▲' : '▼'}
        </span>
      )}
      {text}
    </span>
  );
}
