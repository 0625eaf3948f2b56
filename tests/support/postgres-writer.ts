import { openPostgresStore } from '#server/exchange/store/postgres-store.ts';
import { collectBatch, rowNumbers } from '#server/exchange/store/turn-batch.ts';

/**
 * A process that has the store of a database open and writes a turn whenever it is told: to be held, killed and taken over from. It tells
 * `{opened: epoch}`, `{written: turn}`, `{refused: sentence}` and `{lost: name}`.
 */
const [url = '', holder = ''] = process.argv.slice(2);
const tell = (message: object) => process.send?.(message);

const store = await openPostgresStore({
  ...{ url, holder, collections: ['a'], isPatient: false },
  onLost: ({ name }) => tell({ lost: name }),
});
let { turn } = store.position;
process.on('message', () => {
  const batch = collectBatch(store.collections, rowNumbers(store.position));
  turn += 1;
  batch.put('a', holder, `${turn}`);
  const made = batch.close(store.position.epoch, turn);
  if (made === null) return;
  store.commit(made).then(
    () => tell({ written: made.turn }),
    (error: unknown) => tell({ refused: String(error) }),
  );
});
tell({ opened: store.position.epoch });
