import { describe, expect, it } from 'vitest';
import { KeptOperation } from '#lib/client/kept-operation.ts';
import { noteAnswered, noteSent } from '#lib/client/keyed-call.ts';

describe('an operation that is sent', () => {
  /** What goes out, and whether it is answered. */
  const sends = (isAnswered: () => boolean) => {
    const went: (readonly [what: string, key: string])[] = [];
    const out = async (what: string, key: string): Promise<string> => {
      went.push([what, key]);
      noteSent(key);
      if (isAnswered()) noteAnswered(key);
      return `said to ${what}`;
    };
    return { went, out };
  };

  it('goes out again as it was until it is answered, whatever is wanted since; what comes then is another', async () => {
    let isAnswered = false;
    const { went, out } = sends(() => isAnswered);
    const operation = new KeptOperation<string>();
    expect(operation.unanswered).toBeNull();
    expect(await operation.send('first', out)).toEqual({ what: 'first', said: 'said to first' });
    expect(operation.unanswered).toBe('first');
    isAnswered = true;
    expect(await operation.send('second', out)).toEqual({ what: 'first', said: 'said to first' });
    expect(operation.unanswered).toBeNull();
    await operation.send('third', out);
    expect(went.map(([what]) => what)).toEqual(['first', 'first', 'third']);
    expect(went.map(([, key]) => went.findIndex(([, first]) => first === key))).toEqual([0, 0, 2]);
  });

  it('is not over because its sending failed: it may have gone out', async () => {
    const operation = new KeptOperation<string>();
    const keys: string[] = [];
    const fails = (_what: string, key: string): Promise<never> => {
      keys.push(key);
      noteSent(key);
      return Promise.reject(new Error('broken'));
    };
    await expect(operation.send('first', fails)).rejects.toThrow('broken');
    await expect(operation.send('second', fails)).rejects.toThrow('broken');
    expect([operation.unanswered, new Set(keys).size]).toEqual(['first', 1]);
  });

  it('goes out once at a time: a second press before the first is heard of sends nothing, and one after it does', async () => {
    const { went, out } = sends(() => true);
    const operation = new KeptOperation<string>();
    const first = operation.send('first', out);
    expect(operation.send('second', out)).toBeNull();
    expect(await first).toEqual({ what: 'first', said: 'said to first' });
    await operation.send('third', out);
    expect(went.map(([what]) => what)).toEqual(['first', 'third']);
  });

  it('may go out again after its sending failed', async () => {
    const operation = new KeptOperation<string>();
    await expect(operation.send('first', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(await operation.send('second', sends(() => true).out)).toMatchObject({ what: 'second' });
  });

  it('is nobody’s any more once it is given up', async () => {
    const { went, out } = sends(() => false);
    const operation = new KeptOperation<string>();
    await operation.send('first', out);
    operation.giveUp();
    expect(operation.unanswered).toBeNull();
    await operation.send('second', out);
    expect(went.map(([what]) => what)).toEqual(['first', 'second']);
    expect(went[0]?.[1]).not.toBe(went[1]?.[1]);
  });
});
