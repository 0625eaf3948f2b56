'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { fieldId } from '#components/form/form-field-id.ts';
import { modeKey } from '#components/form/form-state.ts';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { type StrategyForm as Form, useStrategyForm } from '#components/form/use-strategy-form.ts';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { createState } from '#lib/strategies/create-state.ts';
import { AiBlock, BackToAuto } from './ai-block.tsx';
import { hiddenByAi } from './ai-parameters.ts';
import { CoinsBlock } from './coins-block.tsx';
import { CreateRow } from './create-row.tsx';
import { IndicatorMarketSwitch } from './indicator-market-switch.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { SectionFields } from './section-fields.tsx';
import { SummaryRows } from './summary-rows.tsx';
import { TakenNotice } from './taken-notice.tsx';
import { useAiFound } from './use-ai-found.ts';
import { useCreateFlow } from './use-create-flow.ts';
import { useEntry } from './use-entry.ts';
import { useFormLines } from './use-form-lines.ts';
import { useFormPreview } from './use-form-preview.ts';
import { useKindSpec } from './use-kind-spec.ts';
import { type ParamModes, useParamMode } from './use-param-mode.ts';
import { usePrefill } from './use-prefill.ts';

/** Whether the advanced settings are open. `reveal` opens them when the field is one of theirs, before anything is focused in them. */
function useAdvanced(definition: AnyDefinition) {
  const [isOpen, setIsOpen] = useState(false);
  const fields = useMemo(
    () => new Set(definition.fields.filter(({ section }) => section === 'advanced').map(({ name }) => name)),
    [definition],
  );
  const reveal = useCallback(
    (field: string) => {
      if (fields.has(field)) flushSync(() => setIsOpen(true));
    },
    [fields],
  );
  return { isOpen, open: () => setIsOpen(true), toggle: () => setIsOpen((wasOpen) => !wasOpen), reveal };
}

function Advanced({
  isOpen,
  onToggle,
  children,
}: {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
}) {
  const t = useTranslations('trade.form');
  const id = useId();
  return (
    <div className="border-t pt-1">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className="flex min-h-11 w-full items-center justify-between text-xs text-ink-2 hover:text-ink-1 md:min-h-8"
      >
        {t('advanced')}
        <Icon name="chevronDown" size={14} className={isOpen ? 'rotate-180' : ''} />
      </button>
      <div id={id} hidden={!isOpen} className="flex flex-col gap-3 pt-1 pb-2">
        {isOpen && children}
      </div>
    </div>
  );
}

/** What decides the fields: which of two kinds, on how many coins, by the AI's parameters or by hand. */
function AboveFields({
  form,
  modes,
  openAdvanced,
}: {
  readonly form: Form;
  readonly modes: ParamModes;
  readonly openAdvanced: () => void;
}) {
  const facts = factsOf(form.definition.kind);
  return (
    <>
      {facts.usesConditions && <IndicatorMarketSwitch form={form} />}
      {facts.startsOnSeveralCoins && <CoinsBlock form={form} modes={modes} />}
      {modes.shown === 'ai' && modes.choice !== null && (
        <AiBlock
          form={form}
          choice={modes.choice}
          onManual={() => {
            modes.toManual();
            // C-185.
            if (facts.opensAdvancedByHand && form.values.transaction_type !== 'low-risk-arbitrage') openAdvanced();
          }}
        />
      )}
      {modes.shown === 'manual' && modes.choice !== null && (
        <BackToAuto form={form} choice={modes.choice} onAuto={modes.toAuto} />
      )}
    </>
  );
}

/** C-411: a liquidation price inside the range or the ladder, said in red where the liquidation prices stand. */
function LiquidationAlert({ form }: { readonly form: Form }) {
  const say = useIssueText();
  const issue = form.issues.find(({ code }) => code.startsWith('liquidation.'));
  return issue === undefined ? null : <Notice tone="danger">{say(issue)}</Notice>;
}

/** The form of a kind on the market of a page, and on whatever others the kind trades. */
export function StrategyForm(props: FormProps) {
  const spec = useKindSpec(props.kind, props.spec);
  // Another kind's or market's form is another form: nothing that is under way in this one ends in that one.
  return <FormOnSpec key={modeKey(props.kind, props.spec)} {...props} page={props.spec} spec={spec} />;
}

interface FormProps {
  readonly kind: RunnableKind;
  readonly spec: MarketSpec;
  readonly onCreated: () => void;
}

/**
 * The product's one create form (C-054): strategy block, amount, advanced settings, Create button, all from the kind's
 * definition. `onCreated` runs when a bot was created and the form is empty again.
 */
function FormOnSpec({ kind, page, spec, onCreated }: FormProps & { readonly page: MarketSpec }) {
  const t = useTranslations('trade.form');
  const names = useTranslations('bots.kind');
  const definition: AnyDefinition = definitionOf(kind);
  const entry = useEntry(kind, page);
  const form = useStrategyForm({ kind, page, entry }, definition, spec);
  const lastInputAt = useRef(0);
  const advanced = useAdvanced(definition);
  useFormLines(form);
  usePrefill(definition, spec, page);
  const modes = useParamMode(form, page, useAiFound(definition, spec, form.values));
  const hidden = modes.shown === 'ai' && modes.found !== null ? hiddenByAi(modes.found) : undefined;
  const engine = useFormPreview(form);
  const source = modes.shown === 'ai' ? 'ai' : 'manual';
  const hides = (field: string): boolean => hidden?.has(field) === true;
  const { reveal } = advanced;
  const flow = useCreateFlow({ form, place: modeKey(kind, page), reveal, hides, onCreated, source });
  const state = createState(form.values, form.issues, form.context, flow.isBusy, flow.unanswered !== null);
  const noteInput = (event: { readonly timeStamp: number }): void => {
    lastInputAt.current = event.timeStamp;
  };
  return (
    <>
      <form
        noValidate
        aria-label={t('label')}
        data-tour="form"
        onInputCapture={noteInput}
        onClickCapture={noteInput}
        onSubmit={(event) => {
          event.preventDefault();
          if (state === 'ready') flow.submit();
        }}
        className="flex flex-col gap-3"
      >
        <AboveFields form={form} modes={modes} openAdvanced={advanced.open} />
        {entry === 'taken' && <TakenNotice kind={kind} />}
        {modes.shown === 'loading' ? (
          <Skeleton className="h-40 w-full" />
        ) : (
          <SectionFields form={form} section="strategy" hidden={hidden} />
        )}
        <div id={fieldId('amount-block')} className="flex flex-col gap-3 border-t pt-3">
          <SectionFields form={form} section="amount" />
          <SummaryRows form={form} />
          <LiquidationAlert form={form} />
        </div>
        <PreviewPanel form={form} engine={engine} lastInputAt={lastInputAt} />
        <Advanced isOpen={advanced.isOpen} onToggle={advanced.toggle}>
          <SectionFields form={form} section="advanced" hidden={hidden} />
        </Advanced>
        <CreateRow form={form} flow={flow} state={state} reveal={reveal} hides={hides} />
      </form>
      <ReviewSheet flow={flow} work={engine.work} title={names(kind)} />
    </>
  );
}
