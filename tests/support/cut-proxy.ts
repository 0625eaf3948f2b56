import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A way to a server that can go silent: what is asked still arrives, and no answer comes back. */
export interface CutProxy {
  readonly port: number;
  /** From now on answers are dropped; with `from`, from when somebody asks something with this in it. */
  silence(from?: string): void;
  /** How many there were. */
  connections(): number;
  /** How often something with this in it was asked. */
  asked(what: string): number;
  /** From now on what is asked, and every answer, arrives so much later. */
  slow(byMs: number): void;
  /** Ends every connection. */
  cut(): void;
  close(): Promise<void>;
}

export async function cutProxy(toPort: number): Promise<CutProxy> {
  let isSilent = false;
  let silentFrom: string | null = null;
  let connections = 0;
  const questions: Buffer[] = [];
  let lateMs = 0;
  // Of the same lateness, what was handed over first arrives first.
  const later = (send: () => void) => (lateMs === 0 ? send() : void setTimeout(send, lateMs));
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    connections += 1;
    const far = connect(toPort, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('data', (bytes) => {
      questions.push(bytes);
      if (silentFrom !== null && bytes.includes(silentFrom)) isSilent = true;
      later(() => far.write(bytes));
    });
    far.on('data', (bytes) => {
      if (!isSilent) later(() => near.write(bytes));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    silence(from) {
      if (from === undefined) isSilent = true;
      else silentFrom = from;
    },
    connections: () => connections,
    asked: (what) => questions.filter((bytes) => bytes.includes(what)).length,
    slow(byMs) {
      lateMs = byMs;
    },
    cut,
    close() {
      cut();
      return new Promise((done) => server.close(() => done()));
    },
  };
}
