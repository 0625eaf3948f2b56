import type { LineClock } from '#lib/client/live-line.ts';

/** A clock of lines and streams that moves when the test says so, with its timers. */
export function testClock(random = 0.5) {
  let now = 1_000_000;
  let timers: { at: number; work: () => void }[] = [];
  const clock: LineClock = {
    nowMs: () => now,
    random: () => random,
    after: (ms, work) => {
      const timer = { at: now + ms, work };
      timers.push(timer);
      return () => {
        timers = timers.filter((one) => one !== timer);
      };
    },
  };
  const pass = (ms: number): void => {
    const end = now + ms;
    for (;;) {
      const next = timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      timers = timers.filter((one) => one !== next);
      now = Math.max(now, next.at);
      next.work();
    }
    now = end;
  };
  return { clock, pass, nowMs: () => now };
}
