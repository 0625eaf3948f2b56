'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { PasswordRefusal } from '#lib/client/money-call.ts';
import { toast } from '#lib/client/toasts.ts';
import type { CreateAnswer } from './create-flow.ts';

export interface PasswordAsked {
  readonly error: string | null;
  readonly answer: (password: string | null) => void;
}

/** Asks for the fund password in the sheet; a form that was left has none, and says so instead of waiting for ever. */
export function useSheetPassword(isThere: () => boolean, sayRefusal: (answer: CreateAnswer) => string) {
  const trade = useTranslations('trade');
  const [password, setPassword] = useState<PasswordAsked | null>(null);
  const open = useRef<((typed: string | null) => void) | null>(null);
  const sayLeft = (): unknown => toast('warning', trade('form.passwordLeft'));
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

/** A refused password as the answer of a creation would be. */
function wordsOf({ code, message, data }: PasswordRefusal): Pick<CreateAnswer, 'code' | 'message' | 'issue'> {
  const issue = (data as { readonly issue?: string } | null | undefined)?.issue;
  return { code, message, ...(issue === undefined ? {} : { issue }) };
}
