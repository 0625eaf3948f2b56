// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePreviewWorker } from '#components/create/use-preview.ts';
import { ExampleForm } from '#components/help/example-form.tsx';
import { workedExample } from '#lib/backtest/worked-example.ts';
import type { ExampleRequest } from '#lib/client/help-protocol.ts';
import { ownWorker } from '#lib/client/own-worker.ts';
import { firstNeed } from '#lib/client/preview-need.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';

/** Threads of which each is lost, or answers, as the test says. */
class FakeWorker {
  static all: FakeWorker[] = [];
  readonly asked: { readonly type?: string; readonly id?: number; readonly loadId?: number }[] = [];
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  isEnded = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(question: object): void {
    this.asked.push(question);
  }
  terminate(): void {
    this.isEnded = true;
  }
  say(data: unknown): void {
    act(() => this.onmessage?.({ data }));
  }
  break(): void {
    act(() => this.onerror?.());
  }
}
const last = (): FakeWorker => FakeWorker.all.at(-1) as FakeWorker;

beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a thread of one’s own', () => {
  it('is made when it is asked, and anew after it was lost; nothing of one that was ended', () => {
    const heard: unknown[] = [];
    const onFailed = vi.fn();
    const own = ownWorker<{ readonly id: number }, unknown>(() => new Worker(''), {
      onReply: (reply) => heard.push(reply),
      onFailed,
    });
    expect(FakeWorker.all).toHaveLength(0);
    own.post({ id: 1 });
    own.post({ id: 2 });
    expect(FakeWorker.all).toHaveLength(1);
    last().break();
    expect(onFailed).toHaveBeenCalledTimes(1);
    expect(last().isEnded).toBe(true);
    own.post({ id: 3 });
    expect(FakeWorker.all).toHaveLength(2);
    expect(last().asked).toEqual([{ id: 3 }]);
    last().say('three');
    expect(heard).toEqual(['three']);
    own.end();
    expect(last().isEnded).toBe(true);
    own.post({ id: 4 });
    expect(FakeWorker.all).toHaveLength(2);
  });
});

describe('the worked example of a help page', () => {
  const fields = [{ name: 'grid_num', label: 'Number of grids', unit: '', decimals: 0, options: null }];
  const { values } = workedExample('spot_grid', {});
  const busy = (): string | null => document.querySelector('[aria-busy]')?.getAttribute('aria-busy') ?? null;
  const type = async (grids: string): Promise<void> => {
    fireEvent.change(screen.getByLabelText('Number of grids'), { target: { value: grids } });
    // At once, whether what reckons is there or not.
    expect(busy()).toBe('true');
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  };
  const answer = (): void => {
    const { id, typed } = last().asked.at(-1) as unknown as ExampleRequest;
    last().say({ id, example: workedExample('spot_grid', typed) });
  };
  async function open(): Promise<void> {
    vi.useRealTimers();
    await import('#components/help/example-answer.tsx');
    vi.useFakeTimers();
    render(
      <ComponentHost>
        <ExampleForm subject="spot_grid" legend="Values" fields={fields} values={values}>
          <p>Figures of the page</p>
        </ExampleForm>
      </ComponentHost>,
    );
  }

  it('asks a new thread after one was lost, and stays neither busy nor failed', async () => {
    await open();
    expect(busy()).toBe('false');
    await type('8');
    last().break();
    expect(screen.getByText(/could not be calculated/)).toBeTruthy();
    expect(busy()).toBe('false');
    await type('12');
    expect(FakeWorker.all).toHaveLength(2);
    expect(busy()).toBe('true');
    answer();
    expect(busy()).toBe('false');
    expect(screen.queryByText(/could not be calculated/)).toBeNull();
    expect(screen.getByText('What it comes to')).toBeTruthy();
  });

  it('says that its figures are of other values from the first change on, while what reckons is on its way', async () => {
    await open();
    await type('9');
    expect(screen.getByText('Figures of the page').closest('[aria-busy="true"]')).not.toBeNull();
    answer();
    expect(busy()).toBe('false');
  });
});

describe('the preview of a form', () => {
  it('that lost its thread has failed, loads in another within a minute, and its review is not waited for', async () => {
    const need = firstNeed(testSpec());
    const { result } = renderHook(() => usePreviewWorker(need));
    const { loadId } = last().asked[0] as { readonly loadId: number };
    last().say({ type: 'loaded', loadId, candles: 1 });
    expect(result.current.progress.state).toBe('loaded');
    act(() => result.current.post({ type: 'review', id: 5, nowMs: 0, bots: [], moves: [] }));
    last().break();
    expect(result.current.progress.state).toBe('failed');
    expect(result.current.reviewed).toEqual({ type: 'review-failed', id: 5 });
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(FakeWorker.all).toHaveLength(2);
    last().say({ type: 'loaded', loadId, candles: 1 });
    expect(result.current.progress.state).toBe('loaded');
  });
});
