/**
 * Work that reads on and on, for one trader one piece after the other: who asks for it a hundred times at once waits behind himself, and
 * the thread is not his alone.
 */
export function oneAtATime(): <T>(userId: number, work: () => Promise<T>) => Promise<T> {
  const last = new Map<number, Promise<unknown>>();
  return async (userId, work) => {
    const mine = behind(last.get(userId), work);
    last.set(userId, mine);
    try {
      return await mine;
    } finally {
      if (last.get(userId) === mine) last.delete(userId);
    }
  };
}

/** Whoever waits for `before` hears himself how it ended. */
async function behind<T>(before: Promise<unknown> | undefined, work: () => Promise<T>): Promise<T> {
  await before?.catch(() => undefined);
  return work();
}
