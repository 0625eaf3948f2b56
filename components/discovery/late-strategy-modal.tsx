'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { detailPath } from '#components/addresses/paths.ts';
import { bringPart } from '#components/ui/bring-part.tsx';
import type { CardItem } from './card-item.ts';

interface ModalProps {
  readonly item: CardItem;
  readonly onClose: () => void;
  readonly focusNext: () => HTMLElement | null;
}

interface Part {
  readonly Modal: ComponentType<ModalProps>;
  readonly withTexts: (children: ReactNode) => ReactNode;
}

/** The dialog and its texts, in pieces of their own: who only reads the list loads neither. */
export const bringModal = bringPart<Part>(['common', 'public', 'fields', 'issues', 'refusals'], async (withTexts) => {
  const { StrategyModal } = await import('./strategy-modal.tsx');
  return { Modal: StrategyModal, withTexts };
});

/** The dialog of a bot, loaded when one is opened. One that cannot be loaded is the bot's page instead: it is a link first. */
export function LateStrategyModal(props: ModalProps) {
  const language = useLocale();
  const t = useTranslations('common.state');
  const [part, setPart] = useState<Part | null>(null);
  const { item, onClose } = props;
  const isLoading = part === null;
  // Nobody is held under the veil by a slow network. Heard before the phone's sheet below does, which then leaves it (use-layer.ts); what does so for all dialogs (awaited.ts) would
  // be loaded with every list.
  useEffect(() => {
    if (!isLoading) return;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      onClose();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [isLoading, onClose]);
  useEffect(() => {
    let isWanted = true;
    bringModal(language).then(
      (loaded) => isWanted && setPart(loaded),
      () => isWanted && window.location.replace(detailPath(language, item)),
    );
    return () => {
      isWanted = false;
    };
  }, [language, item]);
  if (part === null)
    return (
      <div role="status" className="fixed inset-0 z-50 bg-black/55">
        <span className="sr-only">{t('loading')}</span>
      </div>
    );
  return part.withTexts(<part.Modal {...props} />);
}
