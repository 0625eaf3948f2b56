'use client';

import { useLocale } from 'next-intl';
import type { ReactNode } from 'react';
import { detailPath } from '#components/addresses/paths.ts';
import type { CardItem } from './card-item.ts';
import { bringModal, LateStrategyModal } from './late-strategy-modal.tsx';
import { isPlainClick } from './plain-click.ts';
import type { CardOpening } from './strategy-card.tsx';
import { useBotStep } from './use-bot-step.ts';

/**
 * Cards of a list that open their bot over it (C-087, H6). Each stays a link to the bot's page: without JavaScript, with a modifier key,
 * and when the dialog cannot be loaded.
 */
export function useBotModal(hasBotAddresses: boolean): {
  readonly openingOf: (item: CardItem) => CardOpening;
  readonly modal: ReactNode;
} {
  const language = useLocale();
  const { item, open, close } = useBotStep((next) => (hasBotAddresses ? detailPath(language, next) : null));
  // Loaded a moment ahead: when a pointer or the focus comes to a card. A failure is seen when it is opened.
  const bring = (): void => void bringModal(language).catch(() => undefined);
  const openingOf = (next: CardItem): CardOpening => ({
    onPointerEnter: bring,
    onFocus: bring,
    onClick: (event) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      open(next);
    },
  });
  const modal =
    item === null ? null : (
      <LateStrategyModal
        key={item.strategy_id}
        item={item}
        onClose={close}
        focusNext={() => document.querySelector<HTMLElement>(`[data-bot="${item.strategy_id}"]`)}
      />
    );
  return { openingOf, modal };
}
