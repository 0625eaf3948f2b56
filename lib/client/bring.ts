/** Ms between two tries, the first and the longest. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 25_000;

/**
 * A piece that the rest of the page leans on: asked for until it is there, for as long as the page stands. What is a part of its own, and may say
 * that it is missing, is a late part (late-part.ts), which needs such a piece.
 */
export async function bring<T>(load: () => Promise<T>): Promise<T> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await load();
    } catch {
      await again(waitMs);
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
    // Jitter, so that all tabs of a failed network do not come back in the same moment.
    const timer = setTimeout(go, waitMs * (0.75 + 0.25 * Math.random()));
    window.addEventListener('online', go);
  });
}
