'use client';

import { useTranslations } from 'next-intl';
import { useId, useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { lateDialog } from '#components/ui/late-dialog.tsx';
import { useGuideSeen } from '#lib/client/guide-seen.ts';
import type { GuidedKind } from '#lib/kinds/guides.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';

const GuideDialog = lateDialog('guide', () => import('./guide-dialog.tsx').then((part) => part.GuideDialog));

/** The guide's icon, with a red dot until the guide was seen (C-045, E-106). */
export function GuideButton({
  kind,
  spec,
  onStart,
}: {
  readonly kind: GuidedKind;
  readonly spec: MarketSpec;
  readonly onStart: () => void;
}) {
  const t = useTranslations('public.shell');
  const trade = useTranslations('trade.panel');
  const isSeen = useGuideSeen(kind);
  const [isOpen, setOpen] = useState(false);
  const unread = useId();
  return (
    <>
      <button
        type="button"
        aria-label={t('guide')}
        aria-describedby={isSeen ? undefined : unread}
        onClick={() => setOpen(true)}
        className="relative flex size-11 items-center justify-center rounded-md text-ink-2 hover:bg-surface-2 hover:text-ink-1 md:size-8"
      >
        <Icon name="info" />
        {!isSeen && (
          <span data-unread className="absolute end-2 top-2 size-2 rounded-full bg-danger md:end-1 md:top-1">
            <span id={unread} className="sr-only">
              {trade('unread')}
            </span>
          </span>
        )}
      </button>
      {isOpen && (
        <GuideDialog
          kind={kind}
          spec={spec}
          onClose={() => setOpen(false)}
          onStart={() => {
            setOpen(false);
            onStart();
          }}
        />
      )}
    </>
  );
}
