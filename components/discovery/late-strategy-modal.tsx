'use client';

import { NextIntlClientProvider, useLocale, useTranslations } from 'next-intl';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { detailPath } from '#components/addresses/paths.ts';
import { loadMessages } from '#lib/i18n/messages.ts';
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

type Language = ReturnType<typeof useLocale>;

const parts = new Map<Language, Promise<Part>>();

/** The dialog and its texts, in pieces of their own: who only reads the list loads neither. What did not come is asked for again. */
export function bringModal(language: Language): Promise<Part> {
  const known = parts.get(language);
  if (known !== undefined) return known;
  const part = Promise.all([
    import('./strategy-modal.tsx'),
    loadMessages(language, ['common', 'public', 'fields', 'issues', 'refusals']),
  ]).then(([{ StrategyModal }, messages]) => ({
    Modal: StrategyModal,
    withTexts: (children: ReactNode) => (
      <NextIntlClientProvider locale={language} messages={messages} timeZone="UTC">
        {children}
      </NextIntlClientProvider>
    ),
  }));
  parts.set(language, part);
  part.catch(() => parts.delete(language));
  return part;
}

/** The dialog of a bot, loaded when one is opened. One that cannot be loaded is the bot's page instead: it is a link first. */
export function LateStrategyModal(props: ModalProps) {
  const language = useLocale();
  const t = useTranslations('common.state');
  const [part, setPart] = useState<Part | null>(null);
  const { item } = props;
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
