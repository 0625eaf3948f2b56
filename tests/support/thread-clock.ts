/** Tells the milliseconds of a core that this thread has used from now on: what else the machine does is not in them. */
export function threadClock(): () => number {
  const began = process.threadCpuUsage();
  return () => {
    const { user, system } = process.threadCpuUsage(began);
    return (user + system) / 1_000;
  };
}
