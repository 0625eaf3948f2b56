import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { fakeFetch } from '#tests/support/component-host.tsx';

/** Each test of a file begins at an address of the trade page, as a trader of whom nothing is kept, by a clock that the test moves. */
export function eachAt(address: string): void {
  beforeEach(() => {
    vi.useFakeTimers();
    window.sessionStorage.clear();
    window.history.replaceState(null, '', address);
    const { fetch } = fakeFetch(({ url }) => ({
      code: 200,
      message: '',
      data: url.endsWith('/session') ? { logged_in: true } : [],
    }));
    vi.stubGlobal('fetch', fetch);
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
