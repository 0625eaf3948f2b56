import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vitest/config';
import type { Fault } from './fault.ts';
import { FAULTS } from './faults.ts';

/** The source of a file with its fault. Throws when what the fault replaces does not stand there exactly once: the list is old then. */
export function planted({ file, is, becomes }: Fault, source: string): string {
  const places = source.split(is).length - 1;
  if (places !== 1) throw new Error(`${file}: "${is}" stands there ${places} times`);
  return source.replace(is, () => becomes);
}

/**
 * Plants the fault that FAULT names by its number into what the tests load; nothing without it. What stands in the faulted file is
 * never read from the modules that Vitest keeps, nor kept there: all others are as without it.
 */
export function plantFault(root: string): Plugin {
  const fault = process.env.FAULT === undefined ? undefined : FAULTS[Number(process.env.FAULT)];
  const isFaulted = (id: string) => fault !== undefined && id.split('?')[0] === join(root, fault.file);
  return {
    name: 'planted-fault',
    enforce: 'pre',
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => (isFaulted(id) ? false : undefined));
    },
    load(id) {
      if (fault === undefined || !isFaulted(id)) return null;
      return planted(fault, readFileSync(join(root, fault.file), 'utf8'));
    },
  };
}
