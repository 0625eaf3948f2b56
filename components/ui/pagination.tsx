'use client';

import { useTranslations } from 'next-intl';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

/** Pages counted from 1. Absent when there is only one; a page that could not be loaded can be left again. */
export function Pagination({
  page,
  pages: known,
  onChange,
}: {
  readonly page: number;
  readonly pages: number;
  readonly onChange: (page: number) => void;
}) {
  const t = useTranslations('common');
  const pages = Math.max(page, known);
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
        disabled={page <= 1}
        onClick={() => onChange(page - 1)}
      >
        <Icon name="chevronLeft" size={14} />
      </Button>
      <span>{t('pagination.page', { page, pages })}</span>
      <Button
        size="sm"
        tone="ghost"
        aria-label={t('action.next')}
        disabled={page >= pages}
        onClick={() => onChange(page + 1)}
      >
        <Icon name="chevronRight" size={14} />
      </Button>
    </nav>
  );
}
