'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { AwaitedDialog } from '#components/ui/late-dialog.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { GuideScenes } from '#lib/client/guide-scenes.ts';
import { noteGuide } from '#lib/client/guide-seen.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import type { GuidedKind } from '#lib/kinds/guides.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { GuideClip } from './guide-clip.tsx';
import { GUIDE_PAGES, GUIDE_TEXTS, type GuidePageId } from './guide-pages.ts';
import { GuidePicture } from './guide-picture.tsx';
import { useGuideScenes } from './use-guide-scenes.ts';

interface Props {
  readonly kind: GuidedKind;
  readonly spec: MarketSpec;
  readonly onClose: () => void;
  /** The last page's button: to the form. */
  readonly onStart: () => void;
}

/** The guide of a kind (E-099): four pages of words and pictures, with the words that only it needs, and a clip of each. */
export function GuideDialog(props: Props) {
  return (
    <WithTexts namespaces={['guides']} fallback={<AwaitedDialog onClose={props.onClose} />}>
      <Guide {...props} />
    </WithTexts>
  );
}

function Guide({ kind, spec, onClose, onStart }: Props) {
  const t = useTranslations('guides');
  const names = useTranslations('public');
  const action = useTranslations('common.action');
  const [at, setAt] = useState(0);
  const page = GUIDE_PAGES[at] ?? 'setup';
  const isLast = at === GUIDE_PAGES.length - 1;
  const scenes = useGuideScenes(kind, spec);
  useEffect(() => noteGuide(kind, isLast), [kind, isLast]);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('title', { kind: names(`kind.${kind}.name`) })}
      width="md"
      footer={
        <>
          {/* On the first page too it keeps the focus that led there. */}
          <Button aria-disabled={at === 0} onClick={() => setAt(at - 1)}>
            {action('previous')}
          </Button>
          <Button tone="primary" onClick={isLast ? onStart : () => setAt(at + 1)}>
            {isLast ? t('start') : action('next')}
          </Button>
        </>
      }
    >
      <div aria-live="polite" data-guide-page={page} className="flex flex-col gap-3">
        <p className="text-xs text-ink-3">{t('page', { page: at + 1, pages: GUIDE_PAGES.length })}</p>
        <h3 className="text-base font-semibold">{t(`heading.${page}`)}</h3>
        <PageText kind={kind} page={page} scenes={scenes} />
        <GuideClip
          key={page}
          kind={kind}
          page={page}
          picture={
            <>
              {scenes === undefined && <Skeleton className="h-44 w-full md:h-93" />}
              {scenes === null && <p className="text-xs text-ink-3">{t('noPicture')}</p>}
              {scenes && (
                <>
                  <GuidePicture page={page} scenes={scenes} />
                  <p className="mt-3 text-2xs text-ink-3">{t('drawn', { days: daysOf(page, scenes) })}</p>
                </>
              )}
            </>
          }
        />
      </div>
    </Dialog>
  );
}

/** Three lines are the most that a page says beside a picture of this width. */
const TEXT = 'text-sm md:min-h-15';

const daysOf = (page: GuidePageId, { well, badly }: GuideScenes): number => (page === 'risk' ? badly : well).days;

function PageText({
  kind,
  page,
  scenes,
}: {
  readonly kind: GuidedKind;
  readonly page: GuidePageId;
  readonly scenes: GuideScenes | null | undefined;
}) {
  const t = useTranslations('guides');
  const names = useTranslations('public');
  const figures = useFigures();
  const sentence = GUIDE_TEXTS[page];
  const last = (points: GuideScenes['well']['worth']): string => figures.change((points.at(-1)?.y ?? 0).toFixed(8));
  if (sentence !== null) {
    const loss = page === 'risk' && scenes ? ` ${t('riskText', { rate: last(scenes.badly.worth) })}` : '';
    return (
      <p className={TEXT}>
        {names(`kind.${kind}.guide.${sentence}`)}
        {loss}
      </p>
    );
  }
  const text = scenes
    ? t('worthText', { rate: last(scenes.well.worth), hold: last(scenes.well.held), days: scenes.well.days })
    : t('worthPlain');
  return <p className={TEXT}>{text}</p>;
}
