/** Another process has the store open: two writers would each believe their own memory. */
export class StoreInUse extends Error {
  override readonly name = 'StoreInUse';
}

/** The database is older than what was acknowledged: its log was damaged, or files of another time were put here. */
export class TurnsLost extends Error {
  override readonly name = 'TurnsLost';
}

/** The store is no longer ours, or nobody knows: another may have it, or the database does not answer. Ends the process. */
export class StoreLost extends Error {
  override readonly name = 'StoreLost';
}
