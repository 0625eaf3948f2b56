'use client';

import { useState } from 'react';
import type { ActionRun } from '#components/bots/actions/use-action.ts';
import { useReplyText } from '#components/ui/use-reply-text.ts';
import { useTyped } from '#lib/client/use-typed.ts';
import { CODE } from '#lib/contract/vocabulary.ts';
import {
  areSame,
  type LimitsBody,
  limitsOf,
  type Protection,
  textOfTyped,
  typedIn,
  typedOf,
  wrongIn,
} from './typed-limits.ts';

/**
 * The limits as they are typed, begun with those that are set. Where others are saved meanwhile – in another tab, or by this form –
 * they are taken over while nothing else is typed; else that is said, and nothing is lost under the hand.
 */
export function useTypedLimits(protection: Protection) {
  const [begun, setBegun] = useState(protection);
  const [typed, setTyped] = useState(() => typedOf(protection));
  /** The version that was seen as something was saved from here. */
  const [saved, setSaved] = useState<number | null>(null);
  const limits = limitsOf(typed);
  const hasChanged = !areSame(limits, limitsOf(typedOf(begun)));
  const isOther = protection.version !== begun.version;
  const takeOver = (): void => {
    setBegun(protection);
    setTyped(typedOf(protection));
    setSaved(null);
  };
  // With the version that was seen: what others saved between one page and the next is said as it is on one page.
  useTyped('limits', hasChanged ? `version=${begun.version}&${textOfTyped(typed)}` : '', (kept) => {
    setTyped(typedIn(kept));
    setBegun({ ...protection, version: Number(new URLSearchParams(kept).get('version')) });
  });
  if (isOther && (!hasChanged || saved === begun.version)) takeOver();
  return {
    typed,
    setTyped,
    limits,
    hasChanged,
    isOther,
    takeOver,
    version: begun.version,
    wasSaved: () => setSaved(begun.version),
  };
}

/** What stands against the limits, at its field: of what the exchange refused only while it is still what is typed. */
export function useLimitErrors(limits: LimitsBody, { refusal }: Pick<ActionRun, 'refusal'>) {
  const replyText = useReplyText();
  const [isTold, setIsTold] = useState(false);
  const [asked, setAsked] = useState<LimitsBody | null>(null);
  const wrong = wrongIn(limits);
  const stands = refusal !== null && asked !== null && areSame(asked, limits) ? refusal : null;
  const fields = ['percent', 'usdt', ...(limits.exposure?.coins ?? []).map((_, index) => `coins.${index}`)];
  return {
    errorOf: (field: string): string | undefined => {
      const own = wrong.get(field);
      if (own !== undefined) return isTold ? replyText({ code: CODE.field, data: { field, ...own } }) : undefined;
      return stands?.field === field ? stands.text : undefined;
    },
    /** What is refused at none of the fields. */
    refused: stands !== null && !fields.includes(stands.field) ? stands.text : null,
    /** Whether they can be sent; what stands against it is said from now on. */
    isSendable: (): boolean => {
      setIsTold(wrong.size > 0);
      setAsked(limits);
      return wrong.size === 0;
    },
  };
}
