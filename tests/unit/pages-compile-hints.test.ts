import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hintFirstScripts } from '#server/pages/compile-hints.ts';

const HINT = '//# allFunctionsCalledOnLoad\n';
let build = '';
const script = (name: string): string => readFileSync(join(build, name), 'utf8');

function put(rootMainFiles: readonly string[]): void {
  mkdirSync(join(build, 'static'));
  writeFileSync(join(build, 'build-manifest.json'), JSON.stringify({ rootMainFiles }));
  for (const name of ['static/react.js', 'static/chart.js']) writeFileSync(join(build, name), `say("${name} ₿")`);
}

beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), 'strategybot-hints-'));
});
afterEach(() => rmSync(build, { recursive: true }));

describe('scripts that every page begins with', () => {
  it('are marked to be compiled while they load, once, and no others', async () => {
    put(['static/react.js']);
    await hintFirstScripts(build);
    await hintFirstScripts(build);
    expect(script('static/react.js')).toBe(`${HINT}say("static/react.js ₿")`);
    expect(script('static/chart.js')).toBe('say("static/chart.js ₿")');
  });

  it('are known, or the build fails: a list that is empty or names what is not there is none', async () => {
    put([]);
    await expect(hintFirstScripts(build)).rejects.toThrow('names no script');
    writeFileSync(join(build, 'build-manifest.json'), JSON.stringify({ rootMainFiles: ['static/gone.js'] }));
    await expect(hintFirstScripts(build)).rejects.toThrow('gone.js');
  });
});
