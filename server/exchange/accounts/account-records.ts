import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import { ACCOUNTS, type AccountRecord, publicUser } from './account-record.ts';
import type { User } from './user.ts';

/** User ids start here: five digits look like ids, not like counts. */
const FIRST_USER_ID = 10_001;

/** The accounts' records in memory, found by id, name and anonymous id. */
export interface Records {
  readonly users: ReadonlyMap<number, User>;
  get(userId: number): AccountRecord;
  byName(account: string): AccountRecord | undefined;
  byAnonymous(anonymous: string): User | undefined;
  /** Writes a record inside a command. */
  save(tx: Tx, record: AccountRecord): User;
  /** Never given out before, not even to an account that was refused. */
  nextId(): number;
}

export async function loadRecords(store: StoreReader): Promise<Records> {
  const records = new Map<number, AccountRecord>();
  const users = new Map<number, User>();
  const idByAccount = new Map<string, number>();
  const idByAnonymous = new Map<string, number>();

  function index(record: AccountRecord): User {
    const user = publicUser(record);
    records.set(record.id, record);
    users.set(record.id, user);
    if (record.account !== '') idByAccount.set(record.account, record.id);
    idByAnonymous.set(record.anonymous, record.id);
    return user;
  }

  function unindex(record: AccountRecord): void {
    records.delete(record.id);
    users.delete(record.id);
    idByAccount.delete(record.account);
    idByAnonymous.delete(record.anonymous);
  }

  for await (const row of store.all(ACCOUNTS)) index(JSON.parse(row.value) as AccountRecord);
  let next = [...records.keys()].reduce((highest, id) => Math.max(highest, id + 1), FIRST_USER_ID);

  return {
    users,
    get(userId) {
      const record = records.get(userId);
      if (record === undefined) throw new Error(`there is no user ${userId}`);
      return record;
    },
    byName: (account) => records.get(idByAccount.get(account) ?? 0),
    byAnonymous: (anonymous) => users.get(idByAnonymous.get(anonymous) ?? 0),
    save(tx, record) {
      const before = records.get(record.id);
      tx.onUndo(() => (before === undefined ? unindex(record) : void index(before)));
      tx.put(ACCOUNTS, String(record.id), JSON.stringify(record));
      return index(record);
    },
    nextId() {
      next += 1;
      return next - 1;
    },
  };
}
