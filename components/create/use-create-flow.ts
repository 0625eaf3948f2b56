'use client';

import { useEffect, useRef, useState } from 'react';
import type { ParamSource } from '#components/form/creation-payload.ts';
import type { StrategyForm } from '#components/form/use-strategy-form.ts';
import { newIdempotencyKey } from '#lib/client/money-call.ts';
import { useSession } from '#lib/client/session.ts';
import { toast } from '#lib/client/toasts.ts';
import { useIsThere } from '#lib/client/use-is-there.ts';
import { askAgreement, readAgreement, sendCreation, signAgreement } from './create-calls.ts';
import { type Checked, type CreateFlowState, IDLE } from './create-flow.ts';
import { type CreateFlowWorld, type Creation, createFlowRunner } from './create-flow-runner.ts';
import { doubtsAbout, doubtsAboutHeld } from './pre-checks.ts';
import { elementOf, type FlowOptions, isOfAnother, useOutcomes, useRefusalText } from './use-outcomes.ts';
import { type PasswordAsked, useSheetPassword } from './use-sheet-password.ts';
import { type Unanswered, useUnanswered } from './use-unanswered.ts';

export interface CreateFlow {
  readonly state: CreateFlowState;
  readonly isBusy: boolean;
  /** What the sheet shows and sends. */
  readonly reviewed: StrategyForm | null;
  /** Decided in the sheet, last: whether the bot is kept out of the rankings. */
  readonly isHidden: boolean;
  readonly hide: (isHidden: boolean) => void;
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

/** What the create button, the sheet and the exchange are about: the form as it was checked. */
interface Checkable {
  readonly form: StrategyForm;
  readonly source: ParamSource;
  /** Decided in the sheet, last. */
  readonly isHide: string;
  /** Who was logged in; 0 while that is not known. */
  readonly userId: number;
}

interface Asker {
  readonly isKnown: boolean;
  readonly userId: number;
  readonly refresh: () => Promise<unknown>;
}

function useAsker(): Asker {
  const { session, refresh } = useSession();
  const isKnown = session?.logged_in === true;
  return { isKnown, userId: isKnown ? session.user_id : 0, refresh };
}

/** What was rendered last, for what happens later. */
function useLatest<T>(now: T): { readonly current: T } {
  const latest = useRef(now);
  useEffect(() => {
    latest.current = now;
  });
  return latest;
}

/**
 * The form as it was when it was checked, with everything that it is answered to. The reference is what is sent and answered, `sheet` the
 * same as it is drawn.
 */
function useReviewed<T extends Checkable>(first: T) {
  const reviewed = useRef(first);
  const [sheet, setSheet] = useState<Pick<T, 'form' | 'isHide'> | null>(null);
  const open = (checked: T): void => {
    reviewed.current = checked;
    setSheet(checked);
  };
  const hide = (isHidden: boolean): void => {
    const isHide = isHidden ? '1' : '0';
    open({ ...reviewed.current, isHide });
    reviewed.current.form.change('is_hide', isHide);
  };
  return { reviewed, sheet, open, hide };
}

/** The creation in its wire form. What was reviewed is sent, whatever changes the form behind the sheet. */
function creationOf({ form, source, isHide, userId }: Checkable): Omit<Creation, 'key'> {
  const payload = form.payload(source, isHide);
  const call = 'bots' in payload ? 'batchRun' : form.definition.calls.create;
  return { userId, call, payload, draft: { ...form.draft, is_hide: isHide } };
}

/** A form at a moment, with everything that it is answered to. */
interface Answerable extends Checkable, Asker {
  readonly show: ReturnType<typeof useOutcomes>;
  readonly sayRefusal: ReturnType<typeof useRefusalText>;
  readonly unanswered: ReturnType<typeof useUnanswered>;
}

/** What the flow's machine works on: it checks the form as it is, sends and answers the one that was reviewed. */
function worldOf({
  reviewed,
  latest,
  open,
  faulty,
  askInSheet,
}: {
  readonly reviewed: { readonly current: Answerable };
  readonly latest: { readonly current: Answerable };
  readonly open: (checked: Answerable) => void;
  /** The field that the exchange refused. */
  readonly faulty: { current: string | null };
  readonly askInSheet: ReturnType<typeof useSheetPassword>['askInSheet'];
}): CreateFlowWorld {
  return {
    readAgreement,
    askAgreement,
    signAgreement,
    send: (creation, sending) =>
      reviewed.current.unanswered.whileUnderWay(creation.key, (isInTime) =>
        sendCreation(creation, { ...sending, askInSheet, isInTime }),
      ),
    newKey: newIdempotencyKey,
    unanswered: () => latest.current.unanswered.newest(),
    keepUnanswered: (creation) => reviewed.current.unanswered.keep(creation),
    forgetUnanswered: (key) => reviewed.current.unanswered.forget(key),
    reviewed: () => creationOf(reviewed.current),
    check: () => {
      open(latest.current);
      return checkedNow(latest.current);
    },
    show: (effect, sent) => {
      if (effect.type === 'focus-first-error') faulty.current = effect.field;
      // Of the form that was checked, whichever stands there by now.
      reviewed.current.show(effect, sent);
    },
  };
}

/** The create flow of a form. What it shows and checks is the form as it is then, not as it was when the flow began. */
export function useCreateFlow(options: FlowOptions): CreateFlow {
  const [state, setState] = useState<CreateFlowState>(IDLE);
  const isThere = useIsThere();
  const asker = useAsker();
  const unanswered = useUnanswered(options.place, asker.userId);
  const show = useOutcomes(options, isThere);
  const sayRefusal = useRefusalText();
  const { password, askInSheet } = useSheetPassword(isThere, sayRefusal);
  const { form, source } = options;
  const now: Answerable = { form, source, isHide: form.values.is_hide ?? '0', ...asker, show, sayRefusal, unanswered };
  const latest = useLatest(now);
  const { reviewed, sheet, open, hide } = useReviewed(now);
  const faulty = useRef<string | null>(null);
  const [runner] = useState(() =>
    createFlowRunner(worldOf({ reviewed, latest, open, faulty, askInSheet }), (next) => {
      setState(next);
      // The sheet that it would stand in is gone with the form.
      if (!isThere() && next.step === 'reviewing' && next.refusal !== null && !isOfAnother(reviewed.current))
        toast('error', latest.current.sayRefusal(next.refusal));
    }),
  );
  return {
    state,
    isBusy: state.step !== 'idle' && state.step !== 'reviewing',
    reviewed: sheet?.form ?? null,
    isHidden: sheet?.isHide === '1',
    hide,
    unanswered: state.step === 'sending' ? null : unanswered.shown,
    forgetUnanswered: unanswered.forgetOwn,
    askAgain: () => {
      const known = unanswered.now();
      if (state.step !== 'idle' || known?.isAskable !== true || known.isUnderWay) return;
      reviewed.current = latest.current;
      runner.dispatch({ type: 'asked-again' });
    },
    refusal: state.step === 'reviewing' && state.refusal !== null ? sayRefusal(state.refusal) : null,
    password,
    submit: () => {
      // One thing at a time: what was sent before is settled first.
      if (state.step !== 'idle' || unanswered.now() !== null) return;
      faulty.current = null;
      reviewed.current = latest.current;
      runner.dispatch({ type: 'submit' });
    },
    focusNext: () => (faulty.current === null ? null : elementOf(faulty.current)),
    confirm: () => runner.dispatch({ type: 'confirmed', isConfirmed: true }),
    close: () => {
      if (password === null) runner.dispatch({ type: 'confirmed', isConfirmed: false });
      else password.answer(null);
    },
  };
}

/** The exchange knows who is asking. While this page does not (yet, or any more), nothing is created for nobody: null. */
function checkedNow({ form, isKnown, refresh }: Checkable & Asker): Checked | null {
  if (isKnown) return checkedForm(form);
  void refresh();
  return null;
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
