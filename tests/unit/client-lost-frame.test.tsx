// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { LateAccountMenu, LateFrame } from '#components/layout/late-frame.tsx';
import { latePart } from '#lib/client/late-part.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/strategybot' }));

/** As after a newer build: the file that the page knows the frame by is gone. */
let isGone = true;
vi.mock('#components/layout/frame.tsx', async (original) => {
  if (isGone) throw new Error('ChunkLoadError');
  return original();
});

inOwnTime(
  ({ url }) => ({ code: 200, message: 'ok', data: url.includes('/session') ? { logged_in: false } : [] }),
  () => {
    Object.defineProperty(window.navigator, 'onLine', { configurable: true, get: () => isOnline });
  },
);
let isOnline = false;

/** Of a part that is gone as well. */
let tries = 0;
const load = async (): Promise<string> => {
  tries += 1;
  if (tries < 3) throw new Error('ChunkLoadError');
  return 'part';
};

it('a frame that does not come is asked for again, and the page offers to be loaded anew, not while it is offline; what watches over late parts comes with it', async () => {
  render(
    <ComponentHost>
      <LateAccountMenu />
      <LateFrame />
    </ComponentHost>,
  );
  const part = latePart('gone', load);
  await pass(40_000);
  expect(screen.queryByRole('button', { name: 'Reload the page' })).toBeNull();
  isOnline = true;
  await pass(30_000);
  expect(screen.getByRole('alert').textContent).toContain('A part of this page cannot be loaded');
  expect(tries).toBe(1);
  isGone = false;
  await pass(40_000);
  expect(screen.queryByRole('button', { name: 'Reload the page' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeDefined();
  expect(tries).toBe(3);
  expect(await part).toBe('part');
});
