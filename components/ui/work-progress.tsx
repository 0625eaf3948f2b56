import { Button } from './button.tsx';
import { ProgressBar } from './progress-bar.tsx';

/** Long work that somebody waits for: what is being done, how far it is, and a way to end it. */
export function WorkProgress({
  text,
  label,
  part,
  cancel,
  isBusy,
  onCancel,
}: {
  readonly text: string;
  /** Of the bar. */
  readonly label: string;
  /** 0…1. */
  readonly part: number;
  readonly cancel: string;
  readonly isBusy: boolean;
  readonly onCancel: () => void;
}) {
  return (
    <div className="flex w-full max-w-md items-center gap-3">
      <div className="min-w-0 flex-1">
        <p className="mb-1 text-2xs text-ink-2">{text}</p>
        <ProgressBar label={label} part={part} />
      </div>
      <Button size="sm" isBusy={isBusy} onClick={onCancel}>
        {cancel}
      </Button>
    </div>
  );
}
