import { z } from 'zod';
import { BOOK_FIGURES, BOOK_ROW_PARTS, BOOK_TERMS } from './book-words.ts';
import { asset, decimal, envelope, market, paging, seconds, signedDecimal, withId } from './wire.ts';

/** A bot's books: the identity that it keeps as a statement, and the fills and postings that each line is made of. Ours. */

/** Where something was traded; '' where it is of no market. */
const place = { market: z.union([z.literal(''), market]), account: z.enum(['', 'spot', 'futures']) };

const part = z.object({
  what: z.enum([...BOOK_ROW_PARTS, ...BOOK_FIGURES]),
  ...place,
  asset,
  /** Signed, of `asset`. */
  amount: signedDecimal,
  /** What one of `asset` counts at; '' where each row has its own, or nothing is converted. */
  price: z.union([z.literal(''), decimal]),
  /** In what the statement counts in, signed: the parts of a term add up to it. */
  value: signedDecimal,
  /** Rows of the journal behind it; 0 for what stands now. */
  count: z.number().int().min(0),
});

export const BOOKS_CALLS = {
  botBooks: {
    path: withId,
    reply: envelope(
      z.object({
        asset,
        time: seconds,
        lines: z.array(
          z.object({
            term: z.enum(BOOK_TERMS),
            /** Exact: up to 16 decimals. */
            value: signedDecimal,
            parts: z.array(part),
            /** The term less the sum of its parts; '0', or the journal and the machine disagree. */
            difference: signedDecimal,
          }),
        ),
        /** Equity less what the other terms come to. */
        residual: signedDecimal,
      }),
    ),
  },
  /** The rows of one part, the oldest first. */
  bookRows: {
    path: withId,
    query: z.object({
      part: z.enum(BOOK_ROW_PARTS),
      market: market.optional(),
      account: z.enum(['spot', 'futures']).optional(),
      asset: asset.optional(),
      ...paging,
    }),
    reply: envelope(
      z.array(
        z.object({
          time: seconds,
          ...place,
          /** Of fills. */
          side: z.enum(['', 'buy', 'sell']),
          /** The word of a fill's role, of a posting's reason. */
          type: z.string().max(32),
          asset,
          amount: signedDecimal,
          price: z.union([z.literal(''), decimal]),
          /** '' where the books value only the sum (interest in coins). */
          value: z.union([z.literal(''), signedDecimal]),
        }),
      ),
    ),
  },
} as const;
