'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useCallback, useId, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { BacktestButton } from '#components/backtests/backtest-button.tsx';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { notesOf } from '#components/form/field-notes.ts';
import { fieldId } from '#components/form/form-field-id.ts';
import { modeKey } from '#components/form/form-state.ts';
import { useIssueText } from '#components/form/use-issue-text.ts';
import { type StrategyForm as Form, useStrategyForm } from '#components/form/use-strategy-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import type { MarketSpec } from '#lib/money/market-spec.ts';
import { createState } from '#lib/strategies/create-state.ts';
import type { FieldDescriptor } from '#lib/strategies/definition.ts';
import { AiBlock, BackToAuto } from './ai-block.tsx';
import { hiddenByAi } from './ai-parameters.ts';
import { AmountBlock } from './amount-block.tsx';
import { CoinsBlock } from './coins-block.tsx';
import { CombinedSwitch } from './combined-switch.tsx';
import { fieldRows } from './field-rows.ts';
import { FormField } from './form-field.tsx';
import { FORM_PANELS } from './panels.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { ReviewSheet } from './review-sheet.tsx';
import { SummaryRows } from './summary-rows.tsx';
import { TakenNotice } from './taken-notice.tsx';
import { UnansweredNotice } from './unanswered-notice.tsx';
import { useAiFound } from './use-ai-found.ts';
import { useCreateFlow } from './use-create-flow.ts';
import { useEntry } from './use-entry.ts';
import { useFormLines } from './use-form-lines.ts';
import { useFormPreview } from './use-form-preview.ts';
import { useKindSpec } from './use-kind-spec.ts';
import { focusField } from './use-outcomes.ts';
import { useParamMode } from './use-param-mode.ts';
import { usePrefill } from './use-prefill.ts';

type Section = FieldDescriptor['section'];

function OneField({ form, field }: { readonly form: Form; readonly field: FieldDescriptor }) {
  const say = useIssueText();
  const notes = notesOf(field.name, form.issues, form.refused, say);
  if (field.input === 'amount') return <AmountBlock form={form} field={field} notes={notes} />;
  if (field.input === 'panel') {
    const Panel = FORM_PANELS[field.panel ?? ''];
    return Panel === undefined ? null : <Panel form={form} />;
  }
  return <FormField form={form} field={field} notes={notes} />;
}

/** The fields of a section in the definition's order; those of one group share a row. */
function SectionFields({
  form,
  section,
  hidden,
}: {
  readonly form: Form;
  readonly section: Section;
  readonly hidden?: ReadonlySet<string>;
}) {
  const fields = form.definition.fields.filter(({ name }) => hidden?.has(name) !== true);
  const rows = fieldRows(fields, section, form.values, form.spec);
  return rows.map((row) => (
    <div key={row[0]?.name} className={row.length > 1 ? 'grid grid-cols-2 items-start gap-2' : undefined}>
      {row.map((field) => (
        <OneField key={field.name} form={form} field={field} />
      ))}
    </div>
  ));
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
  const definition = definitionOf(kind) as AnyDefinition;
  const entry = useEntry(kind, page);
  const form = useStrategyForm({ kind, page, entry }, definition, spec);
  const [isAdvancedOpen, setIsAdvancedOpen] = useState(false);
  const lastInputAt = useRef(0);
  useFormLines(form);
  usePrefill(definition, spec, page);
  const advancedFields = useMemo(
    () => new Set(definition.fields.filter(({ section }) => section === 'advanced').map(({ name }) => name)),
    [definition],
  );
  const reveal = useCallback(
    (field: string) => {
      if (advancedFields.has(field)) flushSync(() => setIsAdvancedOpen(true));
    },
    [advancedFields],
  );
  const modes = useParamMode(form, page, useAiFound(definition, spec, form.values));
  const hidden = modes.shown === 'ai' && modes.found !== null ? hiddenByAi(modes.found) : undefined;
  const engine = useFormPreview(form);
  const source = modes.shown === 'ai' ? 'ai' : 'manual';
  const flow = useCreateFlow({ form, place: modeKey(kind, page), reveal, onCreated, source });
  const state = createState(form.values, form.issues, form.context, flow.isBusy, flow.unanswered !== null);
  const noteInput = (event: { readonly timeStamp: number }): void => {
    lastInputAt.current = event.timeStamp;
  };
  return (
    <>
      <form
        noValidate
        aria-label={t('label')}
        onInputCapture={noteInput}
        onClickCapture={noteInput}
        onSubmit={(event) => {
          event.preventDefault();
          if (state === 'ready') flow.submit();
        }}
        className="flex flex-col gap-3"
      >
        {factsOf(kind).usesConditions && <CombinedSwitch form={form} />}
        {factsOf(kind).startsOnSeveralCoins && <CoinsBlock form={form} modes={modes} />}
        {modes.shown === 'ai' && modes.choice !== null && (
          <AiBlock
            form={form}
            choice={modes.choice}
            onManual={() => {
              modes.toManual();
              // C-185.
              if (factsOf(kind).opensAdvancedByHand && form.values.transaction_type !== 'low-risk-arbitrage')
                setIsAdvancedOpen(true);
            }}
          />
        )}
        {modes.shown === 'manual' && modes.choice !== null && (
          <BackToAuto form={form} isAdvised={modes.choice.isAdvised} onAuto={modes.toAuto} />
        )}
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
        <Advanced isOpen={isAdvancedOpen} onToggle={() => setIsAdvancedOpen((isOpen) => !isOpen)}>
          <SectionFields form={form} section="advanced" hidden={hidden} />
        </Advanced>
        <div className="sticky -bottom-4 z-10 -mx-4 -mb-4 border-t bg-surface-1 px-4 py-3 md:bottom-0 md:-mx-3 md:mb-0 md:px-3">
          <UnansweredNotice flow={flow} />
          <div className="flex gap-2">
            <BacktestButton
              form={form}
              isDisabled={state !== 'ready' && state !== 'unanswered'}
              onFault={({ field }) => {
                reveal(field);
                focusField(field);
              }}
            />
            <Button
              type="submit"
              tone="primary"
              size="lg"
              isWide
              isBusy={flow.isBusy}
              disabled={state !== 'ready' && state !== 'creating'}
              data-state={state}
            >
              {t('create')}
            </Button>
          </div>
        </div>
      </form>
      <ReviewSheet flow={flow} work={engine.work} title={names(kind)} />
    </>
  );
}
