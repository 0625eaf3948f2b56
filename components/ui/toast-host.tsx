'use client';

import { useAtomValue } from 'jotai';
import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { dismissToast, type Toast, toastsAtom } from '#lib/client/toasts.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

const SHOWN_MS = 5000;
/** A note comes by itself, maybe every few seconds all day: it is gone sooner, and what lies under it can be pressed. */
const NOTE_SHOWN_MS = 3000;
const LOOKS = {
  success: ['check', 'text-rise'],
  note: ['info', 'text-ink-3'],
  warning: ['warning', 'text-warn'],
  error: ['warning', 'text-danger'],
} as const;

function ToastCard({ toast }: { readonly toast: Toast }) {
  const t = useTranslations('common.action');
  const isNote = toast.tone === 'note';
  useEffect(() => {
    // Who is told more has as long to read it.
    const shownMs = isNote && toast.more === undefined ? NOTE_SHOWN_MS : SHOWN_MS;
    const timer = setTimeout(() => dismissToast(toast.id), shownMs);
    return () => clearTimeout(timer);
  }, [toast.id, toast.more, isNote]);
  const [icon, colour] = LOOKS[toast.tone];
  return (
    <div
      role={toast.tone === 'success' || isNote ? 'status' : 'alert'}
      data-tone={toast.tone}
      className={classNames(
        'flex items-start gap-2 rounded-lg border bg-surface-3 px-3 py-2.5 text-sm shadow-xl',
        !isNote && 'pointer-events-auto',
      )}
    >
      <Icon name={icon} className={classNames('mt-0.5 shrink-0', colour)} />
      <div className="min-w-0 flex-1 break-words">
        <p className="first-letter:uppercase">{toast.text}</p>
        {toast.more !== undefined && (
          <p className="text-xs text-ink-2">
            {toast.more.text}{' '}
            <a href={toast.more.link.href} target="_blank" rel="noopener" className="text-accent underline">
              {toast.more.link.text}
            </a>
          </p>
        )}
      </div>
      {!isNote && (
        <button
          type="button"
          aria-label={t('close')}
          onClick={() => dismissToast(toast.id)}
          className="-my-3 -me-3 flex size-11 shrink-0 items-center justify-center text-ink-3 hover:text-ink-1 md:size-10"
        >
          <Icon name="close" size={14} />
        </button>
      )}
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
      className="pointer-events-none fixed inset-x-4 top-1 z-[60] flex flex-col gap-2 md:inset-x-0 md:mx-auto md:w-90"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  );
}
