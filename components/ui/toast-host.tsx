'use client';

import { useAtomValue } from 'jotai';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { dismissToast, type Toast, toastsAtom } from '#lib/client/toasts.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

const SHOWN_MS = 5000;
const LOOKS = {
  success: ['check', 'text-rise'],
  warning: ['warning', 'text-warn'],
  error: ['warning', 'text-danger'],
} as const;

function ToastCard({ toast }: { readonly toast: Toast }) {
  const t = useTranslations('common.action');
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast.id]);
  const [icon, colour] = LOOKS[toast.tone];
  return (
    <div
      role={toast.tone === 'success' ? 'status' : 'alert'}
      data-tone={toast.tone}
      className="pointer-events-auto flex items-start gap-2 rounded-lg border bg-surface-3 px-3 py-2.5 text-sm shadow-xl"
    >
      <Icon name={icon} className={classNames('mt-0.5 shrink-0', colour)} />
      <span className="min-w-0 flex-1 break-words first-letter:uppercase">{toast.text}</span>
      <button
        type="button"
        aria-label={t('close')}
        onClick={() => dismissToast(toast.id)}
        className="-m-2 p-2 text-ink-3 hover:text-ink-1"
      >
        <Icon name="close" size={14} />
      </button>
    </div>
  );
}

/** Where toasts appear; one per page. They lie on the site's head: no panel's, sheet's or dialog's heading is under them. */
export function ToastHost() {
  const toasts = useAtomValue(toastsAtom);
  return (
    <section
      aria-live="polite"
      data-toasts
      className="pointer-events-none fixed inset-x-4 top-1 z-[60] flex flex-col gap-2 md:inset-x-auto md:left-1/2 md:w-90 md:-translate-x-1/2"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
