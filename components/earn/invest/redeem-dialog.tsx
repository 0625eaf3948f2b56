'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { planRunsPath, redeemPath } from '#components/addresses/paths.ts';
import { classNames } from '#components/ui/class-names.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { type PlanRow, pastVersionOf } from './plan-words.ts';
import { redeemActionOf } from './redeem-messages.ts';

interface Props {
  readonly plan: Pick<PlanRow, 'id' | 'plan_version' | 'status'>;
  readonly onClose: () => void;
  /** What the plan holds has gone to its owner. */
  readonly onRedeemed: () => void;
}

/** Whether what a frame has loaded will say when it is there: an error's page, of the browser or of ours, says nothing and is shown as it is. */
function isRedeemPage({ contentDocument }: HTMLIFrameElement): boolean {
  return contentDocument?.querySelector('[data-framed]') != null;
}

/** Redemption (E-050): the redeem page in a frame, which says what happens in it. */
export function RedeemDialog({ plan, onClose, onRedeemed }: Props) {
  const t = useTranslations('invest.redeem');
  const language = useLocale();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isLoading, setIsLoading] = useState(true);
  const doings = useRef({ onClose, onRedeemed });
  useEffect(() => {
    doings.current = { onClose, onRedeemed };
  });
  const runsPath = planRunsPath(language, plan.id, pastVersionOf(plan));
  useEffect(() => {
    const hear = (event: MessageEvent): void => {
      const action = redeemActionOf(event, frame.current?.contentWindow ?? null, window.location.origin);
      if (action === 'close_loading') setIsLoading(false);
      else if (action === 'close_modal') doings.current.onClose();
      else if (action === 'redeem_success') doings.current.onRedeemed();
      else if (action === 'view_detail') window.open(runsPath, '_blank', 'noopener');
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [runsPath]);
  return (
    <Dialog isOpen onClose={onClose} title={t('title')}>
      <div className="relative h-[420px] max-h-[70dvh]" aria-busy={isLoading}>
        {isLoading && <Skeleton className="absolute inset-0 h-full w-full" />}
        <iframe
          ref={frame}
          title={t('title')}
          src={redeemPath(language, plan.id, plan.plan_version)}
          onLoad={({ currentTarget }) => {
            if (!isRedeemPage(currentTarget)) setIsLoading(false);
          }}
          className={classNames('size-full border-0', isLoading && 'invisible')}
        />
      </div>
    </Dialog>
  );
}
