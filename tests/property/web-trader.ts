import { setTimeout as delay } from 'node:timers/promises';
import { DOOR_CODE } from '#server/bff/answers.ts';
import { requestOf, type TestBff } from '../support/test-bff.ts';

/** A trader at a web server who moves money, one coin a transfer, whatever becomes of the exchange behind it. */
export interface WebTrader {
  readonly cookie: string;
  /** What has arrived. */
  margin(): Promise<number>;
  /** One more transfer; the code of the first answer that says what became of it, else of the last. */
  transfer(more?: Record<string, string>): Promise<number>;
  /** Transfers so far. */
  sent(): number;
  /** Transfers at intervals until then; their codes. */
  load(until: Promise<unknown>): Promise<number[]>;
}

/** Between two transfers: those that wait for a takeover come at once, and one trader may ask for 60 in three seconds. */
const EVERY_MS = 300;

type Wallet = readonly { readonly account: string; readonly asset: string; readonly available: string }[];

const json = async (response: Response) => (await response.json()) as { code: number; data?: Wallet };

export interface Insistence {
  /** Of idempotency keys: what they begin with. */
  readonly key: string;
  /** Answers that leave open what became of it: it is asked after under its key, as a screen does it. */
  readonly isOpen: (code: number) => boolean;
  /** How often it is sent at most, and what lies between, ms. */
  readonly tries: number;
  readonly restMs: number;
}

const ASKS_ONCE: Omit<Insistence, 'key'> = { isOpen: (code) => code === DOOR_CODE.unknown, tries: 2, restMs: 0 };

/** Logs in. */
export async function webTrader(
  { bff }: TestBff,
  insistence: Pick<Insistence, 'key'> & Partial<Insistence>,
): Promise<WebTrader> {
  const { key, isOpen, tries, restMs } = { ...ASKS_ONCE, ...insistence };
  const body = JSON.stringify({ account: 'demo', password: 'paper-demo' });
  const login = await bff(requestOf('login', { body }));
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] as string;
  let sent = 0;
  async function transfer(more: Record<string, string> = {}): Promise<number> {
    sent += 1;
    const headers = { cookie, 'idempotency-key': `${key}-of-transfer-${sent}` };
    const move = JSON.stringify({ from: 'spot', to: 'margin', asset: 'USDT', amount: '1', ...more });
    for (let tried = 1; ; tried += 1) {
      const { code } = await json(await bff(requestOf('transfer', { headers, body: move })));
      if (!isOpen(code) || tried >= tries) return code;
      await delay(restMs);
    }
  }
  return {
    cookie,
    async margin() {
      const { data } = await json(await bff(requestOf('wallet', { headers: { cookie } })));
      return Number(data?.find((row) => row.account === 'margin' && row.asset === 'USDT')?.available ?? 0);
    },
    transfer,
    sent: () => sent,
    async load(until) {
      const codes: Promise<number>[] = [];
      const over = { is: false };
      const end = () => {
        over.is = true;
      };
      void until.then(end, end);
      while (!over.is) {
        codes.push(transfer());
        await delay(EVERY_MS);
      }
      return Promise.all(codes);
    },
  };
}
