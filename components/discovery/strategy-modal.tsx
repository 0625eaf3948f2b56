'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { detailPath } from '#components/addresses/paths.ts';
import { tradedName } from '#components/bots/traded-name.ts';
import { copiedBot } from '#components/copy/copied-bot.ts';
import { CopyButton } from '#components/copy/copy-button.tsx';
import { buttonClass } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { MarketOrCoins } from '#components/ui/portfolio-marks.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { Refused } from '#lib/client/failures.ts';
import { toast } from '#lib/client/toasts.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { BotParts } from './bot-parts.tsx';
import { BotTags, StateBadge } from './bot-tags.tsx';
import type { CardItem } from './card-item.ts';
import { CopyParameters } from './copy-parameters.tsx';
import { useKindText } from './kind-text.ts';
import { ProviderLink } from './provider-link.tsx';
import { usePeriodRow, useSeenBot } from './use-seen-bot.ts';

/** C-396, E-321: what the exchange said of a detail that it does not give, as a warning. */
function useRefusalSaid(error: unknown): void {
  const replyText = useReplyText();
  useEffect(() => {
    if (error instanceof Refused) toast('warning', replyText(error.parts));
  }, [error, replyText]);
}

/**
 * A recommended bot over the list that it stands in (C-087): what its page has, but for its trades. The item is known from the
 * list; everything else is asked for.
 */
export function StrategyModal({
  item,
  onClose,
  focusNext,
}: {
  readonly item: CardItem;
  readonly onClose: () => void;
  readonly focusNext: () => HTMLElement | null;
}) {
  const t = useTranslations('public.detail');
  const language = useLocale();
  const kindText = useKindText();
  const { row, error } = usePeriodRow(item, 'all_period', true);
  useRefusalSaid(error);
  const known = row ?? null;
  // Of hidden parameters the row tells no coins; the card does.
  const traded = tradedName(item.market, item.coins);
  return (
    <Dialog
      isOpen
      hasOwnStep
      onClose={onClose}
      focusNext={focusNext}
      width="lg"
      title={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <MarketOrCoins market={item.market} coins={item.coins} />
          <span className="text-sm font-normal text-ink-2">{kindText(item.strategy_type, 'name')}</span>
          {known !== null && <StateBadge bot={known} />}
        </span>
      }
      header={
        <>
          {item.strategy_name !== '' && (
            <p className="truncate text-sm text-ink-2">
              <bdi>{item.strategy_name}</bdi>
            </p>
          )}
          <ProviderLink anonymous={item.anonymous} nickname={item.nickname} />
          {known !== null && <BotTags bot={known} />}
        </>
      }
      footer={
        <>
          <a href={detailPath(language, item)} className={buttonClass('secondary', 'lg')}>
            {t('page')}
          </a>
          {known !== null && (
            <CopyButton bot={copiedBot(known, traded)} name={`${traded} ${kindText(known.strategy_type, 'name')}`} />
          )}
        </>
      }
    >
      {known === null ? (
        <LiveGap
          error={error}
          unknown={t('gone')}
          isNone={row === null && error === undefined}
          className="h-[62dvh] w-full"
        />
      ) : (
        <Parts row={known} />
      )}
    </Dialog>
  );
}

function Parts({ row }: { readonly row: StrategyRow }) {
  const { seen, payload, error, want } = useSeenBot(row);
  useRefusalSaid(error);
  return <BotParts bot={seen} copyParameters={<CopyParameters bot={row} payload={payload} />} onPeriod={want} />;
}
