'use client';

import * as Radix from '@radix-ui/react-tabs';
import { useLocale } from 'next-intl';
import { type ReactNode, startTransition, useOptimistic } from 'react';
import { directionOf } from '#lib/i18n/languages.ts';
import { choosing } from './choosing.ts';
import { classNames } from './class-names.ts';

export interface TabItem<Value extends string = string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly content?: ReactNode;
}

/**
 * Underlined tabs. `content` of the chosen one is shown below; arrow keys move (Radix). A tap is answered by the line under its tab;
 * what it shows is drawn piece by piece and stands in the place of the one before when it is whole. Until then the choice can be taken back.
 */
export function Tabs<Value extends string>({
  items,
  value,
  onChange,
  label,
  aside,
  className,
}: {
  readonly items: readonly TabItem<Value>[];
  readonly value: string;
  readonly onChange: (value: NoInfer<Value>) => void;
  readonly label: string;
  readonly aside?: ReactNode;
  readonly className?: string;
}) {
  const [chosen, choose] = useOptimistic(value);
  const change = (next: Value): void =>
    startTransition(() => {
      choose(next);
      onChange(next);
    });
  return (
    <Radix.Root
      dir={directionOf(useLocale())}
      value={chosen}
      onValueChange={choosing(items, change)}
      className={classNames('flex min-h-0 flex-col', className)}
    >
      <div className="flex items-center justify-between gap-3 border-b">
        <Radix.List aria-label={label} className="-ms-1.5 flex min-w-0 gap-1 overflow-x-auto [scrollbar-width:none]">
          {/* Their names stand in line with what is below; around them is room for the focus. */}
          {items.map((item) => (
            <Radix.Trigger
              key={item.value}
              value={item.value}
              className="relative min-h-11 min-w-11 shrink-0 px-1.5 text-sm focus-visible:-outline-offset-2 text-ink-2 hover:text-ink-1 data-[state=active]:font-medium data-[state=active]:text-ink-1 data-[state=active]:after:absolute data-[state=active]:after:inset-x-1.5 data-[state=active]:after:bottom-0 data-[state=active]:after:h-0.5 data-[state=active]:after:bg-accent md:min-h-10 md:min-w-0"
            >
              {item.label}
            </Radix.Trigger>
          ))}
        </Radix.List>
        {aside}
      </div>
      {items.map((item) => (
        <Radix.Content
          key={item.value}
          value={item.value}
          // What is drawn is shown, also while another is chosen already.
          forceMount
          hidden={item.value !== value}
          // Of the one before, until the chosen one is whole: seen to be old, and not pressed by mistake.
          inert={chosen !== value}
          aria-busy={chosen !== value}
          className="min-h-0 flex-1 outline-none aria-busy:opacity-50"
        >
          {item.value === value && item.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
