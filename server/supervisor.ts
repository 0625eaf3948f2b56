import { type Command, type RunningChild, startChild } from './child-process.ts';

/**
 * Runs the paper exchange and the web server as one product: started in order, stopped in the other order, nothing
 * left behind. A child that ends by itself stops everything, with its code: what restarts the product (a person, an
 * init system) then sees that something happened, and the exchange loads its state from disk.
 */
export interface Product {
  /** Null when another exchange is configured. Tells `{ready: true, port}` over its channel. */
  readonly exchange: Command | null;
  web(exchangePort: number | null): Command;
  /** Resolves when the web server answers; gives up when `signal` is aborted. */
  webIsUp(signal: AbortSignal): Promise<void>;
  announce(): void;
  complain(line: string): void;
}

const WEB_PATIENCE_MS = 3_000;
const EXCHANGE_PATIENCE_MS = 5_500;
const PARENT_CHECK_MS = 250;

/** Runs until a signal, the parent's end or a child's end; resolves with the exit code after everything has stopped. */
export async function supervise(product: Product): Promise<number> {
  const children: RunningChild[] = [];
  const stopping = new AbortController();
  const outcome = Promise.withResolvers<number>();
  const stop = (code: number) => {
    stopping.abort();
    outcome.resolve(code);
  };
  const unwatch = watchForStop(stop, () => {
    for (const child of children) child.kill();
  });
  const start = (command: Command): RunningChild => {
    const child = startChild(command);
    children.push(child);
    void child.ended.then(({ name, code }) => {
      if (!stopping.signal.aborted) product.complain(`${name} ended by itself (code ${code}): stopping everything.`);
      stop(code === 0 ? 1 : code);
    });
    return child;
  };
  void bringUp(product, start, stopping.signal).catch((error: unknown) => {
    product.complain(String(error));
    stop(1);
  });
  const code = await outcome.promise;
  // The web server first, so that calls in flight still find their exchange.
  for (const child of children.toReversed()) {
    await child.stop(child === children[0] && product.exchange !== null ? EXCHANGE_PATIENCE_MS : WEB_PATIENCE_MS);
  }
  unwatch();
  return code;
}

async function bringUp(
  product: Product,
  start: (command: Command) => RunningChild,
  stopping: AbortSignal,
): Promise<void> {
  let port: number | null = null;
  if (product.exchange !== null) {
    port = await start(product.exchange).message((message) => {
      const { ready, port } = (message ?? {}) as { ready?: unknown; port?: unknown };
      return ready === true && typeof port === 'number' ? port : undefined;
    });
  }
  if (stopping.aborted) return;
  start(product.web(port));
  await product.webIsUp(stopping);
  if (!stopping.aborted) product.announce();
}

/** Signals, and the end of npm when it started us: npm dies of a signal without telling its script. */
function watchForStop(stop: (code: number) => void, killAll: () => void): () => void {
  let signals = 0;
  const onSignal = () => {
    signals += 1;
    stop(0);
    // Asked twice: at once.
    if (signals > 1) killAll();
  };
  const names = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const name of names) process.on(name, onSignal);
  const parent = Number(process.env.STARTED_BY ?? process.ppid);
  const isWatched = process.env.npm_lifecycle_event !== undefined && parent !== 1;
  const timer = setInterval(() => {
    if (isWatched && process.ppid !== parent) stop(0);
  }, PARENT_CHECK_MS);
  return () => {
    clearInterval(timer);
    for (const name of names) process.off(name, onSignal);
  };
}
