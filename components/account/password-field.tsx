'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field, type FieldProps } from '#components/ui/field.tsx';

/** A password with a way to see what was typed. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'unit'>) {
  const t = useTranslations('account.field');
  const [isShown, setIsShown] = useState(false);
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      unit={
        <button
          type="button"
          aria-pressed={isShown}
          onClick={() => setIsShown(!isShown)}
          className="-me-2 flex min-h-10 items-center px-2 text-xs text-ink-2 hover:text-ink-1"
        >
          {isShown ? t('hide') : t('show')}
        </button>
      }
    />
  );
}
