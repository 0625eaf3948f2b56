// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HeatMapTable } from '#components/create/heat-map-table.tsx';
import type { HeatMapCell } from '#lib/backtest/search/heat-map-scale.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';

afterEach(cleanup);

const cell = (countIndex: number, changes: Partial<HeatMapCell>): HeatMapCell => ({
  widthIndex: 0,
  countIndex,
  width: 0.01,
  gridCount: 5,
  rate: null,
  needs: null,
  ...changes,
});

describe('the map as a table', () => {
  it('offers cells with a return as buttons; one that needs more than is invested says how much, and cannot be taken', () => {
    const onTake = vi.fn();
    const cells = [cell(0, { rate: 0.0125 }), cell(1, { needs: 123_400_000_000n }), cell(2, {})];
    render(
      <ComponentHost>
        <HeatMapTable
          cells={new Map(cells.map((one) => [`${one.widthIndex}-${one.countIndex}`, one]))}
          present={null}
          asset="USDT"
          onTake={onTake}
          onClose={() => undefined}
        />
      </ComponentHost>,
    );
    const [earning, dear, refused] = screen.getAllByRole('cell');
    expect(earning?.textContent).toBe('+1.25%');
    earning?.querySelector('button')?.click();
    expect(onTake).toHaveBeenCalledWith(cells[0]);
    expect(dear?.textContent).toBe('≥ 1,234 USDT');
    expect(dear?.querySelector('button')).toBeNull();
    expect(refused?.textContent).toBe('--');
  });
});
