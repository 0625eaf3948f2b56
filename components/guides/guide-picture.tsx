import { useTranslations } from 'next-intl';
import { LineChart } from '#components/ui/line-chart.tsx';
import type { GuideLife, GuideScenes } from '#lib/client/guide-scenes.ts';
import { textAt } from '#lib/client/keyed-texts.ts';
import { useFigures } from '#lib/client/use-figures.ts';
import { type GuideMark, seenMarks } from './guide-marks.ts';
import type { GuidePageId } from './guide-pages.ts';

const [WIDTH, HEIGHT] = [640, 300];
const MARGIN = 14;
/** Half of a mark: what happens with the first price is drawn whole. */
const SIDE = 5;

const TONES: Readonly<Record<GuideScenes['lines'][number]['role'], string>> = {
  buy: 'var(--rise)',
  sell: 'var(--fall)',
  range: 'var(--accent)',
  trigger: 'var(--warn)',
  'stop-loss': 'var(--danger)',
  'take-profit': 'var(--rise)',
  'trail-limit': 'var(--ink-3)',
  liquidation: 'var(--danger)',
};

/** The picture of a page, drawn of what the engine did: in the colours of the theme, with the words of the language. */
export function GuidePicture({ page, scenes }: { readonly page: GuidePageId; readonly scenes: GuideScenes }) {
  const t = useTranslations('guides.picture');
  const reasons = useTranslations('bots.reason');
  const figures = useFigures();
  const { well, badly, lines, opening } = scenes;
  if (page === 'worth') {
    const rate = (points: GuideLife['worth']): string => figures.change((points.at(-1)?.y ?? 0).toFixed(8));
    return (
      <LineChart
        points={well.worth}
        reference={well.held}
        height={HEIGHT / 2}
        label={t('worth', { rate: rate(well.worth), hold: rate(well.held) })}
        formatY={(y) => figures.change(y.toFixed(8))}
      />
    );
  }
  if (page === 'setup' && lines.length === 0) return <Opening opening={opening} />;
  const life = page === 'risk' ? badly : well;
  const shown = page === 'setup' ? { ...life, fills: [] } : life;
  const end = life.end === null ? null : (textAt(reasons, life.end.reason) ?? life.end.reason);
  return (
    <PriceDrawing
      life={shown}
      lines={page === 'setup' ? lines : []}
      part={page === 'setup' ? 0.35 : 1}
      label={t(page, { lines: lines.length, fills: life.fills.length, end: end ?? t('runs') })}
      end={page === 'risk' ? end : null}
    />
  );
}

function PriceDrawing({
  life: { prices, fills, end: ended },
  lines,
  part,
  label,
  end,
}: {
  readonly life: GuideLife;
  readonly lines: GuideScenes['lines'];
  /** How much of the path has happened. */
  readonly part: number;
  readonly label: string;
  readonly end: string | null;
}) {
  const seen = prices.slice(0, Math.max(2, Math.ceil(prices.length * part)));
  const all = [...seen, ...lines.map(({ ticks }) => ticks)];
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const y = (ticks: number): number =>
    HEIGHT - MARGIN - ((ticks - least) / (most - least || 1)) * (HEIGHT - 2 * MARGIN);
  const x = (at: number): number => SIDE + at * (WIDTH - 2 * SIDE);
  const path = seen.map((ticks, at) => `${x(at / (prices.length - 1)).toFixed(1)},${y(ticks).toFixed(1)}`).join(' ');
  return (
    // Time runs from left to right in every language.
    <figure dir="ltr" className="m-0">
      <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block w-full">
        {lines.map(({ ticks, role }, at) => (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity, two may lie at one price
            key={at}
            x1="0"
            x2={WIDTH}
            y1={y(ticks)}
            y2={y(ticks)}
            stroke={TONES[role]}
            strokeWidth={role === 'buy' || role === 'sell' ? 1 : 2}
            strokeDasharray={role === 'buy' ? '6 4' : undefined}
          />
        ))}
        <polyline points={path} fill="none" stroke="var(--ink-2)" strokeWidth="2" strokeLinejoin="round" />
        {seenMarks(fills.map((fill) => ({ side: fill.side, x: x(fill.at), y: y(fill.ticks) }))).map((mark) => (
          <Mark key={`${mark.side} ${mark.x} ${mark.y}`} {...mark} />
        ))}
        {end !== null && ended !== null && (
          <line x1={x(ended.at)} x2={x(ended.at)} y1="0" y2={HEIGHT} stroke="var(--danger)" strokeWidth="2" />
        )}
      </svg>
      {end !== null && ended !== null && <figcaption className="mt-1 text-xs text-danger">{end}</figcaption>}
    </figure>
  );
}

/** Buys point up from below the price, sells down from above: shape says it as well as colour. */
function Mark({ side, x, y }: GuideMark) {
  const isBuy = side === 'buy';
  const d = isBuy ? `M${x} ${y + 3}l5 9h-10z` : `M${x} ${y - 3}l5 -9h-10z`;
  return <path d={d} fill={isBuy ? 'var(--rise)' : 'var(--fall)'} />;
}

/** What is traded at once, where nothing stands on a chart: coins by their shares, legs against each other. */
function Opening({ opening }: { readonly opening: GuideScenes['opening'] }) {
  const t = useTranslations('guides.picture');
  const figures = useFigures();
  return (
    <ul className="flex flex-col gap-2" aria-label={t('opening')}>
      {opening.map(({ asset, side, isContract, part }) => (
        <li key={`${asset} ${side} ${isContract}`} className="text-xs">
          <span className="flex justify-between">
            <span>{t(isContract ? `contract.${side}` : `coin.${side}`, { asset })}</span>
            <span>{figures.percentOf(part * 100, 1)}</span>
          </span>
          <span
            aria-hidden
            className={side === 'buy' ? 'mt-1 block h-6 rounded bg-rise' : 'mt-1 block h-6 rounded bg-fall'}
            style={{ width: `${part * 100}%` }}
          />
        </li>
      ))}
    </ul>
  );
}
