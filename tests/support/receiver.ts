import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { TEST_CERTIFICATE, TEST_KEY } from './test-certificate.ts';

const TLS = { key: TEST_KEY, cert: TEST_CERTIFICATE };

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  readonly bytes: Buffer;
  /** What it was answered; null = nothing. */
  readonly status: number | null;
}

/** A web server over https that keeps what it is sent. `status`: of the next ones; null = never. `before`: what happens before each is answered. */
export async function openReceiver() {
  const received: Received[] = [];
  const state = {
    status: 200 as number | null,
    headers: {} as Record<string, string>,
    body: 'ok',
    before: async (): Promise<unknown> => null,
  };
  const server = createHttps(TLS, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const bytes = Buffer.concat(parts);
      const { status } = state;
      received.push({ path: request.url ?? '', headers: request.headers, body: bytes.toString(), bytes, status });
      void state.before().then(() => {
        if (status !== null) response.writeHead(status, state.headers).end(state.body);
      });
    });
  });
  const port = await listen(server);
  return { received, state, port, close: () => closeAll(server) };
}

/** A mail server that goes on to TLS (STARTTLS), asks for a name and keeps what it is sent. */
export async function openMailServer() {
  const mails: string[] = [];
  const state = { refuses: '', isLoginRefused: false };
  const server = createTcp((socket) => talk(socket, mails, state));
  const port = await listen(server);
  return { mails, state, port, close: () => closeAll(server) };
}

interface MailState {
  readonly refuses: string;
  readonly isLoginRefused: boolean;
}

function talk(socket: Socket | TLSSocket, mails: string[], state: MailState, isTls = false): void {
  let buffer = '';
  let data: string | null = null;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  if (!isTls) say('220 mail.test');
  socket.on('error', () => socket.destroy());
  socket.on('data', (part: Buffer) => {
    buffer += part.toString('utf8');
    for (let end = buffer.indexOf('\r\n'); end >= 0; end = buffer.indexOf('\r\n')) {
      const line = buffer.slice(0, end);
      buffer = buffer.slice(end + 2);
      if (data !== null) {
        if (line !== '.') data += `${line}\n`;
        else {
          mails.push(data);
          data = null;
          say('250 taken');
        }
      } else if (/^EHLO/i.test(line))
        socket.write(isTls ? '250-mail.test\r\n250 AUTH PLAIN\r\n' : '250-mail.test\r\n250 STARTTLS\r\n');
      else if (/^STARTTLS/i.test(line)) {
        say('220 go on');
        socket.removeAllListeners('data');
        talk(new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(TLS) }), mails, state, true);
        return;
      } else if (/^AUTH/i.test(line))
        say(!isTls ? '530 first TLS' : state.isLoginRefused ? '535 who are you' : '235 welcome');
      else if (/^RCPT/i.test(line)) say(state.refuses === '' ? '250 ok' : state.refuses);
      else if (/^DATA/i.test(line)) {
        data = '';
        say('354 go on');
      } else if (/^QUIT/i.test(line)) {
        say('221 bye');
        socket.end();
      } else say('250 ok');
    }
  });
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

function closeAll(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server) (server as ReturnType<typeof createHttps>).closeAllConnections();
  });
}
