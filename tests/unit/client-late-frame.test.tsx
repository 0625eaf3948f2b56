// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { LateAccountMenu, LateFrame } from '#components/layout/late-frame.tsx';
import { bringPart, useBroughtPart } from '#components/ui/bring-part.tsx';
import { bring } from '#lib/client/bring.ts';
import { latePart } from '#lib/client/late-part.ts';
import { useViewer } from '#lib/client/viewer.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';

vi.mock('next/navigation', () => ({
  usePathname: () => '/en/strategybot',
  useSearchParams: () => new URLSearchParams(),
}));

const TRADER = { logged_in: true, user_id: 7, nickname: 'nick', anonymous: '0123456789abcdef', uid: '7' };
let session: object;

const calls = inOwnTime(
  ({ url }) => ({ code: 200, message: 'ok', data: url.includes('/session') ? session : [] }),
  () => {
    session = { logged_in: false };
  },
);
afterEach(() => vi.restoreAllMocks());

function Reader() {
  const viewer = useViewer();
  return <p data-testid="viewer">{viewer === undefined ? 'unknown' : viewer.logged_in ? viewer.nickname : 'guest'}</p>;
}

function page() {
  return render(
    <ComponentHost>
      <LateAccountMenu />
      <LateFrame />
      <Reader />
    </ComponentHost>,
  );
}

const seen = (): string => screen.getByTestId('viewer').textContent ?? '';

describe('the frame that comes late', () => {
  it('keeps its place, asks who looks, and tells what was there before; who goes is known no more', async () => {
    const { unmount } = page();
    expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
    expect(seen()).toBe('unknown');
    await pass(1_500);
    expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined();
    expect(seen()).toBe('guest');
    expect(calls.filter(({ url }) => url === '/api/session')).toHaveLength(1);
    unmount();
    session = TRADER;
    page();
    expect(seen()).toBe('unknown');
    await pass(1_500);
    expect(seen()).toBe('nick');
  });
});

describe('what is brought', () => {
  it('is asked for until it is there, less and less often, and at once when the network is back', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const asked: number[] = [];
    let isThere = false;
    const begun = Date.now();
    const part = bring(async () => {
      asked.push(Date.now() - begun);
      if (!isThere) throw new Error('offline');
      return 'part';
    });
    await pass(7_500);
    expect(asked.map((ms) => Math.round(ms / 500))).toEqual([0, 2, 6, 14]);
    isThere = true;
    window.dispatchEvent(new Event('online'));
    expect(await part).toBe('part');
  });

  it('as a late part is one question for all who want it, and one that does not come is asked for as every live call', async () => {
    let tries = 0;
    const load = async (): Promise<string> => {
      tries += 1;
      if (tries < 3) throw new Error('offline');
      return 'part';
    };
    const parts = [latePart('tried', load), latePart('tried', load)];
    await pass(250);
    expect(tries).toBe(1);
    await pass(8_000);
    expect(await Promise.all(parts)).toEqual(['part', 'part']);
    expect(tries).toBe(3);
  });

  it('into a place of the page leaves what stands there until it came, however often texts or script fail before', async () => {
    let tries = 0;
    const part = bringPart(['common'], async () => {
      tries += 1;
      if (tries < 3) throw new Error('offline');
      return () => <p>the part</p>;
    });
    function Place() {
      return useBroughtPart('place', part)?.() ?? <p>the page</p>;
    }
    render(
      <ComponentHost>
        <LateFrame />
        <Place />
      </ComponentHost>,
    );
    await pass(250);
    expect(screen.getByText('the page')).toBeDefined();
    await pass(8_000);
    expect(screen.getByText('the part')).toBeDefined();
    expect(tries).toBe(3);
  });
});
