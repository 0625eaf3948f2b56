/** A trader (or a demo provider) as the rest of the exchange sees it. No secrets in here. */
export interface User {
  readonly id: number;
  /** The id as the product shows it. */
  readonly uid: string;
  /** Login name; '' for demo providers, who cannot log in. */
  readonly account: string;
  /** 16 hex digits; public, stable, says nothing about the id. */
  readonly anonymous: string;
  readonly nickname: string;
  readonly avatar: string;
  readonly tier: number;
  readonly lang: string;
  readonly riseColor: 'green' | 'red';
  readonly createdMs: number;
  /** Version of the bot agreement that was signed; '' = none. */
  readonly agreementVersion: string;
}

export interface Session {
  /** SHA-256 of the token, hex. The token itself is nowhere. */
  readonly key: string;
  readonly userId: number;
  readonly createdMs: number;
  readonly expiresMs: number;
  /** Money calls are free of the fund password until then (D15). */
  readonly fundVerifiedUntilMs: number;
  /** Last call in it, to a few minutes. Absent in sessions of before it was kept: their beginning counts. */
  readonly seenMs?: number;
  /** Where it was opened: the client's address and what its browser calls itself; '' when nobody told. */
  readonly ip?: string;
  readonly agent?: string;
}

/** The agreement that creating a bot needs. A new version has to be signed anew. */
export const AGREEMENT_VERSION = '2026-01';

/** Whether the user has signed the agreement's present version. */
export function hasSigned(user: Pick<User, 'agreementVersion'>): boolean {
  return user.agreementVersion === AGREEMENT_VERSION;
}
