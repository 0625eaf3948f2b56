'use client';

import { useLocale, useTranslations } from 'next-intl';
import { loginPath } from '#components/addresses/paths.ts';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import type { ParamSource } from '#components/form/creation-payload.ts';
import { fieldId } from '#components/form/form-field-id.ts';
import { coinOf, PAIRS_FIELD, retryChanges } from '#components/form/several-coins.ts';
import { TRAILING_FIELDS } from '#components/form/trailing-draft.ts';
import { useIssueText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { showBotsTab, watchBotsClosely } from '#lib/client/bots-view.ts';
import { viewerId } from '#lib/client/session-loss.ts';
import { toast } from '#lib/client/toasts.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { RunnableKind } from '#lib/kinds/definitions.ts';
import type { Issue } from '#lib/strategies/definition.ts';
import { trackRefusal } from './create-calls.ts';
import type { BatchResult, CreateAnswer } from './create-flow.ts';
import type { SentOnce, ShownEffect } from './create-flow-runner.ts';

/** C-212. */
export const SHOW_RUNNING_DELAY_MS = 600;

export interface FlowOptions {
  readonly form: StrategyForm;
  /** The form's name among those that remember what they sent (sentCreationsAtom). */
  readonly place: string;
  /** Opens what hides a field before it is focused. */
  readonly reveal: (field: string) => void;
  /** Fields that it does not show now: what is wrong with one of them has no place but a toast. */
  readonly hides?: (field: string) => boolean;
  readonly onCreated: () => void;
  /** Whether the parameters are the AI's. */
  readonly source: ParamSource;
}

/** Where a field stands. Fields of a panel have no input of their own on the page: the panel names them. */
export function elementOf(field: string): HTMLElement | null {
  return document.getElementById(fieldId(field)) ?? document.querySelector<HTMLElement>(`[data-fields~="${field}"]`);
}

const showsAll = (): boolean => false;

/** Scrolls to a field and focuses it, after the render that shows its error. */
function focusField(field: string): void {
  requestAnimationFrame(() => {
    const element = elementOf(field);
    element?.scrollIntoView({ block: 'center', behavior: 'smooth' });
    element?.focus({ preventScroll: true });
  });
}

/** The first thing that is wrong: at its field, or in a toast where the form does not show that; `issue` is absent where it is said already. */
export function bringIntoSight(
  { field, issue }: { readonly field: string; readonly issue?: Issue },
  { reveal, hides = showsAll }: Pick<FlowOptions, 'reveal' | 'hides'>,
  say: (issue: Issue) => string,
): void {
  if (!hides(field)) {
    reveal(field);
    focusField(field);
  } else if (issue !== undefined) toast('warning', say(issue));
}

function isOnForm({ definition }: StrategyForm, field: string): boolean {
  return definition.fields.some(({ name }) => name === field) || TRAILING_FIELDS.some((name) => name === field);
}

function showRunningList(kind: RunnableKind): void {
  setTimeout(() => {
    showBotsTab('running', kind);
    watchBotsClosely(Date.now());
  }, SHOW_RUNNING_DELAY_MS);
}

/** C-387: a refusal in words, by the product's one way to say replies. */
export function useRefusalText(): (answer: Pick<CreateAnswer, 'code' | 'message' | 'issue' | 'values'>) => string {
  const replyText = useReplyText();
  return ({ code, message, issue, values }) => replyText({ code, message, data: { issue, values } });
}

/** Another trader has logged in since: what became of it is none of his business. */
export function isOfAnother({ userId }: { readonly userId: number }): boolean {
  const viewer = viewerId();
  return userId !== 0 && viewer !== 0 && viewer !== userId;
}

/** H13, C-389: each call that makes a bot, or a copy of one, has its own word for it. */
export function createdWord({
  calls,
}: Pick<AnyDefinition, 'calls'>): 'success.robotCreated' | 'success.strategyCreated' {
  return calls.create === 'createGrid' ? 'success.robotCreated' : 'success.strategyCreated';
}

function useOutcomeWords({ definition }: StrategyForm) {
  const common = useTranslations('common');
  const trade = useTranslations('trade');
  const say = useIssueText();
  const refusalText = useRefusalText();
  const fieldText = (message: string): string => refusalText({ code: CODE.field, message });
  /** Of one of several bots: our words for its issue, else for its code. */
  const refusalOf = (issue: string): string =>
    refusalText(/^\d+$/.test(issue) ? { code: Number(issue), message: '' } : { code: CODE.field, message: '', issue });
  /** Of several bots it is said how many there are (C-390, C-391). */
  const sayCreated = (batch: BatchResult | undefined): void => {
    if (batch !== undefined && batch.started < batch.total)
      toast('warning', trade('batch.partial', { started: batch.started, total: batch.total }));
    else toast('success', common(createdWord(definition)));
  };
  return { common, trade, say, refusalText, fieldText, refusalOf, sayCreated };
}

/** Shows the flow's outcomes: toasts, marks at fields, the login page, the emptied form. */
export function useOutcomes(
  { form, reveal, hides = showsAll, onCreated }: FlowOptions,
  isThere: () => boolean,
): (effect: ShownEffect, sent: SentOnce | null) => void {
  const language = useLocale();
  const { common, trade, say, refusalText, fieldText, refusalOf, sayCreated } = useOutcomeWords(form);
  /**
   * Whether what is typed is what was sent: the sheet stood over the form all the time, or it is still the same word for word – also when the
   * form was left, or left and opened again. Anything else is another bot's.
   */
  const holds = (sent: SentOnce | null): boolean =>
    (isThere() && sent?.isRepeat !== true) || (sent !== null && form.isStill(sent.draft));
  /** The bots of several that were refused stay in the form, to be tried again. */
  const keepFailed = (failed: BatchResult['failed'], sent: SentOnce | null): void => {
    const lines = failed.map(({ pair, issue }) => `${coinOf(pair)}: ${refusalOf(issue)}`);
    if (!isThere() || !holds(sent)) toast('warning', lines.join('\n'));
    if (!holds(sent)) return;
    for (const [field, value] of retryChanges(failed.map(({ pair }) => pair))) form.change(field, value);
    form.refuse({ field: PAIRS_FIELD, issue: null, message: lines.join('\n') });
  };
  return (effect, sent) => {
    if (sent !== null && isOfAnother(sent)) return;
    switch (effect.type) {
      case 'focus-first-error':
        if (isThere()) bringIntoSight(effect, { reveal, hides }, say);
        break;
      case 'say-issue':
        toast('warning', say(effect.issue));
        break;
      case 'say-created':
        sayCreated(effect.batch);
        break;
      case 'keep-failed':
        keepFailed(effect.failed, sent);
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
        // A field that this form does not have (the market, say), or a form that was left, has no place for words but the toast.
        if (isThere() && !hides(effect.field) && isOnForm(form, effect.field))
          form.refuse({ ...effect, message: fieldText(effect.message) });
        else toast('error', effect.issue === null ? fieldText(effect.message) : say(effect.issue));
        break;
      case 'go-to-login':
        window.location.assign(
          loginPath(language, `${window.location.pathname}${window.location.search}${window.location.hash}`),
        );
        break;
      case 'reset-form':
        if (!holds(sent)) break;
        form.reset();
        if (isThere()) onCreated();
        break;
      case 'show-running-list':
        showRunningList(form.definition.kind);
        break;
      case 'refresh-bots':
        watchBotsClosely(Date.now());
        break;
      case 'track-refusal':
        trackRefusal(effect.answer);
    }
  };
}
