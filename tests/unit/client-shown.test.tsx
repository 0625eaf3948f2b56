// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { latePart } from '#lib/client/late-part.ts';
import { useStaleness } from '#lib/client/live-lines.ts';
import { ShownContext } from '#lib/client/shown.ts';
import { useLive } from '#lib/client/use-call.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';

const pass = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000 }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('a part that is not looked at', () => {
  it('asks nothing while it is hidden, keeps what it has, and asks at once when it is looked at again', async () => {
    let asked = 0;
    function Part() {
      const { data } = useLive('shown-part', async () => ++asked, { refreshInterval: 5_000 });
      return <p>{data}</p>;
    }
    const page = (isShown: boolean) => (
      <ComponentHost>
        <ShownContext value={isShown}>
          <Part />
        </ShownContext>
      </ComponentHost>
    );
    const { rerender } = render(page(true));
    await pass(5_100);
    expect(asked).toBe(2);
    rerender(page(false));
    await pass(60_000);
    expect(asked).toBe(2);
    expect(document.body.textContent).toBe('2');
    rerender(page(true));
    await pass(10);
    expect(asked).toBe(3);
    await pass(5_100);
    expect(asked).toBe(4);
  });
});

describe('a part that is loaded when it is wanted', () => {
  it('is asked for until it is there, however often it fails', async () => {
    let tries = 0;
    const done = vi.fn();
    latePart('unit', async () => {
      tries += 1;
      if (tries < 5) throw new Error('chunk failed');
      return 'part';
    }).then(done, () => expect.unreachable());
    await pass(3_000);
    expect(tries).toBeGreaterThan(1);
    expect(done).not.toHaveBeenCalled();
    await pass(60_000);
    expect(done).toHaveBeenCalledExactlyOnceWith('part');
    const after = tries;
    await pass(600_000);
    expect(tries).toBe(after);
  });
});

describe('what is said of an old page', () => {
  it('is the age of what is asked again and again, not of what was loaded once', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    let polled = 0;
    function Page() {
      useLive('old-texts', async () => 'texts');
      useLive('old-price', async () => ++polled, { refreshInterval: 5_000 });
      const staleness = useStaleness();
      return <p>{staleness === null ? 'fresh' : `${staleness.kind} ${staleness.ageS}`}</p>;
    }
    render(
      <ComponentHost>
        <Page />
      </ComponentHost>,
    );
    await pass(60_100);
    expect(document.body.textContent).toBe('fresh');
    online.mockReturnValue(false);
    await act(async () => void window.dispatchEvent(new Event('offline')));
    expect(document.body.textContent).toBe('offline 0');
    online.mockRestore();
  });
});
