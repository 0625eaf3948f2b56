'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { useAwaited } from '#lib/client/awaited.ts';
import { toast } from '#lib/client/toasts.ts';
import { useSaysWhether } from '#lib/client/use-announces.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { CopiedBot } from './copied-bot.ts';
import { CopyPlace } from './copy-place.tsx';
import { COPY_WORD } from './copy-word.ts';
import { bringCopyForm, type CopyFormPart } from './late-copy-form.tsx';

/** Takes the word out of the address: a reload is not another wish. True where it was there. */
function takeWish(): boolean {
  const address = new URL(window.location.href);
  if (address.searchParams.get(COPY_WORD) !== '1') return false;
  address.searchParams.delete(COPY_WORD);
  window.history.replaceState(window.history.state, '', `${address.pathname}${address.search}${address.hash}`);
  return true;
}

/** The button of a trader with the form behind it; nothing where the exchange cannot say what a copy would be (H61). */
export function TraderCopy({
  bot,
  name,
  opensFromAddress,
  className,
}: {
  readonly bot: CopiedBot & { readonly strategy_type: RunnableKind };
  readonly name: string;
  readonly opensFromAddress: boolean;
  readonly className: string;
}) {
  const t = useTranslations('public.detail');
  const error = useTranslations('common.error');
  const language = useLocale();
  const canCopy = useSaysWhether('copying');
  const [part, setPart] = useState<CopyFormPart | null>(null);
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (opensFromAddress && canCopy === true && takeWish()) setIsWanted(true);
  }, [opensFromAddress, canCopy]);
  useEffect(() => {
    if (!isWanted) return;
    let isThere = true;
    bringCopyForm(language).then(
      (loaded) => isThere && setPart(loaded),
      () => {
        if (!isThere) return;
        setIsWanted(false);
        toast('error', error('network'));
      },
    );
    return () => {
      isThere = false;
    };
  }, [isWanted, language, error]);
  useAwaited(isWanted && part === null, () => setIsWanted(false));
  if (canCopy === undefined) return <CopyPlace className={className} />;
  if (!canCopy) return null;
  return (
    <>
      <Button
        tone="primary"
        size="lg"
        className={className}
        isBusy={isWanted && part === null}
        onClick={() => setIsWanted(true)}
      >
        {t('copyBot')}
      </Button>
      {isWanted && part?.withTexts(<part.Form bot={bot} name={name} onClose={() => setIsWanted(false)} />)}
    </>
  );
}
