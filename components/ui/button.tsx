import type { ButtonHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

export type ButtonTone = 'primary' | 'secondary' | 'ghost' | 'danger';

const TONES: Readonly<Record<ButtonTone, string>> = {
  primary: 'bg-accent text-accent-ink hover:brightness-110',
  // Brighter, a light one would be white on its white panel.
  secondary: 'bg-surface-3 text-ink-1 hover:bg-line',
  ghost: 'text-ink-2 hover:bg-surface-2 hover:text-ink-1',
  danger: 'bg-danger-soft text-danger hover:brightness-110',
};

const SIZES = {
  /** Touch target of 44 px on phones, dense on desktops. */
  md: 'min-h-11 md:min-h-9 px-4 text-sm',
  sm: 'min-h-11 md:min-h-7 px-2.5 text-xs',
  lg: 'min-h-12 md:min-h-11 px-5 text-base',
} as const;

/** Looks of a button, for links that look like one. */
export function buttonClass(tone: ButtonTone = 'secondary', size: keyof typeof SIZES = 'md', isWide = false): string {
  return classNames(
    'inline-flex select-none items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-[filter,background-color,color] disabled:cursor-not-allowed disabled:opacity-45 aria-disabled:cursor-not-allowed aria-disabled:opacity-45',
    TONES[tone],
    SIZES[size],
    isWide && 'w-full',
  );
}

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-disabled'> {
  readonly tone?: ButtonTone;
  readonly size?: keyof typeof SIZES;
  readonly isWide?: boolean;
  /** Its work is under way: it cannot be pressed again, and keeps the focus. */
  readonly isBusy?: boolean;
  /** A press does nothing just now; unlike `disabled` it keeps the focus. */
  readonly 'aria-disabled'?: boolean;
}

export function Button({
  tone = 'secondary',
  size = 'md',
  isWide = false,
  isBusy = false,
  className,
  children,
  onClick,
  type = 'button',
  'aria-disabled': isOff = false,
  ...rest
}: ButtonProps) {
  const isDeaf = isBusy || isOff;
  return (
    <button
      {...rest}
      type={type}
      // Not `disabled`: a browser takes the focus off a button that becomes so. Enter in a field presses it as well.
      onClick={isDeaf ? (event) => event.preventDefault() : onClick}
      aria-disabled={isDeaf || undefined}
      aria-busy={isBusy || undefined}
      className={classNames(buttonClass(tone, size, isWide), className)}
    >
      {isBusy && (
        <span aria-hidden className="size-3.5 animate-spin rounded-full border-2 border-current border-t-transparent" />
      )}
      {children}
    </button>
  );
}
