import type { ReactElement } from 'react';

/**
 * The picture that messengers show for a link (1200 × 630). Drawn with Next's built-in font, which knows Latin only:
 * markets, words in English and figures, the same in every language. Styles are inline because satori reads no sheet.
 */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const;

const INK = '#e9edf3';
const MUTED = '#a3aebd';
const RISE = '#2ebd85';
const FALL = '#ff6478';

function Brand() {
  return (
    <div style={{ display: 'flex', alignItems: 'center', gap: 18 }}>
      <svg width="52" height="52" viewBox="0 0 24 24" fill="none" aria-hidden>
        <rect width="24" height="24" rx="6" fill="#5b93ff" />
        <path d="M5 17h4v-4h4V9h4V6" stroke="#08111f" strokeWidth="2.2" />
      </svg>
      <div style={{ fontSize: 34, color: INK }}>Strategybot</div>
    </div>
  );
}

export interface ShareFigure {
  readonly label: string;
  readonly text: string;
  readonly trend?: 'up' | 'down' | 'flat';
}

function curvePath(values: readonly number[]): string {
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  const span = highest - lowest || 1;
  return values
    .map((value, index) => {
      const x = (index / Math.max(1, values.length - 1)) * 1080;
      const y = 150 - ((value - lowest) / span) * 140;
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join(' ');
}

/** A heading, a line under it, figures, and a curve of cumulative yields. */
export function shareImage({
  heading,
  subheading,
  figures,
  curve,
}: {
  readonly heading: string;
  readonly subheading: string;
  readonly figures: readonly ShareFigure[];
  readonly curve: readonly number[];
}): ReactElement {
  const colour = (curve[curve.length - 1] ?? 0) >= 0 ? RISE : FALL;
  return (
    <div
      style={{
        width: '100%',
        height: '100%',
        display: 'flex',
        flexDirection: 'column',
        justifyContent: 'space-between',
        padding: 60,
        background: '#0b0e13',
        color: INK,
      }}
    >
      <Brand />
      <div style={{ display: 'flex', flexDirection: 'column' }}>
        <div style={{ fontSize: 68, letterSpacing: -1 }}>{heading}</div>
        <div style={{ fontSize: 32, color: MUTED }}>{subheading}</div>
      </div>
      <div style={{ display: 'flex', gap: 72 }}>
        {figures.map(({ label, text, trend }) => (
          <div key={label} style={{ display: 'flex', flexDirection: 'column' }}>
            <div style={{ fontSize: 26, color: MUTED }}>{label}</div>
            <div style={{ fontSize: 48, color: trend === 'up' ? RISE : trend === 'down' ? FALL : INK }}>{text}</div>
          </div>
        ))}
      </div>
      <svg width="1080" height="160" viewBox="0 0 1080 160" fill="none" aria-hidden>
        {curve.length > 1 && <path d={curvePath(curve)} stroke={colour} strokeWidth="4" />}
      </svg>
    </div>
  );
}
