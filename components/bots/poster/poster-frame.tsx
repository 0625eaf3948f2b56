'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { copyText } from '#lib/client/copy-text.ts';
import { saveFile } from '#lib/client/file-texts.ts';
import { toast } from '#lib/client/toasts.ts';
import { drawPoster, POSTER, type PosterCurve, type PosterTexts } from './draw-poster.ts';

/** A picture shown as it will be, kept, given on by the phone's own sheet, or as its link alone. */
export function PosterFrame({
  title,
  texts,
  curve,
  label,
  fileName,
  notice,
  onClose,
}: {
  readonly title: string;
  readonly texts: PosterTexts;
  /** Null while it is loading. */
  readonly curve: PosterCurve | null;
  /** What the picture says, in words. */
  readonly label: string;
  /** Without its ending. */
  readonly fileName: string;
  readonly notice?: ReactNode;
  readonly onClose: () => void;
}) {
  // A dialog's content comes after it: what is drawn on is known when it is there.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  useEffect(() => {
    if (canvas === null || curve === null) return;
    drawPoster(canvas, texts, curve, getComputedStyle(document.body).fontFamily);
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      width="sm"
      footer={<PosterActions texts={texts} fileName={fileName} canvas={curve === null ? null : canvas} />}
    >
      {notice}
      <div className="flex justify-center">
        {curve === null ? (
          <Skeleton className="aspect-[360/520] h-[min(44dvh,433px)]" />
        ) : (
          <canvas
            ref={setCanvas}
            role="img"
            aria-label={label}
            data-poster-link={texts.link}
            style={{ aspectRatio: `${POSTER.width} / ${POSTER.height}` }}
            // Where it is higher than a phone has room, keys have to scroll it.
            tabIndex={0}
            className="h-[min(44dvh,433px)] rounded-lg"
          />
        )}
      </div>
    </Dialog>
  );
}

/** The picture as a file, its link, and the phone's own sheet. */
function PosterActions({
  texts,
  fileName,
  canvas,
}: {
  readonly texts: PosterTexts;
  readonly fileName: string;
  /** Null until it is drawn on. */
  readonly canvas: HTMLCanvasElement | null;
}) {
  const t = useTranslations('books.poster');
  const common = useTranslations('common.error');
  const failed = (error: unknown): void => {
    // Closing the share sheet is a choice, not a fault.
    if (!(error instanceof DOMException && error.name === 'AbortError')) toast('error', common('generic'));
  };
  const save = (): void => {
    canvas?.toBlob((png) => {
      if (png === null) toast('error', common('generic'));
      else saveFile(`${fileName}.png`, png);
    }, 'image/png');
  };
  const copy = (): void => {
    copyText(texts.link).then(() => toast('success', t('copied')), failed);
  };
  const share = (): void => {
    navigator.share({ title: texts.name, url: texts.link }).catch(failed);
  };
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {'share' in navigator && <Button onClick={share}>{t('share')}</Button>}
      <Button onClick={copy}>{t('copy')}</Button>
      <Button tone="primary" disabled={canvas === null} onClick={save}>
        {t('save')}
      </Button>
    </div>
  );
}
