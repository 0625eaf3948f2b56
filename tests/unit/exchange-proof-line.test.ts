import { describe, expect, it } from 'vitest';
import { createJobQueue, type Job } from '#server/exchange/proofs/proof-jobs.ts';

/** A line whose work is done when the test says so. */
function openLine() {
  const begun: { readonly botId: number; done(): void }[] = [];
  const line = createJobQueue<number>({
    clock: { nowMs: () => 0 },
    interrupt: async () => begun.at(-1)?.done(),
    onError: (_, error) => {
      throw error;
    },
    longestMs: 60_000,
  });
  const ask = (botId: number, asker: string, ownerId = botId) => {
    const job: Job<number> = {
      key: botId,
      ownerId,
      asker,
      run: () => {
        const { promise, resolve } = Promise.withResolvers<number>();
        begun.push({ botId, done: () => resolve(botId) });
        return promise;
      },
    };
    return line.ask(job);
  };
  return { line, begun, ask };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the line of proofs', () => {
  it('holds ten of one address, however many accounts it has, and takes the next one of another', async () => {
    const { line, ask } = openLine();
    for (let bot = 1; bot <= 10; bot += 1) expect(ask(bot, '10.0.0.1')).toBe('asked');
    expect(ask(11, '10.0.0.1')).toBe('full');
    expect(ask(1, '10.0.0.1')).toBe('asked');
    expect(ask(12, '10.0.0.2', 1)).toBe('own');
    expect(ask(12, '10.0.0.2')).toBe('asked');
    // What is over leaves its place.
    expect(line.cancel(5)).toBe(true);
    expect(ask(11, '10.0.0.1')).toBe('asked');
    expect(ask(13, '10.0.0.1')).toBe('full');
    await line.stop();
  });

  it('holds fifty in all', async () => {
    const { line, ask } = openLine();
    for (let bot = 1; bot <= 50; bot += 1) expect(ask(bot, `10.0.0.${bot % 5}`)).toBe('asked');
    expect(ask(51, '10.0.0.9')).toBe('full');
    await line.stop();
  });

  it('serves addresses in turns: who comes after ten of another waits for one of them', async () => {
    const { line, begun, ask } = openLine();
    for (let bot = 1; bot <= 10; bot += 1) ask(bot, '10.0.0.1');
    ask(20, '10.0.0.2');
    ask(21, '10.0.0.2');
    for (let bot = 0; bot < 5; bot += 1) {
      await settled();
      begun.at(-1)?.done();
    }
    await settled();
    expect(begun.map(({ botId }) => botId)).toEqual([1, 20, 2, 21, 3, 4]);
    await line.stop();
  });
});
