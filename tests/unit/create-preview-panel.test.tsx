// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { getDefaultStore, useAtomValue } from 'jotai';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePreviewWorker } from '#components/create/use-preview.ts';
import { firstNeed } from '#lib/client/preview-need.ts';
import type { PreviewReply, PreviewRequest } from '#lib/client/preview-protocol.ts';
import { type FormHost, hostForm, pass, press, type } from '#tests/support/create-form-host.tsx';
import { testContract, testSpec } from '#tests/support/market-specs.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/futures/USDT/BTC_USDT' }));

let host: FormHost;

/** A worker that has its candles at once and says of every run what the test may look at. */
class QuickWorker {
  /** The one that was made last. */
  static last: QuickWorker | null = null;
  constructor() {
    QuickWorker.last = this;
  }

  onmessage: ((event: { readonly data: PreviewReply }) => void) | null = null;
  onerror = null;
  postMessage(request: PreviewRequest): void {
    const answer = (data: PreviewReply): void => this.onmessage?.({ data });
    if (request.type === 'load')
      setTimeout(() => answer({ type: 'loaded', loadId: request.loadId, candles: 43_200 }), 1);
    if (request.type !== 'run') return;
    const figures = { profit: '12', profitRate: '0.01', maxDrawdown: '0.2', holdRate: '0.05', matches: 3, fills: 6 };
    const curves = { curve: [{ x: 0, y: 0 }], holdCurve: [{ x: 0, y: 0 }] };
    const end = { finish: 'liquidated' as const, finishedAtMs: 0, replayMs: 1, days: 30 };
    setTimeout(() => answer({ type: 'result', result: { id: request.id, ...figures, ...curves, ...end } }), 1);
  }
  terminate(): void {}
}

beforeEach(() => {
  host = hostForm();
  vi.stubGlobal('Worker', QuickWorker);
});
afterEach(() => host.close());

describe('the preview', () => {
  const panel = (): string => document.querySelector('[data-preview="ready"]')?.textContent ?? '';

  it('of a contract says drawdown, just holding, its end, and both liquidation prices beside the curve (H39)', async () => {
    await host.open('futures_grid', testContract());
    press(/^Leverage ?[\d-]/);
    type(/Multiple/, '20');
    for (const [label, value] of [
      ['Lower price', '58000'],
      ['Upper price', '70000'],
      ['Number of grids', '10'],
      ['Investment', '2000'],
    ] as const) {
      type(label, value);
    }
    await pass(800);
    // As everywhere else a drawdown has no sign (C10).
    expect(panel()).toContain('Max drawdown20.00%');
    for (const words of ['Max drawdown', 'Just holding', 'Liquidated']) expect(panel()).toContain(words);
    const row = document.querySelector('[data-preview-liquidation="summary.liquidation_long"]')?.textContent ?? '';
    expect(row).toMatch(/at the start \/ all orders filled.*\d{2},?\d{3}.* \/ \d{2},?\d{3}/);
  });

  it('of a spot grid has no liquidation to tell', async () => {
    await host.open('spot_grid', testSpec());
    for (const [label, value] of [
      ['Lower price', '50000'],
      ['Upper price', '70000'],
      ['Number of grids', '10'],
      ['Investment', '2000'],
    ] as const) {
      type(label, value);
    }
    await pass(800);
    expect(panel()).toContain('Max drawdown');
    expect(document.querySelector('[data-preview-liquidation]')).toBeNull();
  });
});

describe('an answer of the worker', () => {
  it('draws nobody again but its readers, and these at once', () => {
    let drawn = 0;
    const need = firstNeed(testSpec());
    const form = renderHook(() => {
      drawn += 1;
      return usePreviewWorker(need);
    });
    const reader = renderHook(() => useAtomValue(form.result.current.answerAtom, { store: getDefaultStore() }));
    const before = drawn;
    QuickWorker.last?.onmessage?.({ data: { type: 'no-price', id: 7 } });
    expect(reader.result.current).toEqual({ type: 'no-price', id: 7 });
    expect(drawn).toBe(before);
  });
});
