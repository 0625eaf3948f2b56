import type { ReplyOf } from '#lib/contract/contract.ts';

export type Portfolio = NonNullable<ReplyOf<'portfolio'>['data']>;

export type Moves = NonNullable<ReplyOf<'portfolioMoves'>['data']>;
