import { isRecord } from '#lib/contract/is-record.ts';

/** What a copy owes and has paid, units of its profit asset; of copies alone. */
export interface CopyShare {
  /** Profit up to which a share was taken: it only rises (H41). */
  readonly mark: bigint;
  /** Taken with withdrawals of profit. */
  readonly withdrawn: bigint;
  /** Taken at the end, 1e-16: coins that were kept pay it at the prices of the end. */
  readonly atEndFine: bigint;
  /** Transfers that were sent. */
  readonly sent: number;
}

export const NEW_SHARE: CopyShare = { mark: 0n, withdrawn: 0n, atEndFine: 0n, sent: 0 };

/** A value for the store; `readShare` reads it back. */
export function formatShare({ mark, withdrawn, atEndFine, sent }: CopyShare): unknown {
  return { mark: `${mark}`, withdrawn: `${withdrawn}`, atEndFine: `${atEndFine}`, sent };
}

/** Reads what `formatShare` wrote. The store is our own: a malformed value is a bug and throws. */
export function readShare(stored: unknown): CopyShare {
  if (!isRecord(stored)) throw new Error('not a share');
  const { mark, withdrawn, atEndFine, sent } = stored;
  return {
    mark: BigInt(`${mark}`),
    withdrawn: BigInt(`${withdrawn}`),
    atEndFine: BigInt(`${atEndFine}`),
    sent: Number(sent),
  };
}
