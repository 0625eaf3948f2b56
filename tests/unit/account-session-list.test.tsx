// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type OpenSession, SessionList } from '#components/account/security/session-list.tsx';
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/account', useSearchParams: () => new URLSearchParams() }));

const session = (id: string, isCurrent = false): OpenSession => ({
  id,
  agent: '',
  address: `10.0.0.${id}`,
  create_time: 1_800_000_000,
  seen_time: 1_800_000_000,
  is_current: isCurrent,
});

let calls: FakeCall[];
let isDown: boolean;

let change: (change: (open: OpenSession[]) => OpenSession[]) => void;

function Host() {
  const [sessions, setSessions] = useState([session('1', true), session('2'), session('3')]);
  change = setSessions;
  return (
    <SessionList
      sessions={sessions}
      isDisabled={false}
      onEnded={() => setSessions((open) => open.filter(({ id }) => id !== '2'))}
    />
  );
}

beforeEach(() => {
  isDown = false;
  const fake = fakeFetch(() => (isDown ? null : { code: 200, message: '', data: { ended: 1 } }));
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('ends a session once; its button keeps the focus while that is under way, and the list takes it when the row goes (H)', async () => {
  render(
    <ComponentHost>
      <Host />
    </ComponentHost>,
  );
  const row = within(screen.getByRole('table'));
  const button = row.getAllByRole('button')[0] as HTMLButtonElement;
  button.focus();
  fireEvent.click(button);
  fireEvent.click(button);
  expect(document.activeElement).toBe(button);
  expect(button.disabled).toBe(false);
  expect(button.getAttribute('aria-busy')).toBe('true');
  // The moment that the row goes: nobody sees the page, or presses a key at it, without a focus.
  const holders: (Element | null)[] = [];
  const watcher = new MutationObserver(() => {
    if (row.getAllByRole('button').length === 1) holders.push(document.activeElement);
  });
  watcher.observe(document.body, { childList: true, subtree: true });
  await waitFor(() => expect(row.getAllByRole('button')).toHaveLength(1));
  watcher.disconnect();
  expect(holders[0]).toBe(document.querySelector('section'));
  expect(calls.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  expect(document.activeElement).toBe(document.querySelector('section'));
  // Later somebody logs in elsewhere and out again: nothing was pressed here, and nobody's focus is taken.
  for (const id of ['2', '3']) {
    act(() => change((open) => [...open.filter((one) => one.id !== id), session(id)]));
    (document.activeElement as HTMLElement).blur();
    act(() => change((open) => open.filter((one) => one.id !== id)));
    expect(document.activeElement).toBe(document.body);
  }
});

it('what could not be ended, and goes by itself later, takes the focus from nobody (H)', async () => {
  isDown = true;
  render(
    <ComponentHost>
      <Host />
    </ComponentHost>,
  );
  fireEvent.click(within(screen.getByRole('table')).getAllByRole('button')[0] as HTMLButtonElement);
  await screen.findByText(/network/i);
  (document.activeElement as HTMLElement).blur();
  act(() => change((open) => open.filter(({ id }) => id !== '2')));
  expect(document.activeElement).toBe(document.body);
});
