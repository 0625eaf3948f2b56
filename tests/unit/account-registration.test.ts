import { describe, expect, it } from 'vitest';
import { ACCOUNT_ISSUES, refusedIssues, registrationIssues } from '#components/account/registration-issues.ts';
import en from '#messages/en/account.json' with { type: 'json' };
import zh from '#messages/zh/account.json' with { type: 'json' };

const GOOD = { account: 'maker.one', password: 'long enough', fundpass: 'another one', nickname: '' };

describe('registration', () => {
  it('accepts an account name, two different passwords and no nickname', () => {
    expect(registrationIssues(GOOD)).toEqual({});
    expect(registrationIssues({ ...GOOD, nickname: '老王 the 2nd' })).toEqual({});
  });

  it('says at each field what is wrong with it', () => {
    expect(registrationIssues({ account: '', password: '', fundpass: '', nickname: '' })).toEqual({
      account: 'account-empty',
      password: 'password-empty',
      fundpass: 'password-empty',
    });
    expect(registrationIssues({ ...GOOD, account: 'ab' })).toEqual({ account: 'account-format' });
    expect(registrationIssues({ ...GOOD, account: 'a b c' })).toEqual({ account: 'account-format' });
    expect(registrationIssues({ ...GOOD, password: '1234567' })).toEqual({ password: 'password-short' });
    expect(registrationIssues({ ...GOOD, password: 'x'.repeat(129) })).toEqual({ password: 'password-long' });
    expect(registrationIssues({ ...GOOD, nickname: '<b>' })).toEqual({ nickname: 'nickname-format' });
    expect(registrationIssues({ ...GOOD, nickname: 'n'.repeat(41) })).toEqual({ nickname: 'nickname-format' });
  });

  it('wants a fund password that is not the password', () => {
    expect(registrationIssues({ ...GOOD, fundpass: GOOD.password })).toEqual({ fundpass: 'fundpass-same' });
  });

  it('puts what the exchange refuses at its field', () => {
    expect(refusedIssues({ field: 'account', issue: 'account-taken' })).toEqual({ account: 'account-taken' });
    expect(refusedIssues({ field: 'fundpass', issue: 'from-a-later-release' })).toEqual({ fundpass: 'invalid' });
    expect(refusedIssues({ field: 'somewhere' })).toEqual({ account: 'invalid' });
    expect(refusedIssues(undefined)).toEqual({ account: 'invalid' });
  });

  it('has a sentence for every issue in both languages', () => {
    expect(Object.keys(en.issue).sort()).toEqual([...ACCOUNT_ISSUES].sort());
    expect(Object.keys(zh.issue).sort()).toEqual([...ACCOUNT_ISSUES].sort());
  });
});
