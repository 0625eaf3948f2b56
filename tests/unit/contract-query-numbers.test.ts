import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CONTRACT } from '#lib/contract/contract.ts';

/** Numbers of queries come as text, and are numbers as people write them in every call: '' and a blank were 0, '0x1' was 1. */

const NO_NUMBERS = ['', ' ', ' 1', '0x1', '1e0', '+1', '1.0', '1,0', 'Infinity', 'null', '99999999999999999'];

const numbers = Object.entries(CONTRACT).flatMap(([name, shape]) => {
  const query = 'query' in shape ? shape.query : undefined;
  if (!(query instanceof z.ZodObject)) return [];
  return Object.entries(query.shape).flatMap(([field, one]) => {
    const { type, minimum } = z.toJSONSchema(one as z.ZodType, { io: 'input', unrepresentable: 'any' });
    return type === 'integer' || type === 'number'
      ? [{ call: `${name}.${field}`, one: one as z.ZodType, minimum }]
      : [];
  });
});

describe('a number in a query', () => {
  it.each(numbers)('$call is digits and nothing else', ({ one, minimum = 0 }) => {
    expect(one.safeParse(`${Math.max(minimum, 2)}`)).toMatchObject({ success: true, data: Math.max(minimum, 2) });
    for (const text of NO_NUMBERS) expect(one.safeParse(text).success, JSON.stringify(text)).toBe(false);
  });

  it('is of many calls', () => {
    expect(numbers.length).toBeGreaterThan(20);
  });
});
