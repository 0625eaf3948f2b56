'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { loginPath } from '#components/addresses/paths.ts';
import {
  askAgreement,
  readAgreement,
  sendCreation,
  signAgreement,
  trackRefusal,
} from '#components/create/create-calls.ts';
import { type CreateFlowState, IDLE } from '#components/create/create-flow.ts';
import { type CreateFlowWorld, createFlowRunner, type ShownEffect } from '#components/create/create-flow-runner.ts';
import type { ReviewedFlow } from '#components/create/review-sheet.tsx';
import { createdWord, useRefusalText } from '#components/create/use-outcomes.ts';
import { useSheetPassword } from '#components/create/use-sheet-password.ts';
import { type Unanswered, useUnanswered } from '#components/create/use-unanswered.ts';
import { newIdempotencyKey } from '#lib/client/money-call.ts';
import { useSession } from '#lib/client/session.ts';
import { toast } from '#lib/client/toasts.ts';
import { useIsThere } from '#lib/client/use-is-there.ts';
import { definitionOf, type RunnableKind } from '#lib/kinds/definitions.ts';
import type { FormValues, Issue } from '#lib/strategies/definition.ts';
import { type CopyTerms, checkCopy, followOf, formField } from './copy-values.ts';

/** What a copy is reviewed and sent as. */
export interface ReviewedCopy {
  readonly values: FormValues;
  readonly terms: CopyTerms;
}

/** A field that the exchange refused, in words. */
export interface RefusedHere {
  readonly field: string;
  readonly issue: Issue | null;
  readonly message: string;
}

export interface CopyFlow extends ReviewedFlow {
  readonly isBusy: boolean;
  readonly reviewed: ReviewedCopy | null;
  readonly refused: RefusedHere | null;
  readonly forgetRefused: () => void;
  readonly unanswered: Unanswered | null;
  readonly forgetUnanswered: () => void;
  readonly askAgain: () => void;
  readonly submit: () => void;
  readonly close: () => void;
  /** The copy that is there now. */
  readonly made: number | null;
}

/** The input of a field of the call; that of the amount is every amount's (amount-input.tsx). */
function inputNameOf(field: string): string {
  const own = formField(field);
  return own === 'money' ? 'amount' : own;
}

/** What happens of a flow's outcomes on the copy form. */
function useCopyOutcomes(kind: RunnableKind, onRefused: (refused: RefusedHere) => void, onMade: () => void) {
  const language = useLocale();
  const common = useTranslations('common');
  const refusalText = useRefusalText();
  return (effect: ShownEffect): void => {
    switch (effect.type) {
      case 'say-created':
        toast('success', common(createdWord(definitionOf(kind))));
        break;
      case 'reset-form':
        onMade();
        break;
      case 'say-network-error':
        toast('error', common('error.network'));
        break;
      case 'say-refusal':
        toast('error', refusalText(effect.answer));
        break;
      case 'focus-first-error':
        document.querySelector<HTMLElement>(`[role="dialog"] input[name="${inputNameOf(effect.field)}"]`)?.focus();
        break;
      case 'refuse-field':
        onRefused({ ...effect, field: formField(effect.field) });
        break;
      case 'track-refusal':
        trackRefusal(effect.answer);
        break;
      case 'go-to-login': {
        const { pathname, search } = window.location;
        window.location.assign(loginPath(language, `${pathname}${search}`));
        break;
      }
      default:
    }
  };
}

/**
 * The flow of a copy: the one of every creation (create-flow.ts) – agreement, checks, sheet, fund password, a lost answer looked up under its
 * key –, with the follow call of the original's kind. What was reviewed is sent.
 */
export function useCopyFlow(
  followId: number,
  kind: RunnableKind,
  now: { readonly values: FormValues; readonly terms: CopyTerms | null },
): CopyFlow {
  const [state, setState] = useState<CreateFlowState>(IDLE);
  const [refused, setRefused] = useState<RefusedHere | null>(null);
  const [made, setMade] = useState<number | null>(null);
  const [isHidden, setIsHidden] = useState(true);
  const [reviewed, setReviewed] = useState<ReviewedCopy | null>(null);
  const isThere = useIsThere();
  const { session, refresh } = useSession();
  const copier = session?.logged_in === true ? session : null;
  const unanswered = useUnanswered(`copy ${followId}`, copier?.user_id ?? 0);
  const sayRefusal = useRefusalText();
  const { password, askInSheet } = useSheetPassword(isThere, sayRefusal);
  const newest = useRef<number | null>(null);
  const show = useCopyOutcomes(kind, setRefused, () => setMade(newest.current));
  const latest = useRef({ now, copier, unanswered, show, refresh });
  const checked = useRef<ReviewedCopy | null>(null);
  const hidden = useRef(true);
  useEffect(() => {
    latest.current = { now, copier, unanswered, show, refresh };
  });
  const [runner] = useState(() =>
    createFlowRunner(copyWorld({ followId, kind, latest, checked, hidden, newest, askInSheet, setReviewed }), setState),
  );
  return {
    state,
    isBusy: state.step !== 'idle' && state.step !== 'reviewing',
    reviewed,
    isHidden,
    hide: (next) => {
      hidden.current = next;
      setIsHidden(next);
    },
    refused,
    forgetRefused: () => setRefused(null),
    unanswered: state.step === 'sending' ? null : unanswered.shown,
    forgetUnanswered: unanswered.forgetOwn,
    askAgain: () => {
      const known = unanswered.now();
      if (state.step === 'idle' && known?.isAskable === true && !known.isUnderWay)
        runner.dispatch({ type: 'asked-again' });
    },
    refusal: state.step === 'reviewing' && state.refusal !== null ? sayRefusal(state.refusal) : null,
    password,
    submit: () => {
      if (state.step !== 'idle' || unanswered.now() !== null) return;
      setRefused(null);
      runner.dispatch({ type: 'submit' });
    },
    confirm: () => runner.dispatch({ type: 'confirmed', isConfirmed: true }),
    close: () => {
      if (password === null) runner.dispatch({ type: 'confirmed', isConfirmed: false });
      else password.answer(null);
    },
    focusNext: () => null,
    made,
  };
}

interface CopyParts {
  readonly followId: number;
  readonly kind: RunnableKind;
  readonly latest: {
    readonly current: {
      readonly now: { readonly values: FormValues; readonly terms: CopyTerms | null };
      readonly copier: { readonly user_id?: number; readonly uid?: string } | null;
      readonly unanswered: ReturnType<typeof useUnanswered>;
      readonly show: (effect: ShownEffect) => void;
      readonly refresh: () => Promise<unknown>;
    };
  };
  readonly checked: { current: ReviewedCopy | null };
  readonly hidden: { readonly current: boolean };
  readonly newest: { current: number | null };
  readonly askInSheet: ReturnType<typeof useSheetPassword>['askInSheet'];
  readonly setReviewed: (reviewed: ReviewedCopy) => void;
}

function copyWorld({
  followId,
  kind,
  latest,
  checked,
  hidden,
  newest,
  askInSheet,
  setReviewed,
}: CopyParts): CreateFlowWorld {
  return {
    readAgreement,
    askAgreement,
    signAgreement,
    check: () => {
      const { now, copier, refresh } = latest.current;
      if (copier === null) {
        void refresh();
        return null;
      }
      const { values, terms } = now;
      if (terms === null) return null;
      checked.current = { values, terms };
      setReviewed(checked.current);
      return { issues: checkCopy(values, terms, 'submit'), doubts: [], funding: null };
    },
    reviewed: () => {
      const { copier } = latest.current;
      const copy = checked.current;
      if (copy === null) throw new Error('a copy is sent that was not reviewed');
      const isHide = hidden.current ? '1' : '0';
      return {
        userId: copier?.user_id ?? 0,
        ...followOf(definitionOf(kind), { followId, ...copy, isHide, copier }),
        draft: copy.values,
      };
    },
    newKey: newIdempotencyKey,
    send: async (creation, sending) => {
      const event = await latest.current.unanswered.whileUnderWay(creation.key, (isInTime) =>
        sendCreation(creation, { ...sending, askInSheet, isInTime }),
      );
      if (event.type === 'answered') newest.current = event.answer.strategyId ?? null;
      return event;
    },
    unanswered: () => latest.current.unanswered.newest(),
    keepUnanswered: (creation) => latest.current.unanswered.keep(creation),
    forgetUnanswered: (key) => latest.current.unanswered.forget(key),
    show: (effect) => latest.current.show(effect),
  };
}
