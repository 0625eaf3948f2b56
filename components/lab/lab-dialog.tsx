'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { AwaitedDialog } from '#components/ui/late-dialog.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { WithTexts } from '#components/ui/with-texts.tsx';
import type { ScenarioResult } from '#lib/backtest/lab/run-scenario.ts';
import { textAt } from '#lib/client/keyed-texts.ts';
import { type LabBots, marketsText } from './lab-bots.ts';
import { ScenarioCard } from './scenario-card.tsx';
import { ScenarioPicture } from './scenario-picture.tsx';
import { type Lab, useLab } from './use-lab.ts';

type Props = LabBots & { readonly onClose: () => void };

/** The scenario lab: bad days that a bot is taken through before it is created, with the words that only it needs. */
export function LabDialog(props: Props) {
  return (
    <WithTexts namespaces={['lab', 'books']} fallback={<AwaitedDialog onClose={props.onClose} />}>
      <OpenLab {...props} />
    </WithTexts>
  );
}

function OpenLab({ onClose, ...bots }: Props) {
  const t = useTranslations('lab');
  const locale = useLocale();
  const kinds = useTranslations('bots.kind');
  const lab = useLab(bots.bots);
  const [pictured, setPictured] = useState<ScenarioResult | null>(null);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('title')}
      width="md"
      isTall
      header={
        <p className="text-xs text-ink-3">
          {textAt(kinds, bots.kind) ?? bots.kind} · {marketsText(bots, locale)}
        </p>
      }
    >
      <p className="mb-3 text-xs text-ink-2">{t('lead')}</p>
      {lab.state === 'failed' ? (
        <Failed again={lab.again} />
      ) : (
        <Scenarios lab={lab} bots={bots} onPicture={setPictured} />
      )}
      {pictured !== null && <ScenarioPicture bots={bots} result={pictured} onClose={() => setPictured(null)} />}
    </Dialog>
  );
}

function Failed({ again }: { readonly again: () => void }) {
  const t = useTranslations('lab');
  const action = useTranslations('common.action');
  return (
    <Notice tone="warn">
      <p>{t('failed')}</p>
      <Button size="sm" className="mt-2" onClick={again}>
        {action('retry')}
      </Button>
    </Notice>
  );
}

function Scenarios({
  lab: { state, part, scenarios, results },
  bots,
  onPicture,
}: {
  readonly lab: Lab;
  readonly bots: LabBots;
  readonly onPicture: (result: ScenarioResult) => void;
}) {
  const t = useTranslations('lab');
  if (state === 'reading')
    return (
      <div className="flex flex-col gap-2">
        <p className="text-xs text-ink-3">{t('reading')}</p>
        <ProgressBar label={t('reading')} part={part} />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  return (
    <ol className="grid gap-3 md:grid-cols-2" aria-busy={results.size < scenarios.length}>
      {scenarios.map((id) => (
        <li key={id}>
          <ScenarioCard id={id} result={results.get(id)} bots={bots} onPicture={onPicture} />
        </li>
      ))}
    </ol>
  );
}
