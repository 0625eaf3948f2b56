/**
 * While turns wait for the word of another machine (PostgreSQL with no synchronous standby that answers): what they changed is on the
 * database's own disk, and nobody is told that it is done. Nothing new is begun meanwhile; what is read may be shown.
 */
export interface Standstill {
  isOn(): boolean;
  /** Resolves and rejects as `wait` does, or resolves as soon as turns stand still. */
  cutShort(wait: Promise<void>): Promise<void>;
}

/** One that is told. */
export interface ToldStandstill extends Standstill {
  set(isOn: boolean): void;
}

export function openStandstill(): ToldStandstill {
  let isOn = false;
  const waiting = new Set<() => void>();
  return {
    isOn: () => isOn,
    cutShort: (wait) =>
      new Promise((resolve, reject) => {
        if (isOn) resolve();
        else waiting.add(resolve);
        // Who waits no longer is forgotten: waits are many, standstills few.
        wait.then(resolve, reject).finally(() => waiting.delete(resolve));
      }),
    set(next) {
      isOn = next;
      if (!isOn) return;
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
  };
}

/** Of a store whose disk is this machine's. */
export const NEVER_STILL: Standstill = { isOn: () => false, cutShort: (wait) => wait };
