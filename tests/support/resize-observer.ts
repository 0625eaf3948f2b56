import { vi } from 'vitest';

/** Stands in for the observer that jsdom lacks: no element of a test has a size. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  );
}
