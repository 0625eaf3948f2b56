import { type BackOff, backOffMs } from './back-off.ts';

/** Between two tries. */
const WAIT: BackOff = { firstMs: 1_000, mostMs: 25_000, jitter: 0.25 };

/**
 * A piece that the rest of the page leans on: asked for until it is there, for as long as the page stands. What is a part of its own, and may say
 * that it is missing, is a late part (late-part.ts), which needs such a piece.
 */
export async function bring<T>(load: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch {
      await again(backOffMs(WAIT, failures, Math.random()));
    }
  }
}

/** After so long, or when the network is back. */
function again(waitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, waitMs);
    window.addEventListener('online', go);
  });
}
