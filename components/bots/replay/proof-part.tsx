'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { WorkProgress } from '#components/ui/work-progress.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { ProofReply } from '#lib/contract/proof-calls.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { useBotAction } from '../actions/use-bot-action.ts';
import { ProofResult } from './proof-result.tsx';

/** While it is worked out. */
const REFRESH_MS = 1_000;

function isPending(status: ProofReply['status'] | undefined): boolean {
  return status === 'queued' || status === 'running';
}

/** The proof of a bot: asked for, followed, ended, and what came of it in words. */
export function ProofPart({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('replay.proof');
  const path = { id: String(bot.strategy_id) };
  const { data, error, mutate } = useCall(
    'proof',
    { path },
    { refreshInterval: (latest) => (isPending(latest?.data?.status) ? REFRESH_MS : 0) },
  );
  const { isBusy, run } = useBotAction(bot, () => void mutate());
  const proof = data?.data;
  const status = proof?.status;
  return (
    <section aria-label={t('title')} className="min-w-0 md:col-span-2">
      <h3 className="mb-1 text-sm font-medium">{t('title')}</h3>
      <p className="mb-3 max-w-prose text-xs text-ink-2">{t('text')}</p>
      {proof === undefined ? (
        <LiveGap error={error} className="h-11 w-full md:h-9" />
      ) : (
        <div className="flex flex-col items-start gap-3" aria-live="polite">
          {proof.result !== null && <ProofResult result={proof.result} bot={bot} />}
          {(status === 'failed' || status === 'cancelled') && <Notice>{t(status)}</Notice>}
          {isPending(status) ? (
            <WorkProgress
              text={t(status === 'queued' ? 'queued' : 'running')}
              label={t('progress')}
              part={proof.progress}
              cancel={t('cancel')}
              isBusy={isBusy}
              onCancel={() => void run('cancelProof', { path }, t('cancelledNow'))}
            />
          ) : (
            <Button size="sm" isBusy={isBusy} onClick={() => void run('startProof', { path }, t('started'))}>
              {t(proof.result === null ? 'start' : 'again')}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
