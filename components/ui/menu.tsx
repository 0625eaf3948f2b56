'use client';

import * as Radix from '@radix-ui/react-dropdown-menu';
import { useLocale } from 'next-intl';
import { type AnchorHTMLAttributes, type ReactNode, useRef } from 'react';
import { directionOf } from '#lib/i18n/languages.ts';
import { choosing } from './choosing.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import type { MenuOpening } from './late-menu.tsx';

/** Entries are touch targets of 44 px on phones, dense on desktops. */
const TARGET =
  'flex min-h-11 w-full rounded px-2 text-start text-sm outline-none data-[highlighted]:bg-surface-3 focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-(--focus) md:min-h-8';
const ENTRY = `${TARGET} cursor-pointer items-center justify-between gap-6 whitespace-nowrap aria-disabled:opacity-45`;

/**
 * A menu and the button that opens it, open from the start (late-menu.tsx). Arrow keys, letters, Home and End move, Escape closes and
 * gives the focus back, a press elsewhere closes and does what it was for (Radix). It stands beside its button in the page and not
 * at its end, so that it belongs to the landmark that the button is in.
 */
export function Menu({
  button,
  isByKey,
  align,
  className,
  children,
}: MenuOpening & {
  readonly align: 'start' | 'end';
  readonly className: string;
  readonly children: ReactNode;
}) {
  const isFirst = useRef(isByKey);
  return (
    <Radix.Root dir={directionOf(useLocale())} defaultOpen modal={false}>
      <Radix.Trigger aria-label={button.label} className={button.className}>
        {button.children}
      </Radix.Trigger>
      <Radix.Content
        align={align}
        sideOffset={4}
        collisionPadding={8}
        loop
        onFocus={({ target, currentTarget }) => {
          // Radix has not seen the key that the menu was loaded for.
          if (!isFirst.current || target !== currentTarget) return;
          isFirst.current = false;
          currentTarget.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
        }}
        className={classNames(
          'z-50 max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto rounded-lg border bg-surface-1 p-2 shadow-2xl outline-none',
          className,
        )}
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}

export const MenuGroup = Radix.Group;

/** What the entries below it are about. */
export function MenuHeading({ children, className }: { readonly children: ReactNode; readonly className?: string }) {
  return <Radix.Label className={classNames('px-2 pt-1 text-2xs text-ink-3', className)}>{children}</Radix.Label>;
}

/** An entry that goes somewhere: a link, so that it opens in a tab too. */
export function MenuLink({
  className,
  children,
  ...link
}: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly href: string }) {
  return (
    <Radix.Item asChild>
      <a {...link} className={className ?? classNames(ENTRY, 'text-ink-2')}>
        {children}
      </a>
    </Radix.Item>
  );
}

/** An entry that does something elsewhere: the menu closes. */
export function MenuEntry({
  isDisabled = false,
  reason,
  onSelect,
  children,
}: {
  readonly isDisabled?: boolean;
  /** Why it is off, under its words: a finger has no tooltip. Keys come to it, so that it is read out. */
  readonly reason?: string | undefined;
  readonly onSelect?: () => void;
  readonly children: ReactNode;
}) {
  if (reason !== undefined)
    return (
      <Radix.Item
        aria-disabled
        className={classNames(TARGET, 'max-w-64 flex-col justify-center py-1 text-ink-2')}
        onSelect={(event) => event.preventDefault()}
      >
        <span className="opacity-45">{children}</span>
        <span className="text-2xs text-ink-3">{reason}</span>
      </Radix.Item>
    );
  return (
    <Radix.Item disabled={isDisabled} className={classNames(ENTRY, 'text-ink-2')} onSelect={onSelect}>
      {children}
    </Radix.Item>
  );
}

/** An entry that does something; the menu stays open while it is busy. */
export function MenuAction({
  isBusy,
  onSelect,
  children,
}: {
  readonly isBusy: boolean;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Radix.Item
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      className={classNames(ENTRY, 'text-ink-2')}
      onSelect={(event) => {
        event.preventDefault();
        if (!isBusy) onSelect();
      }}
    >
      {children}
    </Radix.Item>
  );
}

/** One choice out of a few; the menu stays open, because what was chosen is seen at once. */
export function MenuChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
  isRow = false,
  className,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: string;
  readonly onChange: (value: NoInfer<Value>) => void;
  /** Beside each other, without marks. */
  readonly isRow?: boolean;
  readonly className?: string;
}) {
  return (
    <Radix.RadioGroup
      aria-label={label}
      value={value}
      onValueChange={choosing(options, onChange)}
      className={className}
    >
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          onSelect={(event) => event.preventDefault()}
          className={classNames(
            ENTRY,
            isRow && 'justify-center bg-surface-2 px-2.5 text-xs data-[state=checked]:font-medium md:min-h-7',
            option.value === value ? 'text-ink-1' : 'text-ink-2',
            isRow && option.value === value && 'bg-surface-3',
          )}
        >
          {option.label}
          {!isRow && option.value === value && <Icon name="check" size={14} />}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}
