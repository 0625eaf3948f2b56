import { isNickname } from '#lib/contract/shown-text.ts';

/** The registration form's values as typed. */
export interface Registration {
  readonly account: string;
  readonly password: string;
  readonly fundpass: string;
  readonly nickname: string;
}

export type RegistrationField = keyof Registration;

export const ACCOUNT_ISSUES = [
  'account-empty',
  'account-format',
  'account-taken',
  'password-empty',
  'password-short',
  'password-common',
  'password-account',
  'password-long',
  'fundpass-same',
  'nickname-format',
  'invalid',
] as const;
export type AccountIssue = (typeof ACCOUNT_ISSUES)[number];
export type RegistrationIssues = Partial<Record<RegistrationField, AccountIssue>>;

/** The exchange's own rules, said before the round trip; it decides again. Case does not count in account names. */
const ACCOUNT_FORMAT = /^[a-z0-9][a-z0-9@._+-]{2,63}$/i;
const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 128;

function passwordIssue(password: string): AccountIssue | undefined {
  if (password === '') return 'password-empty';
  if (password.length < SHORTEST_PASSWORD) return 'password-short';
  return password.length > LONGEST_PASSWORD ? 'password-long' : undefined;
}

function accountIssue(account: string): AccountIssue | undefined {
  if (account.trim() === '') return 'account-empty';
  return ACCOUNT_FORMAT.test(account.trim()) ? undefined : 'account-format';
}

/** What stands in the way of sending the form; empty when nothing does. */
export function registrationIssues({ account, password, fundpass, nickname }: Registration): RegistrationIssues {
  const found: Record<RegistrationField, AccountIssue | undefined> = {
    account: accountIssue(account),
    password: passwordIssue(password),
    fundpass: passwordIssue(fundpass) ?? (fundpass === password ? 'fundpass-same' : undefined),
    nickname: nickname.trim() === '' || isNickname(nickname.trim()) ? undefined : 'nickname-format',
  };
  return Object.fromEntries(Object.entries(found).filter(([, issue]) => issue !== undefined));
}

/** The issue that a refusal (422) names, under its field; a word that this release does not know is 'invalid'. */
export function refusedIssues(data: unknown): RegistrationIssues {
  const { field, issue } = (data ?? {}) as { readonly field?: unknown; readonly issue?: unknown };
  const known = ACCOUNT_ISSUES.find((one) => one === issue) ?? 'invalid';
  if (field === 'account' || field === 'password' || field === 'fundpass' || field === 'nickname') {
    return { [field]: known };
  }
  return { account: 'invalid' };
}
