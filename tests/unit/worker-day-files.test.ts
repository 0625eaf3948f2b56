import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDayFiles } from '#server/worker/day-files.ts';
import { temporaryFolder } from './store-fixture.ts';

const day = (byte: number) => new Uint8Array(100).fill(byte);
/** With its digest. */
const SIZE = 132;

describe('days of prices that a worker keeps', () => {
  it('are there as they were put, for the next worker of the folder too', () => {
    const folder = temporaryFolder();
    const files = openDayFiles(folder, 10_000);
    expect(files.get('BTC_USDT 1')).toBeNull();
    files.put('BTC_USD@BTC 1', day(7));
    files.put('a/../b 2', day(8));
    for (const opened of [files, openDayFiles(folder, 10_000)]) {
      expect(opened.get('BTC_USD@BTC 1')).toEqual(Buffer.from(day(7)));
      expect(opened.get('a/../b 2')).toEqual(Buffer.from(day(8)));
    }
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('that another worker of the folder has put there meanwhile are found too, and count', () => {
    const folder = temporaryFolder();
    const [one, other] = [openDayFiles(folder, 2 * SIZE), openDayFiles(folder, 2 * SIZE)];
    one.put('first', day(1));
    expect(other.get('first')).toEqual(Buffer.from(day(1)));
    other.put('second', day(2));
    other.put('third', day(3));
    expect(other.get('first')).toBeNull();
    expect(readdirSync(folder)).toHaveLength(2);
  });

  it('take no more room than they may: what was used longest ago gives way', () => {
    const folder = temporaryFolder();
    const files = openDayFiles(folder, 2 * SIZE);
    files.put('one', day(1));
    files.put('two', day(2));
    files.get('one');
    files.put('three', day(3));
    expect(['one', 'two', 'three'].map((name) => files.get(name) !== null)).toEqual([true, false, true]);
    expect(readdirSync(folder)).toHaveLength(2);
    files.put('one', day(4));
    expect(files.get('one')).toEqual(Buffer.from(day(4)));
    files.put('too large', new Uint8Array(1_000));
    expect(files.get('too large')).toBeNull();
    // Less room than before: the folder is made to fit.
    openDayFiles(folder, SIZE);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('are none when the disk has others, and other files of the folder are nobody’s business', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'letter.txt'), 'x');
    const files = openDayFiles(folder, 10_000);
    files.put('one', day(1));
    files.put('two', day(2));
    const paths = readdirSync(folder)
      .filter((name) => name.endsWith('.day'))
      .map((name) => join(folder, name));
    const [first = '', second = ''] = paths.sort();
    const bytes = readFileSync(first);
    bytes[50] = 99;
    writeFileSync(first, bytes);
    rmSync(second);
    expect([files.get('one'), files.get('two')]).toEqual([null, null]);
    files.put('one', day(1));
    expect(files.get('one')).not.toBeNull();
    expect(readFileSync(join(folder, 'letter.txt'), 'utf8')).toBe('x');
  });

  it('leave nothing half written: not when the disk takes no more, and not of a worker that was killed', () => {
    const folder = temporaryFolder();
    const files = openDayFiles(folder, 10_000);
    // What it is renamed to is not free: as every failure after the first byte.
    mkdirSync(join(folder, 'one.day'));
    expect(() => files.put('one', day(1))).toThrow();
    expect(readdirSync(folder)).toEqual(['one.day']);
    for (const name of ['two.day.4711', 'three.day.4712', 'letter.4711']) writeFileSync(join(folder, name), 'half');
    utimesSync(join(folder, 'two.day.4711'), 1, 1);
    utimesSync(join(folder, 'letter.4711'), 1, 1);
    // One that another worker of the folder writes in this moment is left to it.
    openDayFiles(folder, 10_000);
    expect(readdirSync(folder).sort()).toEqual(['letter.4711', 'one.day', 'three.day.4712']);
  });
});
