'use client';

import { usePathname } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { loginPath } from '#components/discovery/paths.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { showBotsTab, watchBotsClosely } from '#lib/client/bots-view.ts';
import { newIdempotencyKey } from '#lib/client/money-call.ts';
import { toast } from '#lib/client/toasts.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { askAgreement, readAgreement, sendBatch, sendCreation, signAgreement, trackRefusal } from './create-calls.ts';
import { type BatchResult, type CreateAnswer, type CreateFlowState, IDLE } from './create-flow.ts';
import { createFlowRunner, type ShownEffect } from './create-flow-runner.ts';
import type { ParamSource } from './creation-payload.ts';
import { fieldId } from './form-field-id.ts';
import { doubtsAbout, doubtsAboutHeld } from './pre-checks.ts';
import { TRAILING_FIELDS } from './trailing-draft.ts';
import { useIssueText } from './use-issue-text.ts';
import type { StrategyForm } from './use-strategy-form.ts';

/** C-212. */
export const SHOW_RUNNING_DELAY_MS = 600;

export interface CreateFlow {
  readonly state: CreateFlowState;
  readonly isBusy: boolean;
  /** The last creation may or may not have happened. */
  readonly isUnknown: boolean;
  readonly submit: () => void;
  readonly confirm: (isConfirmed: boolean) => void;
}

interface FlowOptions {
  readonly form: StrategyForm;
  /** Opens what hides a field before it is focused. */
  readonly reveal: (field: string) => void;
  readonly onCreated: () => void;
  /** Whether the parameters are the AI's. */
  readonly source: ParamSource;
}

/** Scrolls to a field and focuses it, after the render that shows its error. */
export function focusField(field: string): void {
  requestAnimationFrame(() => {
    // Fields of a panel have no input of their own on the page: the panel names them.
    const element =
      document.getElementById(fieldId(field)) ?? document.querySelector<HTMLElement>(`[data-fields~="${field}"]`);
    element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    element?.focus({ preventScroll: true });
  });
}

function showRunningList(kind: RunnableKind): void {
  setTimeout(() => {
    showBotsTab('running', kind);
    watchBotsClosely(Date.now());
  }, SHOW_RUNNING_DELAY_MS);
}

/** Shows the flow's outcomes: toasts, marks at fields, the login page, the emptied form. */
function useShow({ form, reveal, onCreated }: FlowOptions): (effect: ShownEffect) => void {
  const common = useTranslations('common');
  const trade = useTranslations('trade');
  const say = useIssueText();
  const language = useLocale();
  const pathname = usePathname();
  const replyText = useReplyText();
  const refusalText = ({ code, message, issue, values }: CreateAnswer): string =>
    replyText({ code, message, data: { issue, values } });
  const fieldText = (message: string): string => replyText({ code: CODE.field, message });
  // H13: each call has its own words; of several bots it is said how many there are (C-390, C-391).
  const sayCreated = (batch: BatchResult | undefined): void => {
    const isGrid = form.definition.calls.create === 'createGrid';
    if (batch !== undefined && batch.started < batch.total) toast('warning', trade('batch.partial', { ...batch }));
    else toast('success', common(isGrid ? 'success.robotCreated' : 'success.strategyCreated'));
  };
  const isOnForm = (field: string): boolean =>
    form.definition.fields.some(({ name }) => name === field) || TRAILING_FIELDS.some((name) => name === field);
  return (effect) => {
    switch (effect.type) {
      case 'focus-first-error':
        reveal(effect.field);
        focusField(effect.field);
        break;
      case 'say-issue':
        toast('warning', say(effect.issue));
        break;
      case 'say-created':
        sayCreated(effect.batch);
        break;
      case 'say-none-created':
        toast('error', trade('batch.none'));
        break;
      case 'say-network-error':
        toast('error', common('error.network'));
        break;
      case 'say-refusal':
        toast('error', refusalText(effect.answer));
        break;
      case 'refuse-field':
        // A field that this form does not have (the market, say) has no place for words but the toast.
        if (isOnForm(effect.field)) form.refuse({ ...effect, message: fieldText(effect.message) });
        else toast('error', effect.issue === null ? fieldText(effect.message) : say(effect.issue));
        break;
      case 'go-to-login':
        window.location.assign(loginPath(language, `${pathname}${window.location.search}`));
        break;
      case 'reset-form':
        form.reset();
        onCreated();
        break;
      case 'show-running-list':
        showRunningList(form.definition.kind as RunnableKind);
        break;
      case 'refresh-bots':
        watchBotsClosely(Date.now());
        break;
      case 'track-refusal':
        trackRefusal(effect.answer);
    }
  };
}

/** The create flow of a form. What it shows and checks is the form as it is then, not as it was when the flow began. */
export function useCreateFlow(options: FlowOptions): CreateFlow {
  const [{ state, isUnknown }, setFlow] = useState<{ state: CreateFlowState; isUnknown: boolean }>({
    state: IDLE,
    isUnknown: false,
  });
  const show = useShow(options);
  const latest = useRef({ form: options.form, show, source: options.source });
  useEffect(() => {
    latest.current = { form: options.form, show, source: options.source };
  });
  const [runner] = useState(() =>
    createFlowRunner(
      {
        readAgreement,
        askAgreement,
        signAgreement,
        send: (payload, key) =>
          'bots' in payload
            ? sendBatch(payload, key)
            : sendCreation(latest.current.form.definition.calls.create, payload, key),
        newKey: newIdempotencyKey,
        payload: () => latest.current.form.payload(latest.current.source),
        check: () => {
          const { definition, values, context, checkAll } = latest.current.form;
          const issues = checkAll();
          const odd = doubtsAbout(issues, definition.chartLines(values, context), context.lastTicks);
          return {
            issues,
            doubts: [...odd, ...doubtsAboutHeld(definition.kind, values, context)],
            funding: definition.bothCurrencies?.(values, context) ?? null,
          };
        },
        show: (effect) => latest.current.show(effect),
      },
      (next, isOpen) => setFlow({ state: next, isUnknown: isOpen }),
    ),
  );
  return {
    state,
    isBusy: state.step !== 'idle' && !state.step.startsWith('confirming'),
    isUnknown,
    submit: () => runner.dispatch({ type: 'submit' }),
    confirm: (isConfirmed) => runner.dispatch({ type: 'confirmed', isConfirmed }),
  };
}
