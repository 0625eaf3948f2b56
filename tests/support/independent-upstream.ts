import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { botList, botRow, type IndependentBot } from './independent-bots.ts';
import { documentedMarket, ownMarket } from './independent-market.ts';

/**
 * An exchange that is not ours: calls of section 4, written from the documents alone, without the contract
 * or anything of server/exchange. It shows that the product talks to whoever speaks the calls, and it can misbehave.
 */

export type Fault =
  | 'none'
  /** Never answers. */
  | 'silent'
  /** Does the work, then closes the connection without an answer. */
  | 'reset-after'
  /** Closes the connection before doing anything. */
  | 'reset-before'
  /** Sends half of the answer, then closes. */
  | 'half'
  /** Answers JSON of another shape. */
  | 'wrong-shape'
  | 'not-json'
  | 'server-error'
  /** Refuses the question as such: nothing is done, and nothing is said of what was done before. */
  | 'too-many'
  | 'busy'
  | 'no-session'
  /** Does the work, then says 500. */
  | 'server-error-after'
  /** Adds keys that the contract does not know. */
  | 'chatty';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface IndependentUpstream {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Bots that exist here, by id. */
  readonly bots: Map<number, IndependentBot>;
  /** The next requests misbehave like this, one each; then it behaves again. Replaces what was ordered before. */
  misbehave(...faults: Fault[]): void;
  /** Every request to these paths misbehaves like this, until it is told otherwise. */
  misbehaveAt(path: RegExp, fault: Fault): void;
  close(): Promise<void>;
}

const PROFILE = {
  logged_in: true,
  user_id: 7,
  uid: '7',
  anonymous: '00000000000000aa',
  nickname: 'Ida',
  avatar: '',
  lang: 'en',
  rise_color: 'green',
  agreement_signed: true,
};

const ok = (data: unknown, more: object = {}) => ({ code: 200, message: '', data, ...more });

type Answer = object | Uint8Array;

const OF_A_TRADER =
  /account\/(profile|logout)|available_balance|get_strategy_number|bot_agreement|check_permissions|stop-options|enquiry_price|grid-trading\/(create|cancel|balance)/;

class Exchange {
  readonly tokens = new Map<string, string>();
  readonly bots = new Map<number, IndependentBot>();
  readonly done = new Map<string, Answer>();
  count = 0;
  private readonly capabilities: readonly string[];

  constructor(capabilities: readonly string[]) {
    this.capabilities = capabilities;
  }

  answer(
    method: string,
    path: string,
    query: URLSearchParams,
    headers: IncomingMessage['headers'],
    body: string,
  ): Answer {
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    const user = this.tokens.get(token);
    const call = `${method} ${path}`;
    if (call === 'POST /apiw/v2/account/login') return this.login(JSON.parse(body));
    const known = documentedMarket(call, query) ?? (this.isAnnounced(path) ? ownMarket(call) : undefined);
    if (known !== undefined) return known;
    if (path.endsWith('/public/capabilities') && this.capabilities.length > 0) return ok(this.capabilities);
    if (path.endsWith('/recommend_list')) return ok([], { page: 1, pagecount: 0, totalcount: 0 });
    if (path.endsWith('/strategy_detail') || call.endsWith('/get_all_strategy') || path.includes('order_book'))
      return this.publicBots(user, path, query);
    if (!OF_A_TRADER.test(path)) return { code: 404, message: 'unknown call' };
    if (user === undefined) return { code: 401, message: 'log in' };
    if (call === 'GET /apiw/v2/account/profile') return ok(PROFILE);
    if (call === 'POST /apiw/v2/account/logout') {
      this.tokens.delete(token);
      return ok(null);
    }
    if (call.endsWith('/private/bot_agreement')) return ok({ signed: true, version: '1', url: '' });
    if (call.endsWith('/get_strategy_number')) return ok([{ key: 'spot_grid', num: String(this.bots.size) }]);
    if (call === 'GET /apiw/v2/quant-trading/available_balance') {
      return ok({
        currency_outables: [{ asset: 'USDT', outable: 1000.5 }, { asset: 7 }],
        max_outable: { outable: '1000.5' },
      });
    }
    if (call === 'POST /apiw/v2/grid-trading/create')
      return this.once(headers, () => this.create(user, JSON.parse(body)));
    if (call.endsWith('/check_permissions')) return ok({ spot_grid_pause: 'true' });
    if (call.endsWith('/stop-options')) return method === 'GET' ? { code: 200, data: null } : ok(null);
    if (/grid-trading\/balance\/\d+$/.test(path))
      return ok({ assets: { balances: [{ currency: 'USDT', available: 250 }] } });
    if (call.endsWith('/enquiry_price')) return ok({ price: 97000, last_price: '97000.5' });
    const cancelled = /^POST \/apiw\/v2\/grid-trading\/cancel\/(\d+)$/.exec(call)?.[1];
    if (cancelled !== undefined) return this.once(headers, () => this.cancel(user, Number(cancelled)));
    return { code: 404, message: 'unknown call' };
  }

  private login({ account, password }: { account: string; password: string }): Answer {
    if (password !== 'open-sesame') return { code: 401, message: 'wrong account or password' };
    this.count += 1;
    const token = `token-${this.count}-of-${account}`;
    this.tokens.set(token, account);
    return ok({ ...PROFILE, nickname: account, token });
  }

  private once(headers: IncomingMessage['headers'], work: () => Answer): Answer {
    const key = String(headers['idempotency-key'] ?? '');
    if (key === '') return { code: 400, message: 'no idempotency key' };
    const before = this.done.get(key);
    if (before !== undefined) return before;
    const result = work();
    if ((result as { code: number }).code !== 423) this.done.set(key, result);
    return result;
  }

  private isAnnounced(path: string): boolean {
    return this.capabilities.some((name) => path.endsWith(name));
  }

  /** A trader's own list, or one bot by its id. */
  private publicBots(user: string | undefined, path: string, query: URLSearchParams): Answer {
    if (path.includes('order_book')) return { code: 200, data: { ask: [], bid: null } };
    const wanted = query.get('strategy_id');
    if (wanted !== null) {
      const bot = this.bots.get(Number(wanted));
      if (bot === undefined) return { code: 404, message: 'no such bot' };
      const row = botRow(Number(wanted), bot);
      return path.endsWith('/strategy_detail') ? { code: 200, data: row } : botList([row]);
    }
    const isEnded = query.get('status') === 'finished';
    const own = [...this.bots].filter(([, bot]) => bot.owner === user && (bot.status === 'finished') === isEnded);
    return botList(own.map(([id, bot]) => botRow(id, bot)));
  }

  private create(owner: string, { fundpass, ...payload }: Record<string, unknown>): Answer {
    if (fundpass === undefined) return { code: 423, message: 'fund password', require_fundpass: true };
    if (fundpass !== 'deep-pocket') return { code: 424, message: 'wrong fund password' };
    const id = 1000 + this.bots.size;
    this.bots.set(id, { owner, status: 'running', payload });
    return ok({ strategy_id: String(id) });
  }

  private cancel(owner: string, id: number): Answer {
    const bot = this.bots.get(id);
    if (bot === undefined) return { code: 404, message: 'no such bot' };
    if (bot.owner !== owner) return { code: 403, message: 'not yours' };
    bot.status = 'finished';
    return ok({ strategy_id: id });
  }
}

function send(response: ServerResponse, answer: Answer): void {
  const isBytes = answer instanceof Uint8Array;
  response.writeHead(200, {
    'content-type': isBytes ? 'application/octet-stream' : 'application/json',
    ...(isBytes ? { 'cache-control': 'public, max-age=31536000, immutable' } : {}),
    'x-internal-host': 'exchange-7.internal',
    'set-cookie': 'upstream=1',
  });
  response.end(isBytes ? answer : JSON.stringify(answer));
}

function sendFaulty(fault: Fault, response: ServerResponse, work: () => Answer): void {
  switch (fault) {
    case 'none':
      send(response, work());
      return;
    case 'silent':
      return;
    case 'reset-before':
      response.destroy();
      return;
    case 'reset-after':
      work();
      response.destroy();
      return;
    case 'half': {
      const text = JSON.stringify(work());
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
      return;
    }
    case 'wrong-shape':
      send(response, { code: '200', data: 'surprise', stack: 'at /srv/exchange/secret.js:1' });
      return;
    case 'not-json':
      response.end('<html>maintenance</html>');
      return;
    case 'server-error-after':
      work();
      response.writeHead(500).end('{"code":500,"message":"boom"}');
      return;
    case 'server-error':
      response.writeHead(500).end('{"code":500,"message":"boom"}');
      return;
    case 'too-many':
      response.writeHead(429).end('{"code":429,"message":""}');
      return;
    case 'busy':
      send(response, { code: 503, message: '' });
      return;
    case 'no-session':
      response.writeHead(401).end('{"code":401,"message":""}');
      return;
    case 'chatty': {
      const answer = work() as { data?: object };
      send(response, { ...answer, node: 'db-3', data: { ...(answer.data ?? {}), internal_note: 'keep out' } });
    }
  }
}

/** Section 4 of the decisions and no more, or with the calls of ours that it announces. */
export async function startIndependentUpstream(
  port = 0,
  capabilities: readonly string[] = [],
): Promise<IndependentUpstream> {
  const exchange = new Exchange(capabilities);
  const seen: SeenRequest[] = [];
  const faults: Fault[] = [];
  let standing: { readonly path: RegExp; readonly fault: Fault } | null = null;
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      const [path = '', query = ''] = (request.url ?? '').split('?');
      const method = request.method ?? '';
      if (seen.length < 1_000) seen.push({ method, path, query, headers: request.headers, body });
      const fault = standing?.path.test(path) ? standing.fault : (faults.shift() ?? 'none');
      sendFaulty(fault, response, () =>
        exchange.answer(method, path, new URLSearchParams(query), request.headers, body),
      );
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    bots: exchange.bots,
    misbehave: (...next) => {
      faults.splice(0, faults.length, ...next);
    },
    misbehaveAt: (path, fault) => {
      standing = { path, fault };
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
