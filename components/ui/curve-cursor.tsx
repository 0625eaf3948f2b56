import type { PointerEvent } from 'react';

/** A finger that is lifted leaves as well: what it pointed at stays to be read, until it points elsewhere. */
export function isGone({ pointerType }: PointerEvent<HTMLElement>): boolean {
  return pointerType !== 'touch';
}

/** Index of the point under a pointer. */
function indexAt(event: PointerEvent<HTMLElement>, count: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const share = width === 0 ? 0 : (event.clientX - left) / width;
  return Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));
}

/** The overlay of a line chart of `count` points evenly apart: says which one a pointer is at, and marks the place (`share` of the width, 0…1). */
export function CurveCursor({
  count,
  share,
  height,
  onHover,
}: {
  readonly count: number;
  readonly share: number;
  readonly height: number;
  readonly onHover: (index: number | null) => void;
}) {
  return (
    // As wide as the curves: the axis stands right of them.
    <div
      aria-hidden
      className="absolute top-0 end-(--axis) start-0 text-2xs"
      style={{ height }}
      onPointerDown={(event) => onHover(indexAt(event, count))}
      onPointerMove={(event) => onHover(indexAt(event, count))}
      onPointerLeave={(event) => isGone(event) && onHover(null)}
    >
      <span className="absolute inset-y-0 w-px bg-ink-3 opacity-50" style={{ left: `${share * 100}%` }} />
    </div>
  );
}
