import { describe, expect, it } from 'vitest';
import { LiveLine } from '#lib/client/live-line.ts';
import { testClock } from './line-clock.ts';

/** D1, D2: no reply can stop a polled call, and old figures are said to be old. */

function watched(intervalMs: number, reply: (line: LiveLine) => void, random?: number) {
  const { clock, pass, nowMs } = testClock(random);
  const line = new LiveLine(clock);
  const askedAt: number[] = [];
  const ask = (): void => {
    askedAt.push(nowMs());
    line.asked();
    reply(line);
  };
  const end = line.watch(intervalMs, ask);
  ask();
  return { line, pass, askedAt, end, nowMs };
}

describe('a polled call', () => {
  it('is asked again every interval while replies are good, and never after nobody looks', () => {
    const { askedAt, pass, end, line } = watched(1_000, (one) => one.answered());
    pass(10_000);
    expect(askedAt).toHaveLength(11);
    expect(line.isStale()).toBe(false);
    end();
    pass(60_000);
    expect(askedAt).toHaveLength(11);
  });

  it.each([1_000, 2_000, 10_000, 30_000])(
    'goes on within the larger of its interval and 30 s after ever so many bad replies (%d ms)',
    (intervalMs) => {
      for (const random of [0, 0.999]) {
        const { askedAt, pass, line } = watched(intervalMs, (one) => one.failed(), random);
        pass(600_000);
        const gaps = askedAt.slice(1).map((at, index) => at - (askedAt[index] as number));
        expect(gaps.length).toBeGreaterThan(10);
        expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.max(intervalMs, 30_000));
        expect(line.isStale()).toBe(true);
        // Each wait is longer than the one before, up to the longest.
        expect(gaps.every((gap, index) => index === 0 || gap >= (gaps[index - 1] as number))).toBe(true);
      }
    },
  );

  it('that has shown nothing yet is asked again within a second or two, whatever its interval; one that has keeps to it', () => {
    let isGood = false;
    const { askedAt, pass } = watched(30_000, (one) => (isGood ? one.answered() : one.failed()), 0.999);
    pass(1_000);
    expect(askedAt).toHaveLength(2);
    isGood = true;
    pass(2_000);
    expect(askedAt).toHaveLength(3);
    isGood = false;
    pass(31_000);
    expect(askedAt).toHaveLength(4);
    pass(20_000);
    expect(askedAt).toHaveLength(4);
  });

  it('waits for as long as the exchange asks, not for hours, and is fresh again with the first good reply', () => {
    let retryAfterMs = 12_000;
    const { askedAt, pass, line } = watched(1_000, (one) =>
      retryAfterMs === 0 ? one.answered() : one.failed(retryAfterMs),
    );
    pass(11_900);
    line.hurry();
    expect(line.mustWait).toBe(true);
    expect(askedAt).toHaveLength(1);
    pass(200);
    expect(askedAt).toHaveLength(2);
    retryAfterMs = 86_400_000;
    pass(12_000);
    retryAfterMs = 0;
    pass(300_000);
    expect(line.isStale()).toBe(false);
  });

  it('asks at once when the network is back', () => {
    const { askedAt, pass, line } = watched(10_000, (one) => one.failed());
    pass(100);
    line.hurry();
    expect(askedAt).toHaveLength(2);
  });

  it('that is asked once only is asked again after a bad reply, and no more after a good one', () => {
    let isGood = false;
    const { askedAt, pass } = watched(0, (one) => (isGood ? one.answered() : one.failed()));
    pass(3_000);
    expect(askedAt.length).toBeGreaterThan(1);
    isGood = true;
    pass(30_000);
    const asked = askedAt.length;
    pass(600_000);
    expect(askedAt).toHaveLength(asked);
  });

  it('that is asked once only has its answer with a refusal of the question', () => {
    const { askedAt, pass } = watched(0, (one) => one.refused());
    pass(600_000);
    expect(askedAt).toHaveLength(1);
  });

  it('is said to be old within five seconds of a question without an answer, and knows the age of what it shows', () => {
    let isSilent = false;
    const { line, pass } = watched(1_000, (one) => {
      if (!isSilent) one.answered();
    });
    pass(3_000);
    expect(line.ageMs()).toBe(0);
    isSilent = true;
    pass(1_000);
    expect(line.isStale()).toBe(false);
    pass(4_000);
    expect(line.isStale()).toBe(true);
    expect(line.ageMs()).toBe(5_000);
  });

  it('is asked as often as its most eager watcher wants', () => {
    const { askedAt, pass, line } = watched(10_000, (one) => one.answered());
    const end = line.watch(2_000, () => {
      line.asked();
      line.answered();
      askedAt.push(0);
    });
    pass(10_000);
    const eager = askedAt.length;
    expect(eager).toBeGreaterThanOrEqual(5);
    end();
    pass(9_000);
    expect(askedAt.length - eager).toBeLessThanOrEqual(1);
  });
});

describe('a call that a stream carries (H59)', () => {
  const carried = (reply: (line: LiveLine) => void = (one) => one.answered()) => {
    const made = watched(1_000, reply);
    made.line.carry(true);
    return made;
  };

  it('is asked when the stream says so, at once, and once a second at most', () => {
    const { line, pass, askedAt, nowMs } = carried();
    pass(60_000);
    expect(askedAt).toHaveLength(1);
    line.nudge();
    expect(askedAt).toHaveLength(2);
    for (let times = 0; times < 30; times += 1) {
      pass(100);
      line.nudge();
    }
    expect(askedAt).toHaveLength(5);
    expect(nowMs() - (askedAt.at(-1) as number)).toBeLessThan(1_000);
  });

  it('is asked once more when it changed while it was asked', () => {
    let isSilent = false;
    const { line, pass, askedAt } = carried((one) => {
      if (!isSilent) one.answered();
    });
    pass(10_000);
    isSilent = true;
    line.nudge();
    line.nudge();
    isSilent = false;
    line.answered();
    expect(askedAt).toHaveLength(2);
    pass(1_000);
    expect(askedAt).toHaveLength(3);
    pass(60_000);
    expect(askedAt).toHaveLength(3);
  });

  it('is as fresh as the stream’s last word, and old when there is none', () => {
    const { line, pass } = carried();
    for (let beat = 0; beat < 10; beat += 1) {
      pass(4_000);
      line.heard();
    }
    expect(line.isStale()).toBe(false);
    expect(line.ageMs()).toBe(0);
    pass(5_001);
    expect(line.isStale()).toBe(true);
    expect(line.ageMs()).toBe(5_001);
  });

  it('is polled again when the stream is gone, and waits after a bad reply as any other', () => {
    let isGood = true;
    const { line, pass, askedAt } = carried((one) => (isGood ? one.answered() : one.failed()));
    pass(30_000);
    line.carry(false);
    pass(3_000);
    expect(askedAt).toHaveLength(4);
    line.carry(true);
    isGood = false;
    pass(10_000);
    line.nudge();
    line.nudge();
    expect(askedAt).toHaveLength(5);
    expect(line.isStale()).toBe(true);
    isGood = true;
    pass(2_000);
    expect(askedAt).toHaveLength(6);
    expect(line.isStale()).toBe(false);
  });
});
