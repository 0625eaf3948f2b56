import { createHash } from 'node:crypto';
import { PAPER_ACCOUNTS } from '#lib/contract/paper-accounts.ts';
import { isNickname } from '#lib/contract/shown-text.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import type { StoreReader } from '../store/store.ts';
import type { Random } from '../surroundings/random.ts';
import { type AccountRecord, accountName, isAccountName } from './account-record.ts';
import { loadRecords, type Records } from './account-records.ts';
import type { SecondFactor } from './second-factor.ts';
import { openSessions, type SessionOrigin, type Sessions } from './sessions.ts';
import type { Session, User } from './user.ts';

/** What a new account is made of. Providers of the demo world have no account name and no secrets: they cannot log in. */
export interface NewAccount {
  readonly account: string;
  /** '' = one is made from the anonymous id. */
  readonly nickname: string;
  readonly avatar?: string;
  readonly tier?: number;
  readonly lang?: string;
  /** Hashes made by SecretHasher; '' = none. */
  readonly passwordHash: string;
  readonly fundpassHash: string;
  /** 16 hex digits; made at random when absent. The demo world hands its own in, so that it is the same everywhere. */
  readonly anonymous?: string;
}

export interface AccountRefusal {
  readonly refused: 'account-taken' | 'account-format' | 'nickname-format';
}

export type SessionEnded = (tx: Tx, session: Pick<Session, 'key' | 'userId'>) => void;

/** Users and sessions, in memory and in the store. Reading is free; changes need a sequencer command. */
export interface Accounts {
  byId(userId: number): User | undefined;
  byAnonymous(anonymous: string): User | undefined;
  everyUser(): Iterable<User>;
  /** Makes an account inside a command. */
  add(tx: Tx, account: NewAccount): User | AccountRefusal;
  /** Signs the agreement inside a command. */
  signAgreement(tx: Tx, userId: number, version: string): void;
  /** Hashes for SecretHasher.verify; '' when there is no such account. */
  credentials(account: string): { readonly userId: number; readonly passwordHash: string } | undefined;
  fundpassHash(userId: number): string;
  /** Opens a session inside a command; the token is shown once, here. `pushedOut`: older ones of the user that made room. */
  openSession(tx: Tx, userId: number, from: SessionOrigin): { readonly token: string; readonly pushedOut: number };
  /** Live sessions, the latest first. */
  sessionsOf(userId: number, nowMs: number): readonly Session[];
  /** Whether a session has neither been ended nor run out. */
  isLive(session: Session, nowMs: number): boolean;
  /** Whether the session's last use should be written down anew, with `touchSession`. */
  isStale(session: Session, nowMs: number): boolean;
  touchSession(tx: Tx, session: Session): void;
  /** Ends every other session of the same user; returns how many. */
  closeOtherSessions(tx: Tx, session: Session): number;
  /** Ends the user's session whose key begins so; returns how many ended. */
  closeSessionNamed(tx: Tx, userId: number, name: string): number;
  /** New hashes of a password or fund password. */
  setSecrets(tx: Tx, userId: number, secrets: Partial<Pick<AccountRecord, 'passwordHash' | 'fundpassHash'>>): void;
  secondFactor(userId: number): SecondFactor | null;
  setSecondFactor(tx: Tx, userId: number, factor: SecondFactor | null): void;
  /** Whether the account's password is published: it belongs to everybody, and nobody may change it. */
  isPublished(userId: number): boolean;
  /** The live session of a bearer token, or null. */
  sessionOf(token: string, nowMs: number): { readonly session: Session; readonly user: User } | null;
  /** Ends a session inside a command: its token is worth nothing from then on. */
  closeSession(tx: Tx, session: Session): void;
  /** Called, inside its command, of every session that its trader ends: by logging out, from elsewhere, with a new secret. Those that run out, or make room, are not. */
  onSessionEnded(listener: SessionEnded): void;
  /** Called, inside its command, when a trader has ended all of his sessions but this one: those that had run out before are meant as well. */
  onOthersEnded(listener: SessionEnded): void;
  /** Whether the session's money calls are free of the fund password, as it stands now. */
  isFundFree(session: Session, nowMs: number): boolean;
  /** Frees the session's money calls of the fund password until `untilMs`, inside a command. The session is live. */
  markFundVerified(tx: Tx, session: Session, untilMs: number): void;
}

/** Living sessions of one account. One whose password is published is used by many people at once. */
export const MOST_SESSIONS = 20;
export const MOST_PUBLISHED_SESSIONS = 1_000;

export interface AccountsOptions {
  /** Whether the accounts exist whose passwords are published (DEMO_ACCOUNTS). */
  readonly hasPublished?: boolean;
}

const PUBLISHED: ReadonlySet<string> = new Set(PAPER_ACCOUNTS.map(({ account }) => account));

export async function openAccounts(
  store: StoreReader,
  random: Random,
  { hasPublished = true }: AccountsOptions = {},
): Promise<Accounts> {
  const records = await loadRecords(store);
  const { users, save } = records;
  const sessions: Sessions = await openSessions(store);

  function isAbsent(account: string): boolean {
    return !hasPublished && PUBLISHED.has(account);
  }

  function isPublished(userId: number): boolean {
    return PUBLISHED.has(records.get(userId).account);
  }

  return {
    byId: (userId) => users.get(userId),
    byAnonymous: records.byAnonymous,
    everyUser: () => users.values(),
    add(tx, fresh) {
      const account = accountName(fresh.account);
      if (account !== '' && !isAccountName(account)) return { refused: 'account-format' };
      if (fresh.nickname !== '' && !isNickname(fresh.nickname)) return { refused: 'nickname-format' };
      if (records.byName(account) !== undefined || isAbsent(account)) return { refused: 'account-taken' };
      const anonymous = fresh.anonymous ?? anonymousId(random, records);
      return save(tx, newRecord(records.nextId(), account, fresh, anonymous, tx.nowMs));
    },
    signAgreement(tx, userId, version) {
      save(tx, { ...records.get(userId), agreementVersion: version });
    },
    credentials(account) {
      const record = records.byName(accountName(account));
      return record === undefined || isAbsent(record.account)
        ? undefined
        : { userId: record.id, passwordHash: record.passwordHash };
    },
    fundpassHash: (userId) => records.get(userId).fundpassHash,
    openSession(tx, userId, from) {
      const token = Buffer.from(random.bytes(32)).toString('base64url');
      const most = isPublished(userId) ? MOST_PUBLISHED_SESSIONS : MOST_SESSIONS;
      const pushedOut = sessions.open(tx, tokenKey(token), userId, from, most);
      return { token, pushedOut };
    },
    sessionOf(token, nowMs) {
      const session = sessions.live(tokenKey(token), nowMs);
      const user = session === null ? undefined : users.get(session.userId);
      return session === null || user === undefined || isAbsent(user.account) ? null : { session, user };
    },
    sessionsOf: (userId, nowMs) => sessions.of(userId, nowMs),
    isLive: ({ key }, nowMs) => sessions.live(key, nowMs) !== null,
    isStale: (session, nowMs) => sessions.isStale(session, nowMs),
    touchSession: (tx, session) => sessions.touch(tx, session.key),
    setSecrets: (tx, userId, secrets) => void save(tx, { ...records.get(userId), ...secrets }),
    secondFactor: (userId) => records.get(userId).secondFactor ?? null,
    setSecondFactor: (tx, userId, secondFactor) => void save(tx, { ...records.get(userId), secondFactor }),
    isPublished,
    ...sessionEnds(sessions),
    isFundFree: ({ key }, nowMs) => (sessions.live(key, nowMs)?.fundVerifiedUntilMs ?? 0) > nowMs,
    markFundVerified: (tx, session, untilMs) => sessions.markFundVerified(tx, session.key, untilMs),
  };
}

/** Sessions that their trader ends, and who is told of it. */
function sessionEnds(
  sessions: Sessions,
): Pick<Accounts, 'closeSession' | 'closeOtherSessions' | 'closeSessionNamed' | 'onSessionEnded' | 'onOthersEnded'> {
  const listeners: SessionEnded[] = [];
  const ofOthers: SessionEnded[] = [];
  function close(tx: Tx, ended: readonly Session[]): number {
    for (const session of ended) {
      sessions.close(tx, session.key);
      for (const listener of listeners) listener(tx, session);
    }
    return ended.length;
  }
  return {
    closeSession: (tx, session) => void close(tx, [session]),
    closeOtherSessions: (tx, kept) => {
      const { key, userId } = kept;
      const others = sessions.of(userId, tx.nowMs).filter((session) => session.key !== key);
      for (const listener of ofOthers) listener(tx, kept);
      return close(tx, others);
    },
    closeSessionNamed: (tx, userId, name) =>
      close(
        tx,
        sessions.of(userId, tx.nowMs).filter(({ key }) => key.startsWith(name)),
      ),
    onSessionEnded: (listener) => void listeners.push(listener),
    onOthersEnded: (listener) => void ofOthers.push(listener),
  };
}

function newRecord(id: number, account: string, fresh: NewAccount, anonymous: string, nowMs: number): AccountRecord {
  return {
    id,
    uid: String(id),
    account,
    anonymous,
    nickname: fresh.nickname === '' ? `Trader-${anonymous.slice(0, 6)}` : fresh.nickname,
    avatar: fresh.avatar ?? '',
    tier: fresh.tier ?? 0,
    lang: fresh.lang ?? 'en',
    riseColor: 'green',
    createdMs: nowMs,
    agreementVersion: '',
    passwordHash: fresh.passwordHash,
    fundpassHash: fresh.fundpassHash,
  };
}

function anonymousId(random: Random, records: Records): string {
  for (;;) {
    const id = Buffer.from(random.bytes(8)).toString('hex');
    if (records.byAnonymous(id) === undefined) return id;
  }
}

/** What the store knows of a token. A token has 256 random bits, so a plain hash cannot be searched backwards. */
function tokenKey(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
