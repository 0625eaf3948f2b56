import { SPOT_GRID_BODY } from '#tests/support/spot-grid-body.ts';

/** An answer of the exchange; null when none came (the process was killed): nothing is known then. */
export type Answer = { readonly code: number; readonly data?: Record<string, unknown> } | null;

export interface Trader {
  readonly userId: number;
  readonly token: string;
}

/** A money call that was sent, and what is known of it. */
export interface SentCall {
  readonly trader: Trader;
  readonly endpoint: 'createGrid' | 'cancelGrid';
  readonly path: string;
  readonly key: string;
  readonly body: Record<string, unknown>;
  answer: Answer;
}

/** Seconds until a call without an answer counts as unanswered. */
const PATIENCE_MS = 10_000;

/** One call over HTTP. */
export async function ask(
  url: string,
  method: 'GET' | 'POST',
  path: string,
  options: { token?: string; key?: string; body?: unknown } = {},
): Promise<Answer> {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (options.token !== undefined) headers.authorization = `Bearer ${options.token}`;
  if (options.key !== undefined) headers['idempotency-key'] = options.key;
  try {
    const body = options.body === undefined ? null : JSON.stringify(options.body);
    const response = await fetch(url + path, { method, headers, body, signal: AbortSignal.timeout(PATIENCE_MS) });
    return (await response.json()) as Answer;
  } catch {
    return null;
  }
}

/** Sends a money call, again under its key when it was sent before. */
export function send(url: string, call: Pick<SentCall, 'trader' | 'path' | 'key' | 'body'>): Promise<Answer> {
  return ask(url, 'POST', call.path, { token: call.trader.token, key: call.key, body: call.body });
}

/** Logs in, signs the agreement and opens the fund password's half hour, so that load is not spent on hashing. */
export async function readyTrader(url: string, account: string, password: string): Promise<Trader> {
  const login = await ask(url, 'POST', '/apiw/v2/account/login', { body: { account, password } });
  if (login?.code !== 200) throw new Error(`login of ${account} answered ${JSON.stringify(login)}`);
  const token = String(login.data?.token);
  const agreement = '/apiw/v2/quant-trading/private/bot_agreement';
  const read = await ask(url, 'GET', agreement, { token });
  const signed = await ask(url, 'POST', agreement, { token, body: { version: read?.data?.version } });
  if (signed?.code !== 200) throw new Error(`signing answered ${JSON.stringify(signed)}`);
  return { userId: Number(login.data?.user_id), token };
}

/** A narrow grid around the present price: the ticks of the next moments fill its orders. At most 16 lines pay their fees. */
export function gridAround(
  last: number,
  decimals: number,
  market: string,
  money: number,
  gridNum: number,
): Record<string, unknown> {
  return {
    ...SPOT_GRID_BODY,
    market,
    low_price: (last * 0.995).toFixed(decimals),
    high_price: (last * 1.005).toFixed(decimals),
    grid_num: String(gridNum),
    money: String(money),
    fundpass: 'paper-fund',
  };
}
