'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { HelpLink } from '#components/addresses/help-link.tsx';
import { notesOf } from '#components/form/field-notes.ts';
import { modeKey } from '#components/form/form-state.ts';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { type StrategyForm, useStrategyForm } from '#components/form/use-strategy-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { InfoTip } from '#components/ui/info-tip.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { definitionOf } from '#lib/kinds/definitions.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { createState } from '#lib/strategies/create-state.ts';
import { AiBlock, NotAdvised } from './ai-block.tsx';
import { type AiFound, isEmptied } from './ai-parameters.ts';
import { AmountBlock } from './amount-block.tsx';
import { CreateButton } from './create-button.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { SummaryRows } from './summary-rows.tsx';
import { UnansweredNotice } from './unanswered-notice.tsx';
import { type AiChoice, useAiFound } from './use-ai-found.ts';
import { useCreateFlow } from './use-create-flow.ts';
import { useFormLines } from './use-form-lines.ts';
import { useFormPreview } from './use-form-preview.ts';

const DEFINITION = definitionOf('spot_grid');
const nothingToReveal = (): void => undefined;
/** Its one field is the amount. */
const hides = (field: string): boolean => field !== 'money';

/**
 * The moon-bot, an AI grid with a form of its own (C-079 … C-082, H7): how much, what the AI found, Create. It is a spot
 * grid whose parameters come from the AI; where there are none it leads to the whole form.
 */
export function MoonPage({
  spec,
  onBack,
  onManual,
}: {
  readonly spec: MarketSpec;
  readonly onBack: () => void;
  readonly onManual: () => void;
}) {
  const t = useTranslations('trade.moon');
  const shell = useTranslations('public.shell');
  const form = useStrategyForm({ kind: 'spot_grid', page: spec, entry: 'moon' }, DEFINITION, spec);
  const ai = useAiFound(DEFINITION, spec, form.values);
  const [isWanted, setIsWanted] = useState(false);
  const isShown = isWanted || (ai.state === 'ready' && ai.isAdvised);
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-label={shell('back')}
          onClick={onBack}
          className="-ms-2 flex size-11 items-center justify-center rounded-md text-ink-2 hover:bg-surface-2 hover:text-ink-1 md:size-8"
        >
          <Icon name="chevronLeft" />
        </button>
        <h2 className="text-base font-semibold">{t('name')}</h2>
        <InfoTip label={t('help')}>{t('helpText')}</InfoTip>
        <HelpLink kind={DEFINITION.kind} label={shell('help')} isMark />
      </div>
      {ai.state === 'loading' && <Skeleton className="h-44 w-full" />}
      {ai.state === 'absent' && (
        <>
          <Notice>{t('absent')}</Notice>
          <Button tone="primary" isWide onClick={onManual}>
            {t('toForm')}
          </Button>
        </>
      )}
      {ai.state === 'ready' && !isShown && (
        <>
          <NotAdvised form={form} choice={ai} />
          <Button tone="primary" isWide onClick={onManual}>
            {t('toForm')}
          </Button>
          <Button isWide onClick={() => setIsWanted(true)}>
            {t('anyway')}
          </Button>
        </>
      )}
      {ai.state === 'ready' && isShown && (
        <MoonForm key={modeKey('spot_grid', spec)} form={form} choice={ai} isAskedFor={isWanted} onCreated={onBack} />
      )}
    </div>
  );
}

/** Fills the form with what the AI found, and again when it was emptied. */
function useApplied({ values, change }: StrategyForm, { found }: AiChoice): void {
  const applied = useRef<AiFound | null>(null);
  useEffect(() => {
    if (applied.current === found && !isEmptied(found, values)) return;
    applied.current = found;
    for (const [field, value] of found.changes) change(field, value);
  }, [found, values, change]);
}

function MoonForm({
  form,
  choice,
  isAskedFor,
  onCreated,
}: {
  readonly form: StrategyForm;
  readonly choice: AiChoice;
  /** It came by a button that is gone now: the focus goes along. */
  readonly isAskedFor: boolean;
  readonly onCreated: () => void;
}) {
  const t = useTranslations('trade.form');
  const moon = useTranslations('trade.moon');
  const say = useIssueText();
  const engine = useFormPreview(form);
  const lastInputAt = useRef(0);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isAskedFor) element.current?.focus({ preventScroll: true });
  }, [isAskedFor]);
  useFormLines(form);
  const place = `${modeKey('spot_grid', form.spec)} moon`;
  const flow = useCreateFlow({ form, place, reveal: nothingToReveal, hides, onCreated, source: 'ai' });
  useApplied(form, choice);
  const state = createState(form.values, form.issues, form.context, flow.isBusy, flow.unanswered !== null);
  const money = form.definition.fields.find(({ name }) => name === 'money');
  return (
    <>
      <form
        ref={element}
        tabIndex={-1}
        noValidate
        onInputCapture={(event) => {
          lastInputAt.current = event.timeStamp;
        }}
        aria-label={t('label')}
        onSubmit={(event) => {
          event.preventDefault();
          if (state === 'ready') flow.submit();
        }}
        className="flex flex-col gap-3"
      >
        {money !== undefined && (
          <AmountBlock form={form} field={money} notes={notesOf('money', form.issues, form.refused, say)} />
        )}
        <AiBlock form={form} choice={choice} />
        <SummaryRows form={form} />
        <PreviewPanel form={form} engine={engine} lastInputAt={lastInputAt} />
        <div>
          <UnansweredNotice flow={flow} />
          <CreateButton flow={flow} state={state} />
        </div>
      </form>
      <ReviewSheet flow={flow} work={engine.work} title={moon('name')} />
    </>
  );
}
