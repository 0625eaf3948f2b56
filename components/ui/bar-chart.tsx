import { classNames } from './class-names.ts';
import { isGone } from './curve-cursor.tsx';
import { Bounds } from './line-chart.tsx';

const WIDTH = 600;
/** Of a bar's place, what is left between two. */
const GAP = 0.25;
/** A day that brought something is seen to have: a hair at least. */
const LEAST = 1.5;

function Bars({
  values,
  perUnit,
  zero,
  chosen,
}: {
  readonly values: readonly number[];
  readonly perUnit: number;
  readonly zero: number;
  readonly chosen: number;
}) {
  const place = WIDTH / Math.max(1, values.length);
  return values.map((value, index) => {
    const size = value === 0 ? 0 : Math.max(LEAST, Math.abs(value) * perUnit);
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
        key={index}
        x={(index + GAP / 2) * place}
        y={value > 0 ? zero - size : zero}
        width={place * (1 - GAP)}
        height={size}
        fill="currentColor"
        opacity={index === chosen ? 1 : 0.7}
        className={value < 0 ? 'text-fall' : 'text-rise'}
      />
    );
  });
}

/**
 * Bars from a zero line up and down, in plain SVG, the oldest left. Colour and side say gain or loss; `label` says in words what
 * the bars come to. The bar at `chosen` is marked.
 */
export function BarChart({
  values,
  height,
  label,
  formatY,
  startLabel,
  endLabel,
  chosen,
  onHover,
}: {
  readonly values: readonly number[];
  readonly height: number;
  readonly label: string;
  readonly formatY: (y: number) => string;
  readonly startLabel: string;
  readonly endLabel: string;
  readonly chosen: number;
  readonly onHover: (index: number | null) => void;
}) {
  const highest = Math.max(0, ...values);
  const lowest = Math.min(0, ...values);
  const perUnit = (height * 0.94) / (highest - lowest || 1);
  const zero = height * 0.03 + highest * perUnit;
  const bounds = { top: formatY(highest), bottom: formatY(lowest) };
  const room = Math.max(bounds.top.length, bounds.bottom.length) + 1;
  return (
    // Time runs from left to right in every language.
    <figure dir="ltr" className="relative m-0">
      <div
        className="relative"
        style={{ marginInlineEnd: `${room}ch` }}
        onPointerLeave={(event) => isGone(event) && onHover(null)}
      >
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${WIDTH} ${height}`}
          preserveAspectRatio="none"
          className="block w-full"
          style={{ height }}
        >
          <line x1="0" x2={WIDTH} y1={zero} y2={zero} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
          <Bars {...{ values, perUnit, zero, chosen }} />
        </svg>
        <div aria-hidden className="absolute inset-0 flex">
          {values.map((_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
              key={index}
              data-bar={index}
              className={classNames('flex-1', index === chosen && 'bg-surface-3/40')}
              onPointerEnter={() => onHover(index)}
            />
          ))}
        </div>
      </div>
      <Bounds height={height} {...bounds} />
      <figcaption className="mt-1 flex justify-between text-2xs text-ink-3">
        <span dir="auto">{startLabel}</span>
        <span dir="auto">{endLabel}</span>
      </figcaption>
    </figure>
  );
}
