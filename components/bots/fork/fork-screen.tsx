'use client';

import { useTranslations } from 'next-intl';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { LiveGap } from '#components/ui/live-gap.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { WorkProgress } from '#components/ui/work-progress.tsx';
import { useCall } from '#lib/client/use-call.ts';
import type { ForkReply } from '#lib/contract/fork-calls.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { type EditedBot, useEditedBot } from '../actions/edited-form.ts';
import { useBotAction } from '../actions/use-bot-action.ts';
import { useForkDraft } from './fork-draft.ts';
import { ForkForm } from './fork-form.tsx';
import { type ForkMode, forkModesOf, isMoneyMode } from './fork-modes.ts';
import { type Moments, momentsOf, useMoment } from './fork-moment.tsx';
import { ForkMoneyForm } from './fork-money-form.tsx';
import { ForkOutcome } from './fork-outcome.tsx';
import { type Said, wordsOf } from './fork-values.ts';

/** While it is worked out; who does not ask any more has it ended. */
const REFRESH_MS = 1_000;

function isPending(status: ForkReply['status'] | undefined): boolean {
  return status === 'queued' || status === 'running';
}

/** The fork of a bot: from which moment, with what, and what would have come of it. */
export function ForkScreen({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('fork');
  const closed = useTranslations('actions.frame');
  const { edited, error } = useEditedBot(bot);
  const moments = momentsOf(bot);
  const modes = forkModesOf(bot);
  // Why nothing of it can be other than it was, at the place where it would be asked.
  if (modes.length === 0) {
    const why = factsOf(bot.strategy_type).trades === 'legs' ? 'legs' : 'other';
    return <EmptyState title={t('fixed.title')} hint={t(`fixed.${why}`)} />;
  }
  if (edited === undefined) return <LiveGap error={error} className="mt-4 h-96 w-full" />;
  if (edited === null) return <EmptyState title={closed('closed')} hint={closed('closedHint')} />;
  if (moments === null) return <EmptyState title={t('young')} hint={t('youngHint')} />;
  return <Forking bot={bot} edited={edited} modes={modes} moments={moments} />;
}

/** The bot's fork as the exchange has it, and what is asked of it. */
function useFork(bot: StrategyRow, mode: ForkMode) {
  const path = { id: String(bot.strategy_id) };
  const { data, error, mutate } = useCall(
    'fork',
    { path },
    { refreshInterval: (latest) => (isPending(latest?.data?.status) ? REFRESH_MS : 0) },
  );
  const action = useBotAction(bot, () => void mutate(), wordsOf(bot.strategy_type, mode));
  return { path, fork: data?.data, error, action };
}

function Forking({
  bot,
  edited,
  modes,
  moments,
}: {
  readonly bot: StrategyRow;
  readonly edited: EditedBot;
  readonly modes: readonly ForkMode[];
  readonly moments: Moments;
}) {
  const t = useTranslations('fork');
  const kept = useForkDraft(bot.strategy_id);
  const { draft, change } = kept;
  const mode = modes.find((one) => one === draft.mode) ?? modes[0] ?? 'stops';
  const moment = useMoment(moments, draft.moment, (seconds) => change(() => ({ moment: seconds })));
  const { path, fork, error, action } = useFork(bot, mode);
  const start = (time: number, said: Said): void =>
    void action.run('startFork', { path, body: { time, ...said } }, t('started'));
  const form = {
    bot,
    edited,
    moments,
    moment,
    kept,
    refusal: action.refusal,
    fork,
    isBusy: action.isBusy || isPending(fork?.status),
    onStart: start,
  };
  return (
    <section aria-label={t('title')} className="flex flex-col gap-4 py-4">
      <p className="max-w-prose text-xs text-ink-2">{t('text')}</p>
      {modes.length > 1 && (
        <Segmented
          name="fork-mode"
          label={t('mode.label')}
          options={modes.map((value) => ({ value, label: t(`mode.${value}`) }))}
          value={mode}
          onChange={(next) => change(() => ({ mode: next }))}
          // As wide as their words, so that they go on in a second line of a phone and do not lie over each other.
          className="max-w-xl flex-wrap *:basis-auto"
        />
      )}
      {isMoneyMode(mode) ? (
        <ForkMoneyForm key={mode} mode={mode} {...form} />
      ) : (
        <ForkForm key={mode} mode={mode} {...form} />
      )}
      {fork === undefined ? (
        <LiveGap error={error} className="h-11 w-full md:h-9" />
      ) : (
        <Answer
          bot={bot}
          edited={edited}
          fork={fork}
          isBusy={action.isBusy}
          onCancel={() => void action.run('cancelFork', { path }, t('cancelledNow'))}
        />
      )}
    </section>
  );
}

/** How far the comparison is, and what came of it. */
function Answer({
  bot,
  edited,
  fork,
  isBusy,
  onCancel,
}: {
  readonly bot: StrategyRow;
  readonly edited: EditedBot;
  readonly fork: ForkReply;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}) {
  const t = useTranslations('fork');
  return (
    <div className="flex min-w-0 flex-col gap-3" aria-live="polite">
      {(fork.status === 'failed' || fork.status === 'cancelled') && <Notice>{t(fork.status)}</Notice>}
      {isPending(fork.status) && (
        <WorkProgress
          text={t(fork.status === 'queued' ? 'queued' : 'running')}
          label={t('progress')}
          part={fork.progress}
          cancel={t('cancel')}
          isBusy={isBusy}
          onCancel={onCancel}
        />
      )}
      {fork.result !== null && fork.asked !== null && (
        <ForkOutcome bot={bot} edited={edited} asked={fork.asked} result={fork.result} />
      )}
    </div>
  );
}
