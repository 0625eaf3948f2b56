import type { ReactNode } from 'react';

/** A part of the page under its heading. */
export function Section({
  title,
  note,
  aside,
  children,
}: {
  readonly title: string;
  readonly note?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section aria-label={title} className="panel min-w-0 p-3 md:p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-medium">{title}</h2>
        {aside}
      </div>
      {note !== undefined && <p className="mt-1 text-xs text-ink-3">{note}</p>}
      <div className="mt-3 flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  );
}
