'use client';

import { useLocale } from 'next-intl';
import type { MouseEvent, ReactNode, SyntheticEvent } from 'react';
import { detailPath } from '#components/addresses/paths.ts';
import type { CardItem } from './card-item.ts';
import { bringModal, LateStrategyModal } from './late-strategy-modal.tsx';
import { isPlainClick } from './plain-click.ts';
import { useBotStep } from './use-bot-step.ts';

/** What the list hears of its cards' links when they are about to be followed, and are: cards that the server made hear nothing themselves. */
interface CardOpening {
  readonly onPointerOver: (event: SyntheticEvent) => void;
  readonly onFocus: (event: SyntheticEvent) => void;
  readonly onClick: (event: MouseEvent) => void;
}

/** The link of a card (strategy-card.tsx) that something happened to. */
function linkOf({ target }: SyntheticEvent): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('a[data-bot]') : null;
}

/**
 * Cards of a list that open their bot over it (C-087, H6). Each stays a link to the bot's page: without JavaScript, with a modifier key,
 * and when the dialog cannot be loaded.
 */
export function useBotModal(
  items: readonly CardItem[],
  hasBotAddresses: boolean,
): {
  readonly opening: CardOpening;
  readonly modal: ReactNode;
} {
  const language = useLocale();
  const { item, open, close } = useBotStep((next) => (hasBotAddresses ? detailPath(language, next) : null));
  // Loaded a moment ahead: when a pointer or the focus comes to a card. A failure is seen when it is opened.
  const bring = (event: SyntheticEvent): void => {
    if (linkOf(event) !== null) bringModal(language).catch(() => undefined);
  };
  const opening: CardOpening = {
    onPointerOver: bring,
    onFocus: bring,
    onClick: (event) => {
      const id = linkOf(event)?.dataset.bot;
      const next = items.find(({ strategy_id }) => String(strategy_id) === id);
      if (next === undefined || !isPlainClick(event)) return;
      event.preventDefault();
      open(next);
    },
  };
  const modal =
    item === null ? null : (
      <LateStrategyModal
        key={item.strategy_id}
        item={item}
        onClose={close}
        focusNext={() => document.querySelector<HTMLElement>(`[data-bot="${item.strategy_id}"]`)}
      />
    );
  return { opening, modal };
}
