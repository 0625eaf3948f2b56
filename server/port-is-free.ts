import { createServer } from 'node:net';

/** Throws, in one line for who started it, when nothing can listen there. Somebody else's answer on the port would look like ours. */
export async function assertPortIsFree(host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const probe = createServer();
  probe.once('error', (error: NodeJS.ErrnoException) => reject(new Error(sentenceOf(error, host, port))));
  probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()));
  await promise;
}

function sentenceOf({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program: stop that one, or set another PORT (PORT=${port + 1} npm run up).`;
  }
  if (code === 'EACCES') return `Port ${port} may not be used by this user: set a PORT above 1023.`;
  return `Nothing can listen on ${host}:${port}: ${message}. Set another HOST or PORT.`;
}
