import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

const TONES = {
  info: 'bg-surface-2 text-ink-2',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
} as const;

/** A remark that stays in sight, with an icon that says its weight besides the colour. */
export function Notice({
  tone = 'info',
  children,
  className,
}: {
  readonly tone?: keyof typeof TONES;
  readonly children: ReactNode;
  readonly className?: string;
}) {
  return (
    <div
      role={tone === 'info' ? 'note' : 'alert'}
      className={classNames('flex items-start gap-2 rounded-md px-3 py-2 text-xs', TONES[tone], className)}
    >
      <Icon name={tone === 'info' ? 'info' : 'warning'} className="mt-px shrink-0" />
      <div className="min-w-0 first-letter:uppercase">{children}</div>
    </div>
  );
}

/** What can be done about it, in its own words. While something is under way a press does nothing, and the button keeps the focus. */
export function NoticeButton({
  isBusy = false,
  onPress,
  children,
}: {
  readonly isBusy?: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? undefined : onPress}
      className="block min-h-11 underline underline-offset-2 aria-disabled:cursor-not-allowed aria-disabled:opacity-45 md:min-h-0"
    >
      {children}
    </button>
  );
}
