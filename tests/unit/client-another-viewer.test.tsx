// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { mutate } from 'swr';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '#lib/client/call.ts';
import { useForgetPrivateData, useSession } from '#lib/client/session.ts';
import { forgetViewer, viewerId } from '#lib/client/session-loss.ts';
import { useCall } from '#lib/client/use-call.ts';
import { type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';

/** A page whose viewer becomes another, or nobody: it has the browser's one cache, as the product has. */

const LOST = { code: 401, message: 'login-required' };
let viewer: number;
let calls: FakeCall[];
/** Answers of what is the trader's own wait for this. */
let held: Promise<void>;
let forget: () => Promise<unknown>;

beforeEach(() => {
  viewer = 7;
  held = Promise.resolve();
  const fake = fakeFetch(async ({ url, method }) => {
    if (method === 'DELETE') viewer = 0;
    const asked = viewer;
    if (url === '/api/session') return { code: 200, message: '', data: { logged_in: asked !== 0, user_id: asked } };
    if (url.includes('symbol_info')) return { of: 'everybody' };
    await held;
    return asked === 0 ? LOST : { code: 200, message: '', data: { of: asked } };
  });
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(async () => {
  cleanup();
  // The next test asks anew.
  await mutate(() => true, undefined, { revalidate: true });
  forgetViewer();
  vi.unstubAllGlobals();
});

function Page({ asksAlways }: { readonly asksAlways: boolean }) {
  forget = useForgetPrivateData();
  const { session } = useSession();
  const { data } = useCall('wallet', asksAlways || session?.logged_in === true ? {} : null);
  return <p data-testid="page">{`${session?.user_id ?? '?'} sees ${JSON.stringify(data?.data ?? null)}`}</p>;
}

const text = (): string | null => screen.getByTestId('page').textContent;

describe('a page whose viewer becomes another', () => {
  it.each([true, false])('shows nothing of one who has logged out (asked for guests, too: %s)', async (asksAlways) => {
    render(<Page asksAlways={asksAlways} />);
    await waitFor(() => expect(text()).toBe('7 sees {"of":7}'));
    const late = Promise.withResolvers<void>();
    held = late.promise;
    await act(async () => {
      await call('logout');
      await Promise.race([forget(), new Promise((done) => setTimeout(done, 100))]);
    });
    await waitFor(() => expect(text()).toBe('0 sees null'));
    await act(async () => late.resolve());
    await waitFor(() => expect(text()).toBe('0 sees null'));
  });

  it('shows nothing of the one before beside the name of one who has logged in in another tab', async () => {
    const seen: (string | null)[] = [];
    render(<Page asksAlways={false} />);
    await waitFor(() => expect(text()).toBe('7 sees {"of":7}'));
    const watching = new MutationObserver(() => void seen.push(text()));
    watching.observe(screen.getByTestId('page'), { characterData: true, childList: true, subtree: true });
    viewer = 8;
    const late = Promise.withResolvers<void>();
    held = late.promise;
    await act(async () => void (await call('session')));
    await waitFor(() => expect(text()).toBe('8 sees null'));
    await act(async () => late.resolve());
    await waitFor(() => expect(text()).toBe('8 sees {"of":8}'));
    watching.disconnect();
    expect(seen).not.toContain('8 sees {"of":7}');
  });

  it('is that one’s at once when a call hears first that the session before is over', async () => {
    render(<Page asksAlways={false} />);
    await waitFor(() => expect(text()).toBe('7 sees {"of":7}'));
    viewer = 0;
    const late = Promise.withResolvers<void>();
    held = late.promise;
    const poll = call('gridAssets', { query: { strategy_type: 'spot_grid' } } as never);
    viewer = 8;
    await act(async () => late.resolve());
    expect((await poll).code).toBe(401);
    await waitFor(() => expect(text()).toBe('8 sees {"of":8}'));
  });

  it('is not one who was here when the door was asked, and has logged out since', async () => {
    await call('session');
    const first = Promise.withResolvers<void>();
    held = first.promise;
    viewer = 0;
    const poll = call('wallet');
    viewer = 7;
    const direct = globalThis.fetch;
    const look = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (...input: Parameters<typeof fetch>) => {
      const answer = await direct(...input);
      if (input[0] === '/api/session' && input[1]?.method === 'GET') await look.promise;
      return answer;
    });
    first.resolve();
    await waitFor(() => expect(calls.filter(({ url }) => url === '/api/session')).toHaveLength(2));
    await call('logout');
    look.resolve();
    expect((await poll).code).toBe(401);
    expect(viewerId()).toBe(0);
  });

  it('says for whom it asks for every change, and for no reading', async () => {
    await call('session');
    await call('wallet');
    await call('saveConditionSet', { body: { name: 'mine', conditions: {} } } as never);
    await call('renameStrategy', { query: { strategy_id: '1', strategy_type: 'spot_grid', strategy_name: 'x' } });
    const told = calls.map(({ url, headers }) => [url.split('?')[0]?.split('/').at(-1), headers['trader-id']]);
    expect(told).toEqual([
      ['session', undefined],
      ['wallet', undefined],
      ['condition_sets', '7'],
      ['update_strategy_name', '7'],
    ]);
  });
});
