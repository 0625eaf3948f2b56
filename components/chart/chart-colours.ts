import type { ChartLine } from '#lib/strategies/definition.ts';

/** What a line across is: one that a form draws, or what a bot's holdings have cost. */
export type LineRole = ChartLine['role'] | 'cost';

/** Colours of the canvas, read from the same tokens as the rest of the page: theme and rise colour follow. */
export interface ChartColours {
  readonly background: string;
  readonly text: string;
  readonly line: string;
  readonly crosshair: string;
  readonly label: string;
  readonly rise: string;
  readonly fall: string;
  readonly ofRole: Readonly<Record<LineRole, string>>;
}

export function readChartColours(element: Element): ChartColours {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const rise = token('--rise');
  const fall = token('--fall');
  return {
    background: token('--surface-1'),
    text: token('--ink-3'),
    line: token('--line'),
    crosshair: token('--ink-3'),
    label: token('--surface-3'),
    rise,
    fall,
    ofRole: {
      buy: rise,
      sell: fall,
      range: token('--accent'),
      trigger: token('--warn'),
      'stop-loss': fall,
      'take-profit': rise,
      'trail-limit': token('--ink-2'),
      liquidation: token('--danger'),
      cost: token('--ink-1'),
    },
  };
}
