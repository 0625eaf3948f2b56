import { Agent, request } from 'node:http';
import { connect } from 'node:net';

/**
 * Strangers who mean no good, as a process of their own: `flood.ts <port> <addresses> <seconds>`. Two hundred
 * connections from so many loopback addresses: wrong passwords, registrations, days of candles that nobody has asked
 * for, and readers that never read. Ends by itself; prints how often each status came back.
 */
const [port = 0, addresses = 1, seconds = 0] = process.argv.slice(2).map(Number);
const CONNECTIONS = { login: 60, register: 40, candles: 60, slow: 40 };
const MOST_REQUESTS = 500_000;
const PERIODS = ['1d', '8h', '4h', '1h'];
const MARKETS = ['BTC_USDT', 'ETH_USDT', 'SOL_USDT', 'XRP_USDT', 'DOGE_USDT'];

const endsMs = performance.now() + seconds * 1_000;
const statuses: Record<string, number> = {};
let sent = 0;
const isOver = () => performance.now() > endsMs || sent > MOST_REQUESTS;

function addressOf(connection: number): string {
  const n = connection % addresses;
  return `127.0.${1 + (n >> 8)}.${1 + (n & 255)}`;
}

function count(what: string): void {
  statuses[what] = (statuses[what] ?? 0) + 1;
}

function send(agent: Agent, method: string, path: string, body?: object): Promise<void> {
  sent += 1;
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const asked = request(
      {
        port,
        host: '127.0.0.1',
        agent,
        method,
        path,
        headers: {
          'sec-fetch-site': 'same-origin',
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        count(`${path.split('?')[0]?.split('/').at(-1)} ${answer.statusCode}`);
        answer
          .resume()
          .on('end', resolve)
          .on('error', () => resolve());
      },
    );
    asked.on('error', () => resolve());
    asked.end(text);
  });
}

async function repeat(connection: number, one: (agent: Agent, turn: number) => Promise<void>): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress: addressOf(connection) });
  for (let turn = 0; !isOver(); turn += 1) await one(agent, turn);
  agent.destroy();
}

/** Asks for page after page and reads none of them. */
async function neverRead(connection: number): Promise<void> {
  while (!isOver()) {
    await new Promise<void>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress: addressOf(connection) });
      socket.pause();
      socket.write('GET /en/strategybot HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(20));
      socket.on('error', () => {}).on('close', () => resolve());
      setTimeout(() => socket.destroy(), Math.max(0, endsMs - performance.now()));
    });
    count('slow cut');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const all: Promise<void>[] = [];
for (let i = 0; i < CONNECTIONS.login; i += 1) {
  const account = () => (i % 2 === 0 ? 'demo' : `nobody${i}`);
  all.push(
    repeat(i, (agent, turn) => send(agent, 'POST', '/api/session', { account: account(), password: `wrong ${turn}` })),
  );
}
for (let i = 0; i < CONNECTIONS.register; i += 1) {
  all.push(
    repeat(60 + i, (agent, turn) =>
      send(agent, 'POST', '/api/account', {
        account: `flood${process.pid}x${i}x${turn}`,
        password: 'long enough 1',
        fundpass: 'another one 2',
      }),
    ),
  );
}
for (let i = 0; i < CONNECTIONS.candles; i += 1) {
  all.push(
    repeat(100 + i, (agent, turn) => {
      const to = Math.floor(Date.now() / 1_000) - turn * 7_919;
      const query = `market=${MARKETS[(i + turn) % 5]}&period=${PERIODS[turn % 4]}&from=${to - 40_000_000}&to=${to}`;
      return send(agent, 'GET', `/api/apiw/v2/market/candles?${query}`);
    }),
  );
}
for (let i = 0; i < CONNECTIONS.slow; i += 1) all.push(neverRead(160 + i));
await Promise.all(all);
process.stdout.write(JSON.stringify(statuses));
process.exit(0);
