'use client';

import { useTranslations } from 'next-intl';
import type { MenuOpening } from '#components/ui/late-menu.tsx';
import { Menu, MenuEntry } from '#components/ui/menu.tsx';
import { useAnnounces } from '#lib/client/use-announces.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { type BotAction, changesOf, hasPosition } from './bot-actions.ts';
import { useGridPermissions } from './use-grid-permissions.ts';

/** What may be changed of a bot, by its kind, its state and what the exchange permits (M-271, M-272). */
export function ChangesMenu({
  bot,
  onAction,
  ...opening
}: MenuOpening & { readonly bot: StrategyRow; readonly onAction: (action: BotAction) => void }) {
  const t = useTranslations('bots.changes');
  const permissions = useGridPermissions();
  const isTrailingTaken = useAnnounces('trailing_change');
  const changes = changesOf(bot, permissions, isTrailingTaken);
  return (
    <Menu {...opening} align="end" className="min-w-48">
      {changes.map((action) => (
        <MenuEntry
          key={action}
          reason={action === 'margin' && !hasPosition(bot) ? t('noPosition') : undefined}
          onSelect={() => onAction(action)}
        >
          {t(action)}
        </MenuEntry>
      ))}
      {changes.length === 0 && <MenuEntry isDisabled>{t('none')}</MenuEntry>}
    </Menu>
  );
}
