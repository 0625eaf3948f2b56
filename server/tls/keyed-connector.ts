import { buildConnector } from 'undici';
import type { KeptKeys } from './key-files.ts';

/**
 * How clients of ours connect: with keys by TLS 1.3, with the certificate as it is on disk now; without, as the address says. `timeout`:
 * longest time for a connection, ms; absent = undici's.
 */
export function keyedConnector(keys: KeptKeys | null, timeout?: number): buildConnector.connector {
  const patience = timeout === undefined ? {} : { timeout };
  const build = () =>
    buildConnector({ ...patience, ...(keys === null ? {} : { ...keys.current(), minVersion: 'TLSv1.3' }) });
  let own = build();
  keys?.onChange(() => {
    own = build();
  });
  return (options, told) => own(options, told);
}
