'use client';

import { useTranslations } from 'next-intl';
import { buttonClass } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { LateMenu } from '#components/ui/late-menu.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import type { Exported } from './export-menu.tsx';

/** Takes a list along as a file; its menu comes when it is pressed. `list`: what the list is called, where it does not stand below. */
export function ExportButton({
  bot,
  what,
  list,
}: {
  readonly bot: StrategyRow;
  readonly what: Exported;
  readonly list?: string;
}) {
  const t = useTranslations('bots.export');
  return (
    <div className="flex justify-end pb-2">
      <LateMenu
        name="bot-export"
        load={() => import('./export-menu.tsx').then((part) => part.ExportMenu)}
        button={{
          className: buttonClass('ghost', 'sm'),
          children: (
            <>
              {list === undefined ? t('label') : `${t('label')} · ${list}`}
              <Icon name="chevronDown" size={12} />
            </>
          ),
        }}
        rest={{ bot, what }}
      />
    </div>
  );
}
