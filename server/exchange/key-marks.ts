import { createHash } from 'node:crypto';
import type { Sequencer } from './sequencer/sequencer.ts';
import type { StoreReader } from './store/store.ts';

/** What a store that several hosts share knows of the keys that lie beside it. */
export const KEY_MARKS = 'key_marks';
const MARK_CHARACTERS = 22;

/**
 * Several hosts take turns at one store, and what one of them has sealed the next must open: the first leaves a mark of each of its keys
 * (nobody gets back from it to the key), and who has others is told before it does anything. `keys`: by the names of their files.
 */
export async function assertSameKeys(
  store: Pick<StoreReader, 'get'>,
  sequencer: Pick<Sequencer, 'submit'>,
  keys: Readonly<Record<string, Uint8Array>>,
): Promise<void> {
  for (const [name, key] of Object.entries(keys)) {
    const mark = JSON.stringify(markOf(name, key));
    const kept = await store.get(KEY_MARKS, name);
    if (kept === undefined) await sequencer.submit((tx) => tx.put(KEY_MARKS, name, mark));
    else if (kept !== mark) {
      throw new Error(
        `DATA_DIR/${name} is not the key of the exchanges that have used this store: copy that file from one of them. ` +
          `If it is lost, go on without it: DELETE FROM exchange.item WHERE collection = '${KEY_MARKS}'.`,
      );
    }
  }
}

function markOf(name: string, key: Uint8Array): string {
  return createHash('sha256').update(`${name} `).update(key).digest('base64url').slice(0, MARK_CHARACTERS);
}
