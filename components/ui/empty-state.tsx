import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** Empty, error and guest states: what is the case, and what to do next. */
export function EmptyState({
  title,
  hint,
  action,
  className,
}: {
  readonly title: string;
  readonly hint?: string;
  readonly action?: ReactNode;
  readonly className?: string;
}) {
  return (
    <div
      className={classNames(
        'flex min-h-40 flex-col items-center justify-center gap-2 px-4 py-8 text-center',
        className,
      )}
    >
      <svg
        aria-hidden
        width="48"
        height="36"
        viewBox="0 0 48 36"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        className="text-ink-3"
      >
        <rect x="1" y="1" width="46" height="34" rx="4" />
        <path d="M1 12h46M8 20h12M8 27h20" strokeLinecap="round" />
      </svg>
      <p className="text-sm text-ink-2">{title}</p>
      {hint !== undefined && <p className="max-w-80 text-xs text-ink-3">{hint}</p>}
      {action}
    </div>
  );
}
