'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Icon } from '#components/ui/icon.tsx';
import { dismissTip, isTipDismissed } from '#lib/client/guide-seen.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';

/**
 * What a strategy can cost its owner, above its page until it was dismissed (C-046): for a year, in this browser. The page below is drawn with it
 * or without it from the start, so that nothing moves.
 */
export function TipBanner({ kind }: { readonly kind: RunnableKind }) {
  const t = useTranslations('public');
  const trade = useTranslations('trade.panel');
  const [isGone, setGone] = useState(() => isTipDismissed(kind));
  if (isGone) return null;
  return (
    <div role="note" data-tip={kind} className="flex items-start gap-2 rounded-md bg-accent-soft ps-3 text-xs">
      <p className="min-w-0 flex-1 py-2">{t(`kind.${kind}.guide.risk`)}</p>
      <button
        type="button"
        aria-label={trade('dismissTip')}
        onClick={() => {
          dismissTip(kind);
          setGone(true);
        }}
        className="flex size-11 shrink-0 items-center justify-center rounded-md text-ink-2 hover:text-ink-1 md:size-8"
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}
