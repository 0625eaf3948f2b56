import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { CONTRACT } from '#lib/contract/contract.ts';
import { openApiOf } from '#lib/contract/open-api.ts';
import { createLog } from '#server/log/log.ts';
import { givenRequestId, requestId, withRequest } from '#server/log/request-context.ts';
import { threadClock } from '#tests/support/thread-clock.ts';
import { gridBody, openTestExchange } from './exchange-fixture.ts';
import { gathered, openCore, temporaryFolder } from './store-fixture.ts';

/** One number goes from the browser through the BFF to the exchange's log and journal (part 5, point 6). */

const ID = 'request-0123456789';

describe('the number of a request', () => {
  it('stands in every line that is written for it, later ones too, and in no other', async () => {
    const lines: string[] = [];
    const log = createLog(
      (line) => lines.push(line),
      () => 0,
    );
    log.info('before');
    await withRequest(ID, async () => {
      log.warn('within', { request: 'forged' });
      await new Promise((resolve) => setImmediate(resolve));
      log.error('later', { error: new Error('why') });
    });
    log.info('after');
    const read = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(read.map(({ event, level }) => [event, level])).toEqual([
      ['before', 'info'],
      ['within', 'warn'],
      ['later', 'error'],
      ['after', 'info'],
    ]);
    expect(read.map(({ request }) => request)).toEqual([undefined, ID, ID, undefined]);
    expect(read[0]?.time).toBe('1970-01-01T00:00:00.000Z');
  });

  it('stands beside no secret, whatever it is called and however deep', () => {
    const lines: string[] = [];
    const log = createLog(
      (line) => lines.push(line),
      () => 0,
    );
    const document = openApiOf(CONTRACT, '1', 'strategybot');
    const inContract = [...JSON.stringify(document).matchAll(/"(\w*(?:pass(?:word)?|secret|token|recovery_codes))":/g)];
    const names = new Set(inContract.map(([, name = '']) => name));
    expect(names).toContain('new_fundpass');
    for (const name of [
      'passwd',
      'fundPassword',
      'csrf_token',
      'client_secret',
      'sessionSecret',
      'otp',
      'pwd',
      'passphrase',
      'new_pwd',
    ])
      names.add(name);
    for (const name of ['Authorization', 'cookie', 'set-cookie', 'doorKey', 'DOOR_KEY', 'x-door-key']) names.add(name);
    for (const name of ['strategybot', '__Host-strategybot', '__Host-strategybot-device']) names.add(name);
    for (const name of names) {
      const nested = JSON.stringify({ [name]: 'hunter-2 with, more' });
      log.info('seen', { body: { deep: [{ [name]: 'hunter-2' }] } });
      for (const text of [
        `${name}=hunter-2 with, more\nof somebody`,
        nested,
        JSON.stringify(nested),
        `{"${name}":["hunter-2"]}`,
      ]) {
        log.info('seen', { error: new Error('asked', { cause: new Error(text) }) });
      }
    }
    expect(lines).toHaveLength(5 * names.size);
    expect(lines.filter((line) => /hunter|more/.test(line))).toEqual([]);
    expect(lines.filter((line) => line.includes('of somebody'))).toHaveLength(names.size);
  });

  it('is found in a long text from outside without delay', () => {
    const log = createLog(
      () => {},
      () => 0,
    );
    const parts = [
      'a-',
      '_',
      'token ',
      'token="',
      '\\"',
      'token=[ ',
      "token={'",
      'token=\\',
      'token=a&',
      'code="',
      'bearer ',
    ];
    for (const part of parts) {
      const spent = threadClock();
      log.info('seen', { message: part.repeat(16_000) });
      expect(spent(), part).toBeLessThan(1_000);
    }
  });

  it('is shown without a part of any secret, whatever quotes, brackets and blanks it has', () => {
    const lines: string[] = [];
    const log = createLog(
      (line) => lines.push(line),
      () => 0,
    );
    const secret = `TAIL one"TAIL ] } it's\\TAIL\\ "TAIL, TAIL; TAIL`;
    const json = JSON.stringify({ password: secret, user: 5 });
    const texts = [
      json,
      JSON.stringify(json),
      JSON.stringify({ body: JSON.stringify({ body: json }) }),
      JSON.stringify({ tokens: 1, token: [{ of: secret }, secret], user: 5 }),
      `fundpass=one TAIL; TAIL`,
      `/api?pwd=a TAIL&b TAIL&user=5`,
      `{password: 'it's TAIL', user: 5}`,
      `{"password":"cut "TAIL`,
      `{"passphrase":"ab\\"cdTAIL"}`,
    ];
    for (const text of texts) log.warn('seen', { message: text });
    expect(lines.filter((line) => line.includes('TAIL'))).toEqual([]);
    expect(lines.filter((line) => line.includes('user'))).toHaveLength(6);
  });

  it('is shown without a code of the second factor; other codes stay', () => {
    const lines: string[] = [];
    const log = createLog(
      (line) => lines.push(line),
      () => 0,
    );
    for (const code of ['314159', 'abcd-efgh-2345-wxyz']) {
      log.warn('seen', { body: { code }, message: `{"code":"${code}"} code=${code}, {\\"code\\": ${code}}` });
    }
    log.warn('seen', { code: 'ENOENT', message: '{"code":422,"message":"code=1234567"}' });
    expect(lines.slice(0, 2).filter((line) => /314159|efgh/.test(line))).toEqual([]);
    expect(lines[2]).toContain('ENOENT');
    expect(JSON.parse(lines[2] ?? '').message).toBe('{"code":422,"message":"code=1234567"}');
  });

  it('is believed only when it looks like one', () => {
    expect(givenRequestId(ID)).toBe(ID);
    for (const forged of [undefined, null, '', 'short', 'a'.repeat(65), 'line\nbreak-in-it', [ID, ID]]) {
      expect(givenRequestId(forged)).toBe('');
    }
  });

  it('is of each command of a turn its own, in its work, after the commit, and in the rows that it writes', async () => {
    const { sequencer, store } = await openCore(temporaryFolder());
    const seen: string[] = [];
    const command = (id: string) =>
      withRequest(id, () =>
        sequencer.submit((tx) => {
          tx.append('s', 'k', 1, id);
          seen.push(requestId());
          tx.afterCommit(() => seen.push(`committed ${requestId()}`));
        }),
      );
    await Promise.all([
      command('first-request'),
      command('second-request'),
      sequencer.submit((tx) => tx.append('s', 'k', 2, '')),
    ]);
    expect(seen).toEqual(['first-request', 'second-request', 'committed first-request', 'committed second-request']);
    // A turn, and what it breaks, belongs to all who asked in it.
    const turns: string[] = [];
    const second = await openCore(temporaryFolder(), undefined, (own) => ({
      ...own,
      commit: (batch) => {
        turns.push(requestId());
        return own.commit(batch);
      },
    }));
    await withRequest('first-request', () => second.sequencer.submit((tx) => tx.put('notes', 'k', '1')));
    await second.store.close();
    expect(turns).toEqual(['']);
    expect((await gathered(store.since('s', 'k', 0))).map(({ value, request }) => [value, request])).toEqual([
      ['first-request', 'first-request'],
      ['second-request', 'second-request'],
      ['', ''],
    ]);
    await store.close();
  });

  it('is found in the journal beside what a trader asked for; what the market did later is nobody’s', async () => {
    const folder = temporaryFolder();
    const exchange = await openTestExchange(folder);
    const who = await exchange.trader();
    const { data } = await withRequest(ID, () => exchange.send('createGrid', { who, body: gridBody(exchange) }));
    await exchange.pass(600_000, 60_000);
    const later = await gathered(exchange.store.since('bot_fills', String(data.strategy_id), 0));
    expect(later.length).toBeGreaterThan(0);
    expect(new Set(later.map(({ request }) => request))).toEqual(new Set(['']));
    await exchange.kill();
    // As an operator asks (README).
    const database = new DatabaseSync(join(folder, 'exchange.db'));
    const rows = database.prepare('SELECT stream, value FROM journal WHERE request = ?').all(ID);
    expect(new Set(rows.map(({ stream }) => stream))).toEqual(new Set(['account_book', 'bot_params']));
    const booked = rows.filter(({ stream }) => stream === 'account_book');
    expect(booked.every(({ value }) => String(value).includes('bot-'))).toBe(true);
    database.close();
  });
});
