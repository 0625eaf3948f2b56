// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { watchLateParts } from '#lib/client/late-part.ts';
import { askUntilThere } from '#lib/client/part-line.ts';
import { type ToldPart, toldPart } from '#lib/client/told-part.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';

inOwnTime(
  () => ({ code: 200, message: '', data: [] }),
  () => undefined,
);
watchLateParts(askUntilThere);
afterEach(cleanup);

function Place({ part, isWanted }: { readonly part: ToldPart<string>; readonly isWanted: boolean }) {
  return <p data-testid="part">{part.usePart(isWanted) ?? 'missing'}</p>;
}

function show(part: ToldPart<string>, isWanted: boolean) {
  return (
    <ComponentHost>
      <Place part={part} isWanted={isWanted} />
    </ComponentHost>
  );
}

const seen = (): string => screen.getByTestId('part').textContent ?? '';

describe('a part that is told', () => {
  it('is not asked for before it is wanted, and stands at once where it has been before', async () => {
    let times = 0;
    const part = toldPart('told once', async () => {
      times += 1;
      return 'there';
    });
    const { rerender, unmount } = render(show(part, false));
    await pass(5_000);
    expect(times).toBe(0);
    rerender(show(part, true));
    await act(async () => undefined);
    expect(seen()).toBe('there');
    unmount();
    render(show(part, true));
    expect(seen()).toBe('there');
    expect(times).toBe(1);
  });

  it('is asked for until it has come: what waits for it stays open', async () => {
    let isThere = false;
    const part = toldPart('told late', async () => {
      if (!isThere) throw new Error('offline');
      return 'there';
    });
    render(show(part, true));
    await pass(5_000);
    expect(seen()).toBe('missing');
    isThere = true;
    await pass(30_000);
    expect(seen()).toBe('there');
  });
});
