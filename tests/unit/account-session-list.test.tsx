// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
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

function Host() {
  const [sessions, setSessions] = useState([session('1', true), session('2'), session('3')]);
  return (
    <SessionList
      sessions={sessions}
      isDisabled={false}
      onEnded={() => setSessions((open) => open.filter(({ id }) => id !== '2'))}
    />
  );
}

beforeEach(() => {
  window.matchMedia = ((query: string) => ({ matches: false, media: query })) as unknown as typeof window.matchMedia;
  const fake = fakeFetch(() => ({ code: 200, message: '', data: { ended: 1 } }));
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
  await waitFor(() => expect(row.getAllByRole('button')).toHaveLength(1));
  expect(calls.filter(({ method }) => method !== 'GET')).toHaveLength(1);
  expect(document.activeElement).toBe(document.querySelector('section'));
});
