const WAIT_MS = 3_000;

/**
 * What is done on the way – at a login, a logout – and keeps nobody from going on: resolves when it is over, has failed, or has
 * taken three seconds. Never throws.
 */
export async function onTheWay(work: () => Promise<void>): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));
  await Promise.race([late, work().catch(() => {})]);
}
