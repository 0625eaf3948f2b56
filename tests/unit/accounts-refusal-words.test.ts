import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import en from '#messages/en/issues.json' with { type: 'json' };
import enRefusals from '#messages/en/refusals.json' with { type: 'json' };
import zh from '#messages/zh/issues.json' with { type: 'json' };
import zhRefusals from '#messages/zh/refusals.json' with { type: 'json' };

const EXCHANGE = fileURLToPath(new URL('../../server/exchange/', import.meta.url));
/** The ways in which the exchange's source names a refusal. */
const SPELLINGS = [
  /refuse\(CODE\.\w+,\s*'([\w.-]+)'/g,
  /refuseField\([^,()]+,\s*'([\w.-]+)'/g,
  /\bbusy\('([\w.-]+)'/g,
  /refuseFor\([^,()]+,\s*'([\w.-]+)'/g,
  /\bissue: '([\w.-]+)'/g,
  /\brefused: '([a-z]+-[a-z-]+)'/g,
];

function refusalsOf(source: string): string[] {
  return SPELLINGS.flatMap((spelling) => [...source.matchAll(spelling)].map((match) => match[1] ?? ''));
}

function sentence(messages: object, code: string): unknown {
  return code
    .split('.')
    .reduce<unknown>((level, key) => (level as Record<string, unknown> | undefined)?.[key], messages);
}

describe('what the exchange refuses', () => {
  it('has a sentence in every language, because the exchange itself only gives a code (M-333, C-387)', () => {
    const files = readdirSync(EXCHANGE, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
    const codes = new Set(files.flatMap((name) => refusalsOf(readFileSync(EXCHANGE + name, 'utf8'))));
    expect(codes.size).toBeGreaterThan(25);
    for (const code of codes) {
      expect(typeof sentence({ ...en, ...enRefusals }, code), `messages/en/refusals.json: ${code}`).toBe('string');
      expect(typeof sentence({ ...zh, ...zhRefusals }, code), `messages/zh/refusals.json: ${code}`).toBe('string');
    }
  });
});
