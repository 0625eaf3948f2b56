/** What this thread has worked since it began, ms; waiting, and what others run meanwhile, is not in it. */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/**
 * What the thread does for somebody from now on until it turns to somebody else: everything that follows without waiting for
 * a disk, a timer or another thread. For readings that is all but a little; what comes after such a wait is not told apart from
 * others' work and is not counted.
 */
export function turnTime(): () => number {
  const began = threadMs();
  let endedMs: number | null = null;
  // A tick that is asked for in a microtask comes after the last of them: the turn is over.
  queueMicrotask(() => {
    process.nextTick(() => {
      endedMs = threadMs();
    });
  });
  return () => (endedMs ?? threadMs()) - began;
}
