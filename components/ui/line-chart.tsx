import type { CSSProperties, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface ChartPoint {
  /** Any increasing number. */
  readonly x: number;
  readonly y: number;
}

const WIDTH = 600;

/** A tenth of a pixel is finer than any screen. */
function short(length: number): number {
  return Math.round(length * 10) / 10;
}

/** Where the points come to lie: the zero line always inside, with a little room above and below. */
function scaleOf(
  points: readonly ChartPoint[],
  reference: readonly ChartPoint[],
  height: number,
  firstX: number,
  lastX: number,
) {
  const heights = [...points, ...reference].map((point) => point.y);
  const lowest = Math.min(0, ...heights);
  const highest = Math.max(0, ...heights);
  const span = highest - lowest || 1;
  const spanX = lastX - firstX || 1;
  const top = lowest - span * 0.06;
  const scale = height / (span * 1.12);
  // After the first move, pairs of a path are lines: every character of it is in each page.
  const at = (point: ChartPoint): string =>
    `${short(((point.x - firstX) / spanX) * WIDTH)},${short(height - (point.y - top) * scale)}`;
  return { lowest, highest, zero: short(height + top * scale), at };
}

/** The curve over its area down to the zero line, and the one to compare with. */
function Curves({
  points,
  reference,
  zero,
  at,
}: {
  readonly points: readonly ChartPoint[];
  readonly reference: readonly ChartPoint[];
  readonly zero: number;
  readonly at: (point: ChartPoint) => string;
}) {
  const line = points.map(at).join(' ');
  return (
    <>
      <line
        x1="0"
        x2={WIDTH}
        y1={zero}
        y2={zero}
        stroke="var(--line)"
        strokeDasharray="4 4"
        vectorEffect="non-scaling-stroke"
      />
      <path d={`M0,${zero} ${line} ${WIDTH},${zero}Z`} fill="currentColor" opacity="0.12" />
      {reference.length > 1 && (
        <path
          d={`M${reference.map(at).join(' ')}`}
          fill="none"
          stroke="var(--ink-3)"
          strokeWidth="1"
          strokeDasharray="3 3"
          vectorEffect="non-scaling-stroke"
        />
      )}
      <path
        d={`M${line}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
}

/** Figures up to so long stand beside the curve in the room that charts have in common, so that those under each other line up. */
const SHORT = 7;

/** The room right of the curve for the figures at its axis, as the custom property that curve and overlay keep clear. In characters of their own size. */
function axisRoom(figures: readonly string[]): CSSProperties & Readonly<Record<'--axis', string>> {
  const longest = Math.max(...figures.map((figure) => figure.length));
  return { '--axis': longest > SHORT ? `calc(${longest}ch + 0.75rem)` : '3.25rem' };
}

export function Bounds({
  height,
  top,
  bottom,
}: {
  readonly height: number;
  readonly top: string;
  readonly bottom: string;
}) {
  return (
    <div
      aria-hidden
      style={{ height }}
      className="pointer-events-none absolute top-0 end-0 flex flex-col items-end justify-between text-2xs text-ink-3"
    >
      <span>{top}</span>
      <span>{bottom}</span>
    </div>
  );
}

/**
 * An area chart in plain SVG: rendered on the server, whole without JavaScript, no library in the visitor's first load.
 * The zero line is drawn when it lies inside; the colour says gain or loss, and `label` says the same in words.
 */
export function LineChart({
  points,
  reference = [],
  height = 160,
  label,
  formatY,
  startLabel,
  endLabel,
  overlay,
  className,
}: {
  readonly points: readonly ChartPoint[];
  /** A second curve to compare with, quiet and dashed, over the same x. */
  readonly reference?: readonly ChartPoint[];
  readonly height?: number;
  readonly label: string;
  readonly formatY?: (y: number) => string;
  readonly startLabel?: string;
  readonly endLabel?: string;
  /** Lies over the curve, as wide as `--axis` leaves it. */
  readonly overlay?: ReactNode;
  readonly className?: string;
}) {
  const first = points[0];
  const last = points[points.length - 1];
  if (first === undefined || last === undefined) return <div className={className} style={{ height }} />;
  const { lowest, highest, zero, at } = scaleOf(points, reference, height, first.x, last.x);
  const tone = last.y >= 0 ? 'text-rise' : 'text-fall';
  const bounds = formatY === undefined ? null : { top: formatY(highest), bottom: formatY(lowest) };
  return (
    // Time runs from left to right in every language.
    <figure
      dir="ltr"
      className={classNames('relative m-0', className)}
      style={bounds === null ? undefined : axisRoom([bounds.top, bounds.bottom])}
    >
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${WIDTH} ${height}`}
        preserveAspectRatio="none"
        className={classNames('block w-full', bounds !== null && 'pe-(--axis) text-2xs', tone)}
        style={{ height }}
      >
        <Curves points={points} reference={reference} zero={zero} at={at} />
      </svg>
      {bounds !== null && <Bounds height={height} {...bounds} />}
      {overlay}
      {(startLabel ?? endLabel) !== undefined && (
        <figcaption className="mt-1 flex justify-between text-2xs text-ink-3">
          <span dir="auto">{startLabel}</span>
          <span dir="auto">{endLabel}</span>
        </figcaption>
      )}
    </figure>
  );
}

/** A small curve without axes, for cards. */
export function Sparkline({
  points,
  label,
  className,
}: {
  readonly points: readonly ChartPoint[];
  readonly label: string;
  readonly className?: string;
}) {
  return <LineChart points={points} height={40} label={label} {...(className === undefined ? {} : { className })} />;
}
