'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { planRunsPath, redeemPath } from '#components/addresses/paths.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { call } from '#lib/client/call.ts';
import { answerFrame } from '#lib/client/page-around.ts';
import { followHeight } from './frame-height.ts';
import { type PlanRow, pastVersionOf } from './plan-words.ts';
import { redeemActionOf } from './redeem-messages.ts';

interface Props {
  readonly plan: Pick<PlanRow, 'id' | 'plan_version' | 'status'>;
  readonly onClose: () => void;
  /** What the plan holds has gone to its owner, or may have: an answer can be lost, or its frame be closed before it. */
  readonly onChanged: () => void;
}

/** Of the frame, px: while nobody knows how high its page is – of a plan of a coin or two –, and at most. */
const FIRST_PX = 220;
const MOST_PX = 420;

/** The page in a frame, which will say when it is there; null: an error's page, of the browser or of ours, which says nothing and is shown as it is. */
function redeemPageOf({ contentDocument }: HTMLIFrameElement): Element | null {
  return contentDocument?.querySelector('[data-framed]') ?? null;
}

/** Redemption (E-050): the redeem page in a frame, which says what happens in it. */
export function RedeemDialog({ plan, onClose, onChanged }: Props) {
  const t = useTranslations('invest.redeem');
  const language = useLocale();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoading, setIsLoading] = useState(true);
  const [height, setHeight] = useState(FIRST_PX);
  const unfollow = useRef(() => {});
  useEffect(() => () => unfollow.current(), []);
  const close = (): void => {
    onClose();
    onChanged();
  };
  const doings = useRef({ close, onChanged });
  useEffect(() => {
    doings.current = { close, onChanged };
  });
  const runsPath = planRunsPath(language, plan.id, pastVersionOf(plan));
  useEffect(() => {
    const hear = (event: MessageEvent): void => {
      const action = redeemActionOf(event, frame.current?.contentWindow ?? null, window.location.origin);
      if (action === 'close_loading') setIsLoading(false);
      else if (action === 'close_modal') doings.current.close();
      else if (action === 'redeem_success') doings.current.onChanged();
      else if (action === 'view_detail') window.open(runsPath, '_blank', 'noopener');
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [runsPath]);
  // Its own question of who is here finds out the same, and asks to log in where that is so.
  useEffect(
    () =>
      answerFrame(
        () => frame.current?.contentWindow ?? null,
        () => call('session').catch(() => {}),
      ),
    [],
  );
  return (
    <Dialog isOpen onClose={close} title={t('title')}>
      <div className="relative max-h-[70dvh]" style={{ height }} aria-busy={isLoading}>
        {isLoading && <Skeleton className="absolute inset-0 h-full w-full" />}
        <iframe
          ref={frame}
          title={t('title')}
          src={redeemPath(language, plan.id, plan.plan_version)}
          onLoad={({ currentTarget }) => {
            unfollow.current();
            const page = redeemPageOf(currentTarget);
            unfollow.current = page === null ? () => {} : followHeight(page, MOST_PX, setHeight);
            if (page !== null) return;
            setHeight(MOST_PX);
            setIsLoading(false);
          }}
          className={classNames('size-full border-0', isLoading && 'invisible')}
        />
      </div>
    </Dialog>
  );
}
