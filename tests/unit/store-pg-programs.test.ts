import { describe, expect, it } from 'vitest';
import { programAddress } from '#server/exchange/store/pg-programs.ts';

describe('what PostgreSQL’s programs are told', () => {
  it('has no password among its words, wherever the address has it: everybody of the machine reads the list of processes', () => {
    const [place, tls] = ['db.example:5433/store', 'sslmode=verify-full&sslrootcert=/keys/ca.crt'];
    for (const [url, address, password] of [
      [`postgres://u:p%40ss@${place}?${tls}`, `postgres://u@${place}?${tls}`, 'p@ss'],
      [`postgres://u@${place}?${tls}&password=p%40ss`, `postgres://u@${place}?${tls}`, 'p@ss'],
      [`postgres://u@${place}?p%61ssword=secret&${tls}`, `postgres://u@${place}?${tls}`, 'secret'],
      [`postgres://u:old@${place}?password=older&${tls}&password=new`, `postgres://u@${place}?${tls}`, 'new'],
      [`postgres://u@${place}?password=only`, `postgres://u@${place}`, 'only'],
    ] as const)
      expect([url, programAddress(url)]).toEqual([url, { address, env: { PGPASSWORD: password } }]);
  });

  it('is otherwise the address as it is, and of none without a password more than that', () => {
    const url = 'postgres:///store?host=/run/postgresql&options=-c%20lock_timeout%3D1s';
    expect(programAddress(url)).toEqual({ address: url, env: {} });
  });
});
