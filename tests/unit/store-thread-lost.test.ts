import { expect, it, vi } from 'vitest';
import { DatabaseThread } from '#server/exchange/store/database-thread.ts';

/** A database's thread that opens, and does `then` in the middle of its work. */
const programThat = (then: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      parentPort.postMessage({ opened: { epoch: 1, turn: 0, sequence: 0 } });
      parentPort.on('message', ({ id, method }) => {
        parentPort.postMessage({ id, value: undefined });
        if (method === 'close') parentPort.close();
        else setTimeout(() => { ${then} });
      });`)}`,
  );

it.each([
  ['breaks', "throw new Error('a bug')", /a bug/],
  ['ends', 'process.exit(0)', /closed/],
])('a thread that %s though nobody closes it is told at once, not with the next turn', async (_, then, words) => {
  const onLost = vi.fn();
  const thread = new DatabaseThread({ program: programThat(then), given: {}, onLost });
  await thread.opened;
  await thread.call('get', 'a', 'k');
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledTimes(1), 10_000);
  expect(onLost).toHaveBeenCalledWith(expect.objectContaining({ message: expect.stringMatching(words) }));
  await expect(thread.call('get', 'a', 'k')).rejects.toThrow(words);
});

it('a thread that is closed is not lost', async () => {
  const onLost = vi.fn();
  const thread = new DatabaseThread({ program: programThat(''), given: {}, onLost });
  await thread.opened;
  await thread.close();
  expect(onLost).not.toHaveBeenCalled();
});

it('a store that is lost while it is being opened is told as lost when it is there, not with the first question to it', async () => {
  const onLost = vi.fn();
  const messages = [
    { lost: { name: 'StoreLost', message: 'overtaken' } },
    { opened: { epoch: 1, turn: 0, sequence: 0 } },
  ];
  const program = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads';
      for (const message of ${JSON.stringify(messages)}) parentPort.postMessage(message);
      parentPort.on('message', () => {});`)}`,
  );
  const thread = new DatabaseThread({ program, given: {}, onLost });
  await thread.opened;
  expect(onLost.mock.calls).toEqual([[expect.objectContaining({ message: 'overtaken' })]]);
});
