'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import type { GuidedKind } from '#lib/kinds/guides.ts';
import { CLIP_SIZE, clipAddress } from './clip-address.ts';
import type { GuidePageId } from './guide-pages.ts';

/**
 * The picture of a page, and in its place, once it is asked for, the clip of the same (M-041, E-101): nothing of a clip is fetched before the
 * press, and one that does not come leaves the picture. The button stays where it is, so that the focus does; the clip has a browser's own controls.
 */
export function GuideClip({
  kind,
  page,
  picture,
}: {
  readonly kind: GuidedKind;
  readonly page: GuidePageId;
  readonly picture: ReactNode;
}) {
  const t = useTranslations('guides.clip');
  const [shown, setShown] = useState<'picture' | 'clip' | 'none'>('picture');
  const isClip = shown === 'clip';
  const about = t(`about.${page}`);
  return (
    <>
      {/* As high as the highest picture with what stands below it: a dialog in the middle of the window would move its buttons from page to page. */}
      <div className="flex min-h-44 flex-col justify-center md:min-h-93">
        {isClip ? (
          <video
            src={clipAddress(kind, page)}
            {...CLIP_SIZE}
            aria-label={about}
            autoPlay
            muted
            playsInline
            controls
            onError={() => setShown('none')}
            className="mx-auto h-auto max-h-[52dvh] w-auto max-w-full rounded-md border bg-black"
          />
        ) : (
          picture
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button size="sm" onClick={() => setShown(isClip ? 'picture' : 'clip')}>
          <Icon name={isClip ? 'chart' : 'play'} size={14} />
          {t(isClip ? 'picture' : 'play')}
        </Button>
        <p className="min-w-0 flex-1 basis-52 text-2xs text-ink-3">
          {shown === 'none' ? t('none') : `${about} ${t('recorded')}`}
        </p>
      </div>
    </>
  );
}
