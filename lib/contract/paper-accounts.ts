/**
 * The paper exchange's own accounts (D14) and what every new account of it starts with. The exchange makes them, the
 * login and registration pages show them: paper money, so nothing here is a secret.
 */
export const PAPER_ACCOUNTS = [
  { account: 'demo', password: 'paper-demo', nickname: 'Demo trader' },
  { account: 'copier', password: 'paper-copier', nickname: 'Demo copier' },
] as const;

/** Fund password of both. */
export const PAPER_FUND_PASSWORD = 'paper-fund';

/** Paper money of a new account, whole coins. */
export const PAPER_STARTING_COINS: readonly (readonly [asset: string, coins: bigint])[] = [
  ['USDT', 100_000n],
  ['BTC', 1n],
  ['ETH', 10n],
  ['SOL', 100n],
  ['XRP', 10_000n],
  ['BNB', 20n],
  ['DOGE', 50_000n],
  ['ADA', 20_000n],
];

/** Paper money of a new account on the other accounts that bots are funded from, decimal text. */
export const PAPER_STARTING_FUNDS = [
  { account: 'futures_usdt', asset: 'USDT', amount: '50000' },
  { account: 'futures_btc', asset: 'BTC', amount: '0.5' },
  { account: 'margin', asset: 'USDT', amount: '50000' },
] as const;
