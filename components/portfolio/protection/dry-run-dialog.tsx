'use client';

import { useTranslations } from 'next-intl';
import type { ActionRun } from '#components/bots/actions/use-action.ts';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { SendButton, UnansweredNotice } from '#components/ui/held-fields.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { Refused } from '#lib/client/failures.ts';
import { fetchOk, useLive } from '#lib/client/use-call.ts';
import { EndsPlan } from './ends-plan.tsx';
import { Standings } from './standings.tsx';
import type { LimitsBody } from './typed-limits.ts';

/** Prices move while one reads. */
const REFRESH_MS = 10_000;

/** What limits would do at this moment, by the judge and the plan that do it. */
function useDryRun(limits: LimitsBody) {
  const replyText = useReplyText();
  const { data, error } = useLive(
    `protection dry run ${JSON.stringify(limits)}`,
    () => fetchOk('tryProtection', { body: limits }),
    { refreshInterval: REFRESH_MS, keepPreviousData: false },
  );
  const run = data?.data;
  return {
    run: run !== undefined && 'standings' in run ? run : undefined,
    error,
    failure: error instanceof Refused ? replyText(error.parts) : null,
  };
}

/** The dry run; `onSave` saves the limits that it is of (null: they are saved). */
export function DryRunDialog({
  limits,
  action,
  onSave,
  onClose,
}: {
  readonly limits: LimitsBody;
  readonly action: ActionRun;
  readonly onSave: (() => void) | null;
  readonly onClose: () => void;
}) {
  const t = useTranslations('portfolio.protection');
  const common = useTranslations('common.action');
  const { run, error, failure } = useDryRun(limits);
  const ends = run?.ends ?? null;
  const isDue = ends?.is_due === true;
  const plan = ends !== null && <EndsPlan ends={ends} />;
  return (
    <Dialog
      isOpen
      onClose={() => !action.isBusy && onClose()}
      title={t('tried.title')}
      width="md"
      footer={
        <>
          <Button onClick={onClose} aria-disabled={action.isBusy}>
            {common('close')}
          </Button>
          {onSave !== null && (
            <SendButton held={action} disabled={run === undefined} onClick={onSave}>
              {t('tried.saveNow')}
            </SendButton>
          )}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls and has no control of its own, keys must reach it */}
      <section aria-label={t('tried.title')} tabIndex={0} className="flex flex-col gap-4">
        {action.refusal !== null && <Notice tone="danger">{action.refusal.text}</Notice>}
        <UnansweredNotice held={action} />
        {run === undefined ? (
          <LiveGap error={error} className="h-56 w-full" />
        ) : (
          failure !== null && <Notice tone="danger">{failure}</Notice>
        )}
        {run !== undefined && (
          <>
            {/* What would end bots now is read first: on a phone every limit is a card. */}
            {isDue && plan}
            <Standings standings={run.standings} />
            {!isDue && plan}
          </>
        )}
      </section>
    </Dialog>
  );
}
