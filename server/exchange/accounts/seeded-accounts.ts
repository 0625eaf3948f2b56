import { PAPER_ACCOUNTS, PAPER_FUND_PASSWORD } from '#lib/contract/paper-accounts.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Sequencer } from '../sequencer/sequencer.ts';
import type { Accounts } from './accounts.ts';
import type { SecretHasher } from './secret-hash.ts';
import { grantStartingFunds } from './starting-funds.ts';

const SEEDING = { lane: 'trader', from: 'seed' } as const;

/** Makes the accounts that everybody may use, once. */
export async function seedAccounts(
  accounts: Accounts,
  ledger: Ledger,
  sequencer: Sequencer,
  hasher: SecretHasher,
): Promise<void> {
  for (const { account, password, nickname } of PAPER_ACCOUNTS) {
    if (accounts.credentials(account) !== undefined) continue;
    // Side by side: at a start nobody else hashes.
    const hashes = await hasher.several(SEEDING, 2, async ({ hash }) => {
      const [passwordHash, fundpassHash] = await Promise.all([hash(password), hash(PAPER_FUND_PASSWORD)]);
      return { passwordHash, fundpassHash };
    });
    if (hashes === 'busy') throw new Error(`the account ${account} cannot be made: too many hashes wait`);
    await sequencer.submit((tx) => {
      const user = accounts.add(tx, { account, nickname, ...hashes });
      if ('refused' in user) throw new Error(`the account ${account} cannot be made: ${user.refused}`);
      grantStartingFunds(ledger, user.id, tx.nowMs);
    });
  }
}
