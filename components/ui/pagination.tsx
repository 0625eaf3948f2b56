'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

const GIVES_WAY_MS = 500;

/**
 * Pages counted from 1. Absent when there is only one. `pages` undefined: this page could not be loaded, and can be left
 * again; how many there are is then as last heard. A page that is no more gives way to the last that is.
 */
export function Pagination({
  page,
  pages: known,
  onChange,
}: {
  readonly page: number;
  readonly pages: number | undefined;
  readonly onChange: (page: number) => void;
}) {
  const t = useTranslations('common');
  const [heard, setHeard] = useState(known);
  if (known !== undefined && known !== heard) setHeard(known);
  const last = Math.max(1, known ?? page);
  useEffect(() => {
    if (page <= last) return;
    // What is kept of the page may be old: its newest reply is waited for a moment before the page is given up.
    const timer = setTimeout(() => onChange(last), GIVES_WAY_MS);
    return () => clearTimeout(timer);
  });
  const pages = known === undefined && page > 1 ? Math.max(page, heard ?? 1) : last;
  if (pages <= 1) return null;
  return (
    <nav
      aria-label={t('pagination.label')}
      className="flex items-center justify-end gap-2 px-3 py-2 text-xs text-ink-2"
    >
      <Button
        size="sm"
        tone="ghost"
        aria-label={t('action.previous')}
        // The press that leads to the first or last page keeps the focus.
        aria-disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <Icon name="chevronLeft" size={14} />
      </Button>
      <span>{t('pagination.page', { page, pages })}</span>
      <Button
        size="sm"
        tone="ghost"
        aria-label={t('action.next')}
        aria-disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      >
        <Icon name="chevronRight" size={14} />
      </Button>
    </nav>
  );
}
