import type { BookRowPart } from '#lib/contract/book-words.ts';
import type { ReplyOf } from '#lib/contract/contract.ts';

/** A line of the statement, what it is made of, and those parts whose fills or postings can be asked for. */
export type BookLine = NonNullable<ReplyOf<'botBooks'>['data']>['lines'][number];
export type Part = BookLine['parts'][number];
export type RowPart = Part & { readonly what: BookRowPart };
