import { z } from 'zod';
import { WIRE_NUMBER } from '../money/amount.ts';
import { BOT_STATUSES, BOT_STEPS, FINISH_REASONS, NO_STATUS, OPERATION_TYPES } from './bot-words.ts';
import { alsoNamed, LAST_SECOND, readAs, standIn } from './readings.ts';
import { STRATEGY_TYPES } from './vocabulary.ts';
import { wholeNumber } from './whole-number.ts';

/** Small shapes that many calls share. */

/** A non-negative decimal as text. */
export const decimal = readAs('decimal', z.string().regex(WIRE_NUMBER));
/** A decimal that may be negative (profits, rates in replies). */
export const signedDecimal = readAs('decimal', z.string().regex(/^-?\d{1,20}(\.\d{1,18})?$/));
/** What a screen shows of a figure: a decimal or a word that stands for none. One with an exponent, as some languages write small ones, is written out. */
export const figure = readAs('decimal', z.string().regex(/^(?!\s*[+-]?[\d.]+e[+-]?\d+\s*$)/i));
/** A rate that may not be there yet: empty then (H50). */
export const optionalRate = z.union([z.literal(''), signedDecimal]);
/** A value that a viewer may not see is '-' (M-279). */
export const maskableDecimal = z.union([z.literal('-'), decimal]);
export const maskable = z.union([z.literal('-'), signedDecimal]);
/** How a trade ended, where its profit is not shown (H54); absent where it is, '' when it completed nothing. */
export const tradeResult = z.enum(['', 'win', 'loss']).optional();
/** Optional decimal of a request: empty text means "not set". */
export const optionalDecimal = z.union([z.literal(''), decimal]).optional();
export const flag = readAs('flag', z.union([z.literal(0), z.literal(1)]));
/** Flags of query strings and of forms, which send text. */
export const flagText = z.enum(['0', '1']);
export const market = z.string().regex(/^[A-Z0-9]{1,12}_[A-Z0-9]{1,12}$/);
export const asset = z.string().regex(/^[A-Z0-9]{1,12}$/);
/** Bot and user ids: decimal, at most 15 digits (exact as a number). */
export const idText = z.string().regex(/^[1-9]\d{0,14}$/);
export const id = z.number().int().positive().max(999_999_999_999_999);
/** Anonymous id of a provider: 16 hex digits. */
export const anonymousId = standIn(z.string().regex(/^[0-9a-f]{16}$/), '');
/** A moment (since 1970) or a duration. */
export const seconds = readAs('seconds', z.number().int().min(0).max(LAST_SECOND));
export const strategyType = z.enum(STRATEGY_TYPES);
/** The `{id}` segment of a path. */
export const withId = z.object({ id: idText });
/** How queries name a bot. */
export const byStrategy = z.object({ strategy_id: idText, strategy_type: strategyType });
export const status = standIn(z.enum([...BOT_STATUSES, NO_STATUS]), NO_STATUS);
export const dataPeriod = z.enum(['all_period', 'week', 'month', 'three_mon']);
/** M-121, M-122, X31: the documents have names and numbers; an exchange may tell the number alone. */
export const step = alsoNamed('step_code', readAs('step', z.enum(BOT_STEPS)));
export const finishReason = z.enum(FINISH_REASONS);
export const operationType = z.enum(OPERATION_TYPES);
export const pageNumber = wholeNumber(1, 100_000).optional();
/** X43: default 10 on the server, at most 500. Both spellings are accepted (X44). */
export const paging = {
  page: pageNumber,
  page_size: wholeNumber(1, 500).optional(),
  pageSize: wholeNumber(1, 500).optional(),
};
/** Names the plan that was shown (ours): it is carried out only while it is still that one. Absent: nothing is compared. */
export const fingerprint = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .optional();
export const fundpass = z.string().min(1).max(128).optional();

/** `{code, message, data}`; data is absent on refusals. */
export function envelope<T extends z.ZodType>(data: T) {
  return z.object({
    code: z.number().int(),
    message: z.string(),
    data: data.optional(),
    require_fundpass: z.boolean().optional(),
    page: z.number().int().optional(),
    pagecount: z.number().int().optional(),
    totalcount: z.number().int().optional(),
  });
}

/**
 * Where a planned bot would be liquidated, '--' where it cannot be: the documented prices are with every order on the
 * losing side filled, those beside them – which another exchange may leave out – with what the opening holds (H39).
 */
export const liquidationPrices = {
  liq_price: figure,
  short_liq_price: figure,
  held_liq_price: figure.optional(),
  held_short_liq_price: figure.optional(),
} as const;

/** The refusal of one field: code 422 names it in data.field and gives the issue's code and values. */
export const refusalData = z.object({
  field: z.string().optional(),
  issue: z.string().optional(),
  values: z.record(z.string(), z.string()).optional(),
});

/**
 * A call of which the documents' answer is a code and words alone: whatever another exchange has under `data`, or has not, says nothing else.
 * Ours names what was changed.
 */
export function acknowledged<T extends z.ZodRawShape>(named: T) {
  return refusable(standIn(z.object(named).partial(), {} as never));
}

/** A call that may refuse: its data or a refusal's. */
export function refusable<T extends z.ZodType>(data: T) {
  return envelope(z.union([data, refusalData]));
}
