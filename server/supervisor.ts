import { setTimeout as delay } from 'node:timers/promises';
import { type Command, type Ending, type RunningChild, startChild } from './child-process.ts';

/**
 * Runs the paper exchange and the web server as one product: started in order, stopped in the other order, nothing
 * left behind. An exchange that ends by itself (a full disk, a bug: it ends rather than run ahead of its disk) is
 * started again on the same port, while the web server goes on with the public pages that it has. A web server that
 * ends by itself, or an exchange that has never been up, stops everything with its code.
 */
export interface Product {
  /** Null when another exchange is configured. Tells `{ready: true, port}` over its channel. */
  readonly exchange: ((port: number | null) => Command) | null;
  web(exchangePort: number | null): Command;
  /** Resolves when the web server answers; gives up when `signal` is aborted. */
  webIsUp(signal: AbortSignal): Promise<void>;
  announce(): void;
  complain(line: string): void;
}

const WEB_PATIENCE_MS = 3_000;
const EXCHANGE_PATIENCE_MS = 5_500;
const PARENT_CHECK_MS = 250;
/** Before an exchange that ended is started again: twice as long each time that it ends soon. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** One that lived as long as this had recovered. */
const RECOVERED_MS = 60_000;

/** Runs until a signal, the parent's end or the web server's end; resolves with the exit code after everything has stopped. */
export async function supervise(product: Product): Promise<number> {
  const running: { exchange: RunningChild | null; web: RunningChild | null } = { exchange: null, web: null };
  const stopping = new AbortController();
  const outcome = Promise.withResolvers<number>();
  const stop = (code: number) => {
    stopping.abort();
    outcome.resolve(code);
  };
  const unwatch = watchForStop(stop, () => {
    running.web?.kill();
    running.exchange?.kill();
  });
  /** A child's end by itself is the end of everything. */
  const stopWith = ({ name, code }: Ending) => {
    if (!stopping.signal.aborted) product.complain(`${name} ended by itself (code ${code}): stopping everything.`);
    stop(code === 0 ? 1 : code);
  };

  async function bringUp(): Promise<void> {
    let port: number | null = null;
    if (product.exchange !== null) {
      const exchange = startChild(product.exchange(null));
      running.exchange = exchange;
      const first = await Promise.race([exchange.message(readyPort), exchange.ended]);
      if (typeof first !== 'number') return stopWith(first);
      port = first;
      void keepUp(product.exchange, port, exchange);
    }
    if (stopping.signal.aborted) return;
    running.web = startChild(product.web(port));
    void running.web.ended.then(stopWith);
    await product.webIsUp(stopping.signal);
    if (!stopping.signal.aborted) product.announce();
  }

  /** Starts the exchange again whenever it ends, on the port where the web server looks for it. */
  async function keepUp(command: (port: number) => Command, port: number, first: RunningChild): Promise<void> {
    let pauseMs = FIRST_PAUSE_MS;
    for (let exchange = first; ; ) {
      const begunMs = performance.now();
      const { name, code } = await exchange.ended;
      if (stopping.signal.aborted) return;
      pauseMs = performance.now() - begunMs > RECOVERED_MS ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      product.complain(`${name} ended by itself (code ${code}): starting it again in ${pauseMs / 1_000} s.`);
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      exchange = startChild(command(port));
      running.exchange = exchange;
    }
  }

  void bringUp().catch((error: unknown) => {
    product.complain(String(error));
    stop(1);
  });
  const code = await outcome.promise;
  // The web server first, so that calls in flight still find their exchange.
  await running.web?.stop(WEB_PATIENCE_MS);
  await running.exchange?.stop(EXCHANGE_PATIENCE_MS);
  unwatch();
  return code;
}

function readyPort(message: unknown): number | undefined {
  const { ready, port } = (message ?? {}) as { ready?: unknown; port?: unknown };
  return ready === true && typeof port === 'number' ? port : undefined;
}

/** Signals, and the end of whoever started us: npm dies of a signal without telling its script, a program of Node's takes its channel with it. */
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
  const onAlone = () => stop(0);
  process.on('disconnect', onAlone);
  const parent = Number(process.env.STARTED_BY ?? process.ppid);
  const isWatched = process.env.npm_lifecycle_event !== undefined && parent !== 1;
  const timer = setInterval(() => {
    if (isWatched && process.ppid !== parent) stop(0);
  }, PARENT_CHECK_MS);
  return () => {
    clearInterval(timer);
    for (const name of names) process.off(name, onSignal);
    process.off('disconnect', onAlone);
  };
}
