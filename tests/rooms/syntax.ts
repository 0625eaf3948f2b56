import { parseAst } from 'vitest/node';

/** A node of a source's syntax, as the parser of the tests' own bundler has it (ESTree with TypeScript and JSX). */
export type SyntaxNode = Readonly<Record<string, unknown>> & {
  readonly type: string;
  readonly start: number;
  readonly end: number;
};

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** Every node of a source, the outer ones first, each with the one around it. */
export function eachNode(
  path: string,
  text: string,
  visit: (node: SyntaxNode, around: SyntaxNode | null) => void,
): void {
  const walk = (value: unknown, around: SyntaxNode | null): void => {
    if (Array.isArray(value)) for (const one of value) walk(one, around);
    if (!isNode(value)) return;
    visit(value, around);
    for (const inner of Object.values(value)) if (typeof inner === 'object') walk(inner, value);
  };
  walk(parseAst(text, { lang: path.endsWith('.tsx') ? 'tsx' : 'ts' }), null);
}

/** 1-based line of an offset. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
