import { dictionary } from '@zxcvbn-ts/language-common';

/**
 * What a password must be, after NIST SP 800-63B: long enough, not one that everybody tries first, not the account's
 * own name. No rules about kinds of characters, no hints, no expiry. Length is counted in characters as people see
 * code points, after NFKC, which is how they are hashed.
 */
export type PasswordIssue = 'password-short' | 'password-common' | 'password-account';

const SHORTEST = 8;
/** The commonest of many leaks, lower case. */
const COMMON: ReadonlySet<string> = new Set(dictionary['passwords-common'] as readonly string[]);

/** What anybody tries first here (800-63B: words of the service). */
const PRODUCT = 'strategybot';

/** Null when the password may be used for this account. The same rules hold for fund passwords. */
export function passwordIssue(password: string, account: string): PasswordIssue | null {
  const normal = password.normalize('NFKC');
  const plain = normal.trim().toLowerCase();
  if ([...normal.trim()].length < SHORTEST) return 'password-short';
  if (isNamedAfter(plain, account)) return 'password-account';
  if (isNamedAfter(plain, PRODUCT)) return 'password-common';
  if (COMMON.has(plain) || COMMON.has(plain.replace(/\d+$/, '')) || isOneRun(plain)) return 'password-common';
  return null;
}

/** The name, or its part before the @, with nothing but digits and signs around it. */
function isNamedAfter(plain: string, name: string): boolean {
  const names = [name, name.split('@')[0] ?? ''].filter((one) => one.length >= 3);
  return names.some((one) => {
    const rest = plain.split(one);
    return rest.length > 1 && rest.every((part) => !/\p{L}/u.test(part));
  });
}

/** One character repeated, or a row such as 12345678 and abcdefgh, either way round. */
function isOneRun(plain: string): boolean {
  const codes = [...plain].map((character) => character.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  return Math.abs(step) <= 1 && codes.every((code, index) => index === 0 || code - (codes[index - 1] ?? 0) === step);
}
