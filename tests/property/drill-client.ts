import { setTimeout as delay } from 'node:timers/promises';
import { ENDPOINTS } from '#lib/contract/endpoints.ts';
import { type Answer, gridAround, type SentCall, type Trader } from './crash-client.ts';

/** A trader's browser at any of several web servers: what one of them has let in, all know. */
export interface DrillClient {
  ready(account: string, password: string): Promise<Trader>;
  get(path: string, trader?: Trader): Promise<Answer>;
  /** Asks until there is an answer. */
  read(path: string): Promise<Answer>;
  /** Whether each web server tells the public list that a replica may be read for. */
  tellList(): Promise<boolean>;
  /** Under the call's key. Null: nothing is known of it. */
  send(call: Pick<SentCall, 'trader' | 'path' | 'key' | 'body'>): Promise<Answer>;
}

/** What became of a call that would change something, as its sender saw it. */
export interface SeenAnswer {
  readonly atMs: number;
  /** Null: nothing is known of it. */
  readonly code: number | null;
  readonly retryAfter: string | null;
}

const PATIENCE_MS = 15_000;
const AGAIN_MS = 500;
const INSISTS = 120;
const DAY_S = 86_400;
/** What web servers say when nothing is known of a call: no answer of theirs, or one that nobody understands. */
const NOT_KNOWN: ReadonlySet<number> = new Set([500, 502, 504]);

/** `urls`: of the web servers, which are asked in turn. `onAnswer` hears of every answer to `send`. */
export function drillClient(urls: readonly string[], onAnswer: (seen: SeenAnswer) => void = () => {}): DrillClient {
  let asked = 0;

  function ask(method: 'GET' | 'POST', path: string, headers: Record<string, string>, body?: unknown) {
    asked += 1;
    return askAt(urls[asked % urls.length] ?? '', method, path, headers, body);
  }

  async function askAt(
    url: string,
    method: 'GET' | 'POST',
    path: string,
    headers: Record<string, string>,
    body?: unknown,
  ) {
    const all = { 'content-type': 'application/json', origin: url, ...headers };
    const signal = AbortSignal.timeout(PATIENCE_MS);
    return fetch(`${url}/api${path}`, {
      ...{ method, headers: all, signal },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }

  async function known(response: Promise<Response>): Promise<Answer> {
    try {
      const answer = (await (await response).json()) as NonNullable<Answer>;
      return NOT_KNOWN.has(answer.code) ? null : answer;
    } catch {
      return null;
    }
  }

  /** Until it is carried out. Only where asking twice does nothing twice. */
  async function insist(work: () => Promise<Answer>): Promise<NonNullable<Answer>> {
    let last: Answer = null;
    for (let tries = 0; tries < INSISTS; tries += 1) {
      last = await work();
      // Some documented replies have no envelope.
      if (last !== null && (last.code ?? 200) === 200) return last;
      await delay(AGAIN_MS);
    }
    throw new Error(`nobody carries it out: ${JSON.stringify(last)}`);
  }

  const get: DrillClient['get'] = (path, trader) =>
    known(ask('GET', path, trader === undefined ? {} : { cookie: trader.token }));

  return {
    async ready(account, password) {
      let cookie = '';
      const answer = await insist(async () => {
        const response = await ask('POST', '/session', {}, { account, password }).catch(() => null);
        if (response === null) return null;
        cookie = response.headers
          .getSetCookie()
          .map((one) => one.split(';')[0])
          .join('; ');
        return known(Promise.resolve(response));
      });
      const trader = { userId: Number(answer.data?.user_id), token: cookie };
      const agreement = ENDPOINTS.agreement.path;
      const { data } = await insist(() => get(agreement, trader));
      await insist(() => known(ask('POST', agreement, { cookie }, { version: data?.version })));
      return trader;
    },
    get,
    read: (path) => insist(() => get(path)),
    async tellList() {
      const path = `${ENDPOINTS.recommendList.path}?strategy_type=all&page_size=20`;
      const isTold = (url: string) =>
        askAt(url, 'GET', path, {}).then(
          ({ ok }) => ok,
          () => false,
        );
      return (await Promise.all(urls.map(isTold))).every(Boolean);
    },
    async send({ trader, path, key, body }) {
      const asked = ask('POST', path, { cookie: trader.token, 'idempotency-key': key }, body);
      const retryAfter = asked.then(
        ({ headers }) => headers.get('retry-after'),
        () => null,
      );
      const answer = await known(asked);
      onAnswer({ atMs: performance.now(), code: answer?.code ?? null, retryAfter: await retryAfter });
      return answer;
    },
  };
}

/** A backtest of a grid over the last days, under a key. */
export function backtestCall(
  trader: Trader,
  key: string,
  { market, last, decimals }: { readonly market: string; readonly last: number; readonly decimals: number },
  nowMs: number,
) {
  const endTime = Math.floor(nowMs / 1_000 / DAY_S) * DAY_S;
  const body = {
    ...gridAround(last, decimals, market, 3_000, 12),
    ...{ begin_time: endTime - 30 * DAY_S, end_time: endTime },
  };
  return { trader, path: ENDPOINTS.createBacktest.path, key, body };
}
