/** How far long work has come; `part`: 0…1. */
export function ProgressBar({ label, part }: { readonly label: string; readonly part: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, part)) * 100);
  return (
    <span
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      className="block h-1 overflow-hidden rounded bg-surface-3"
    >
      <span className="block h-full bg-accent transition-[width]" style={{ width: `${percent}%` }} />
    </span>
  );
}
