// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { latePart, watchLateParts } from '#lib/client/late-part.ts';
import { useStaleness } from '#lib/client/live-lines.ts';
import { askUntilThere } from '#lib/client/part-line.ts';
import { ShownContext } from '#lib/client/shown.ts';
import { useLive } from '#lib/client/use-call.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';

// As the page's frame does it (components/layout/frame.tsx).
watchLateParts(askUntilThere);

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

  it('asks nothing when the window is looked at meanwhile, and what it missed when it is shown, once for all who show it', async () => {
    let asked = 0;
    let never = 0;
    function Part() {
      const { data } = useLive('asked-at-focus', async () => ++asked);
      useLive('asked-once', async () => ++never, { revalidateOnFocus: false });
      return <p>{data}</p>;
    }
    const page = (isShown: boolean) => (
      <ComponentHost>
        <ShownContext value={isShown}>
          <Part />
          <Part />
        </ShownContext>
      </ComponentHost>
    );
    const { rerender } = render(page(true));
    await pass(60_000);
    expect([asked, never]).toEqual([1, 1]);
    rerender(page(false));
    await pass(60_000);
    await act(async () => void window.dispatchEvent(new Event('focus')));
    await pass(60_000);
    expect([asked, never]).toEqual([1, 1]);
    rerender(page(true));
    await pass(10);
    expect([asked, never]).toEqual([2, 1]);
    rerender(page(false));
    rerender(page(true));
    await pass(60_000);
    expect([asked, never]).toEqual([2, 1]);
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
    // What watches over it comes by itself.
    await vi.dynamicImportSettled();
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
  it('is that of late figures before a part that does not come, and the same object while it is the same', async () => {
    let isGood = true;
    const seen = new Set<unknown>();
    function Page() {
      useLive(
        'late-figures',
        async () => {
          if (!isGood) throw new Error('no answer');
          return 1;
        },
        { refreshInterval: 1_000 },
      );
      const staleness = useStaleness();
      seen.add(staleness);
      const [, again] = useState(0);
      return (
        <button type="button" onClick={() => again((count) => count + 1)}>
          {staleness === null ? 'fresh' : staleness.kind}
        </button>
      );
    }
    render(
      <ComponentHost>
        <Page />
      </ComponentHost>,
    );
    let isThere = false;
    void latePart('lost', async () => {
      if (!isThere) throw new Error('chunk failed');
    });
    await pass(120_000);
    expect(document.body.textContent).toBe('lost');
    const before = seen.size;
    await act(async () => document.querySelector('button')?.click());
    expect(seen.size).toBe(before);
    isGood = false;
    await pass(10_000);
    expect(document.body.textContent).toBe('late');
    isThere = true;
    isGood = true;
    await pass(60_000);
    expect(document.body.textContent).toBe('fresh');
  });

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
