'use client';

import { usePathname } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { loginPath } from '#components/addresses/paths.ts';
import type { ParamSource } from '#components/form/creation-payload.ts';
import { fieldId } from '#components/form/form-field-id.ts';
import { PAIRS_FIELD, retryChanges } from '#components/form/several-coins.ts';
import { isSameDraft } from '#components/form/use-draft.ts';
import { useIssueText } from '#components/form/use-issue-text.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { showBotsTab, watchBotsClosely } from '#lib/client/bots-view.ts';
import { newIdempotencyKey, type PasswordRefusal } from '#lib/client/money-call.ts';
import { useSession } from '#lib/client/session.ts';
import { toast } from '#lib/client/toasts.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import type { RunnableKind } from '#lib/engine/registry.ts';
import { askAgreement, readAgreement, sendCreation, signAgreement, trackRefusal } from './create-calls.ts';
import { type BatchResult, type Checked, type CreateAnswer, type CreateFlowState, IDLE } from './create-flow.ts';
import { type Creation, createFlowRunner, type SentOnce, type ShownEffect } from './create-flow-runner.ts';
import { doubtsAbout, doubtsAboutHeld } from './pre-checks.ts';
import { TRAILING_FIELDS } from './trailing-draft.ts';
import { type Unanswered, useUnanswered } from './use-unanswered.ts';

/** C-212. */
export const SHOW_RUNNING_DELAY_MS = 600;

export interface CreateFlow {
  readonly state: CreateFlowState;
  readonly isBusy: boolean;
  /** What the sheet shows and sends. */
  readonly reviewed: StrategyForm | null;
  /** A creation from here is on its way, or may or may not have happened: nothing else is created before it is settled. */
  readonly unanswered: Unanswered | null;
  /** The trader has looked for it: it is not said any more. */
  readonly forgetUnanswered: () => void;
  /** Asks for it under its key, as it was sent. */
  readonly askAgain: () => void;
  /** The exchange's last refusal that belongs to no field, in words; it stands in the sheet. */
  readonly refusal: string | null;
  /** The fund password is wanted; `error`: what was wrong with the one before. */
  readonly password: PasswordAsked | null;
  readonly submit: () => void;
  /** The sheet was read: create. */
  readonly confirm: () => void;
  /** Back to the form, with nothing created and nothing lost. */
  readonly close: () => void;
  /** The field that the sheet leaves the focus to when it closes: one that the exchange refused. */
  readonly focusNext: () => HTMLElement | null;
}

export interface PasswordAsked {
  readonly error: string | null;
  readonly answer: (password: string | null) => void;
}

interface FlowOptions {
  readonly form: StrategyForm;
  /** The form's name among those that remember what they sent (sentCreationsAtom). */
  readonly place: string;
  /** Opens what hides a field before it is focused. */
  readonly reveal: (field: string) => void;
  readonly onCreated: () => void;
  /** Whether the parameters are the AI's. */
  readonly source: ParamSource;
}

/** Where a field stands. Fields of a panel have no input of their own on the page: the panel names them. */
function elementOf(field: string): HTMLElement | null {
  return document.getElementById(fieldId(field)) ?? document.querySelector<HTMLElement>(`[data-fields~="${field}"]`);
}

/** Scrolls to a field and focuses it, after the render that shows its error. */
export function focusField(field: string): void {
  requestAnimationFrame(() => {
    const element = elementOf(field);
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

/** C-387: a refusal in words, by the product's one way to say replies. */
function useRefusalText(): (answer: Pick<CreateAnswer, 'code' | 'message' | 'issue' | 'values'>) => string {
  const replyText = useReplyText();
  return ({ code, message, issue, values }) => replyText({ code, message, data: { issue, values } });
}

/** Shows the flow's outcomes: toasts, marks at fields, the login page, the emptied form. */
function useShow(
  { form, reveal, onCreated }: FlowOptions,
  isThere: () => boolean,
): (effect: ShownEffect, sent: SentOnce | null) => void {
  const common = useTranslations('common');
  const trade = useTranslations('trade');
  const say = useIssueText();
  const language = useLocale();
  const pathname = usePathname();
  const refusalText = useRefusalText();
  const fieldText = (message: string): string => refusalText({ code: CODE.field, message });
  /** Of one of several bots: our words for its issue, else for its code. */
  const refusalOf = (issue: string): string =>
    refusalText(/^\d+$/.test(issue) ? { code: Number(issue), message: '' } : { code: CODE.field, message: '', issue });
  // H13: each call has its own words; of several bots it is said how many there are (C-390, C-391).
  const sayCreated = (batch: BatchResult | undefined): void => {
    const isGrid = form.definition.calls.create === 'createGrid';
    if (batch !== undefined && batch.started < batch.total)
      toast('warning', trade('batch.partial', { started: batch.started, total: batch.total }));
    else toast('success', common(isGrid ? 'success.robotCreated' : 'success.strategyCreated'));
  };
  const isOnForm = (field: string): boolean =>
    form.definition.fields.some(({ name }) => name === field) || TRAILING_FIELDS.some((name) => name === field);
  /** Whether the form still holds what was sent: it is there and had its sheet open, or nobody has touched what was typed. */
  const holds = (sent: SentOnce | null): boolean =>
    isThere() && (sent === null || !sent.isRepeat || isSameDraft(form.draft, sent.draft));
  return (effect, sent) => {
    switch (effect.type) {
      case 'focus-first-error':
        if (!isThere()) break;
        reveal(effect.field);
        focusField(effect.field);
        break;
      case 'say-issue':
        toast('warning', say(effect.issue));
        break;
      case 'say-created':
        sayCreated(effect.batch);
        break;
      case 'keep-failed': {
        const lines = effect.failed.map(({ pair, issue }) => `${pair.split('_')[0]}: ${refusalOf(issue)}`);
        if (!holds(sent)) {
          toast('warning', lines.join('\n'));
          break;
        }
        for (const [field, value] of retryChanges(effect.failed.map(({ pair }) => pair))) form.change(field, value);
        form.refuse({ field: PAIRS_FIELD, issue: null, message: lines.join('\n') });
        break;
      }
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
        if (isThere() && isOnForm(effect.field)) form.refuse({ ...effect, message: fieldText(effect.message) });
        else toast('error', effect.issue === null ? fieldText(effect.message) : say(effect.issue));
        break;
      case 'go-to-login':
        window.location.assign(loginPath(language, `${pathname}${window.location.search}${window.location.hash}`));
        break;
      case 'reset-form':
        if (holds(sent)) {
          form.reset();
          onCreated();
        }
        // What was typed since is another bot's; what is word for word that of the bot that is there would be its second.
        else form.reset(sent?.draft);
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

/** Whether the form is still on the page: an answer may come later. */
function useIsThere(): () => boolean {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return useCallback(() => isThere.current, []);
}

/** Asks for the fund password in the sheet; a form that was left has none, and says so instead of waiting for ever. */
function useSheetPassword(isThere: () => boolean, sayRefusal: (answer: CreateAnswer) => string) {
  const trade = useTranslations('trade');
  const [password, setPassword] = useState<PasswordAsked | null>(null);
  const open = useRef<((typed: string | null) => void) | null>(null);
  const sayLeft = (): void => toast('warning', trade('form.passwordLeft'));
  const latest = useRef({ sayRefusal, sayLeft });
  useEffect(() => {
    latest.current = { sayRefusal, sayLeft };
  });
  useEffect(
    () => () => {
      if (open.current === null) return;
      latest.current.sayLeft();
      open.current(null);
    },
    [],
  );
  /** Resolves with what was typed, or null when the sheet was closed or is not there any more. */
  const askInSheet = useCallback(
    (refusal: PasswordRefusal | null): Promise<string | null> => {
      if (!isThere()) {
        latest.current.sayLeft();
        return Promise.resolve(null);
      }
      return new Promise((resolve) => {
        const answer = (typed: string | null): void => {
          open.current = null;
          setPassword(null);
          resolve(typed);
        };
        open.current = answer;
        setPassword({ error: refusal === null ? null : latest.current.sayRefusal(wordsOf(refusal)), answer });
      });
    },
    [isThere],
  );
  return { password, askInSheet };
}

/** What the create button, the sheet and the exchange are about: the form as it was checked. */
interface Checkable {
  readonly form: StrategyForm;
  readonly source: ParamSource;
}

/** The creation in its wire form. What was reviewed is sent, whatever changes the form behind the sheet; the sheet itself asks whether it is hidden. */
function creationOf({ form, source }: Checkable, isHide: string | undefined): Omit<Creation, 'key'> {
  const payload = form.payload(source, isHide);
  const call = 'bots' in payload ? 'batchRun' : form.definition.calls.create;
  return { call, payload, draft: isHide === undefined ? form.draft : { ...form.draft, is_hide: isHide } };
}

/** The create flow of a form. What it shows and checks is the form as it is then, not as it was when the flow began. */
export function useCreateFlow(options: FlowOptions): CreateFlow {
  const [state, setState] = useState<CreateFlowState>(IDLE);
  const isThere = useIsThere();
  const { session, refresh } = useSession();
  const userId = session?.logged_in === true ? session.user_id : 0;
  const unanswered = useUnanswered(options.place, userId);
  const show = useShow(options, isThere);
  const sayRefusal = useRefusalText();
  const { password, askInSheet } = useSheetPassword(isThere, sayRefusal);
  const now = { form: options.form, source: options.source, userId, refresh, show, sayRefusal, unanswered };
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  const reviewed = useRef(now);
  const [shown, setShown] = useState<StrategyForm | null>(null);
  const faulty = useRef<string | null>(null);
  const [runner] = useState(() =>
    createFlowRunner(
      {
        readAgreement,
        askAgreement,
        signAgreement,
        send: (creation, sending) =>
          reviewed.current.unanswered.whileUnderWay(creation.key, () => sendCreation(creation, sending, askInSheet)),
        newKey: newIdempotencyKey,
        unanswered: () => latest.current.unanswered.newest(),
        // Whoever sent it: another trader may have come meanwhile.
        keepUnanswered: (creation) => reviewed.current.unanswered.keep(creation),
        forgetUnanswered: (key) => reviewed.current.unanswered.forget(key),
        reviewed: () => creationOf(reviewed.current, latest.current.form.values.is_hide),
        check: () => {
          reviewed.current = latest.current;
          setShown(latest.current.form);
          if (latest.current.userId !== 0) return checkedForm(latest.current.form);
          // The exchange knows who is asking, this page does not (yet, or any more): nothing is created for nobody.
          void latest.current.refresh();
          return null;
        },
        show: (effect, sent) => {
          if (effect.type === 'focus-first-error') faulty.current = effect.field;
          latest.current.show(effect, sent);
        },
      },
      (next) => {
        setState(next);
        // The sheet that it would stand in is gone with the form.
        if (!isThere() && next.step === 'reviewing' && next.refusal !== null)
          toast('error', latest.current.sayRefusal(next.refusal));
      },
    ),
  );
  return {
    state,
    isBusy: state.step !== 'idle' && state.step !== 'reviewing',
    reviewed: shown,
    unanswered: state.step === 'sending' ? null : unanswered.shown,
    forgetUnanswered: unanswered.forgetOwn,
    askAgain: () => {
      const known = unanswered.now();
      reviewed.current = latest.current;
      if (known?.isAskable === true && !known.isUnderWay) runner.dispatch({ type: 'asked-again' });
    },
    refusal: state.step === 'reviewing' && state.refusal !== null ? sayRefusal(state.refusal) : null,
    password,
    submit: () => {
      faulty.current = null;
      // One thing at a time: what was sent before is settled first.
      if (unanswered.now() === null) runner.dispatch({ type: 'submit' });
    },
    focusNext: () => (faulty.current === null ? null : elementOf(faulty.current)),
    confirm: () => runner.dispatch({ type: 'confirmed', isConfirmed: true }),
    close: () => {
      if (password === null) runner.dispatch({ type: 'confirmed', isConfirmed: false });
      else password.answer(null);
    },
  };
}

/** A refused password as the answer of a creation would be. */
function wordsOf({ code, message, data }: PasswordRefusal): Pick<CreateAnswer, 'code' | 'message' | 'issue'> {
  const issue = (data as { readonly issue?: string } | null | undefined)?.issue;
  return { code, message, ...(issue === undefined ? {} : { issue }) };
}

/** What the form says at submit, and what of it deserves a second look. */
function checkedForm({ definition, values, context, checkAll }: StrategyForm): Checked {
  const issues = checkAll();
  const odd = doubtsAbout(issues, definition.chartLines(values, context), context.lastTicks);
  return {
    issues,
    doubts: [...odd, ...doubtsAboutHeld(definition.kind, values, context)],
    funding: definition.bothCurrencies?.(values, context) ?? null,
  };
}
