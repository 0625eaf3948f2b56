import { buttonClass } from '#components/ui/button.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';

/** A list of bots in which nothing stands, and the way to where something does. */
export function EmptyList({
  title,
  hint,
  way,
  href,
}: {
  readonly title: string;
  readonly hint: string;
  readonly way: string;
  readonly href: string;
}) {
  return (
    <EmptyState
      className="panel"
      title={title}
      hint={hint}
      action={
        <a href={href} className={buttonClass('secondary')}>
          {way}
        </a>
      }
    />
  );
}
