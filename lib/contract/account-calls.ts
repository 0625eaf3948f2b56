import { z } from 'zod';
import { needed, standIn } from './readings.ts';
import { envelope, refusable, refusalData, seconds } from './wire.ts';

/** Session, registration, agreement and permissions: who is calling and what he may do. */

const none = envelope(standIn(z.object({}).loose().nullable(), null));
export const sessionInfo = z.object({
  logged_in: needed(z.boolean()),
  user_id: z.number().int(),
  uid: z.string(),
  anonymous: z.string(),
  nickname: z.string(),
  avatar: z.string(),
  lang: z.string(),
  rise_color: standIn(z.enum(['green', 'red']), 'green'),
  agreement_signed: z.boolean(),
});
/** Of a password only the most is a form: what is too short or too common is said in words of its own (password-rules.ts). */
const newSecret = z.string().min(1).max(128);
const credentials = z.object({ account: z.string().min(3).max(64), password: newSecret });
/** `otp`: a code of the authenticator app or a recovery code, for accounts that have a second factor. */
const loginBody = z.object({
  account: z.string().min(1).max(64),
  password: z.string().min(1).max(128),
  otp: z.string().min(6).max(32).optional(),
});
const password = z.string().min(1).max(128);
const ended = z.object({ ended: z.number().int().min(0) });
const session = z.object({
  id: needed(z.string()),
  create_time: seconds,
  seen_time: seconds,
  /** Client address and browser, as far as the door knew them. */
  address: z.string(),
  agent: z.string(),
  is_current: z.boolean(),
});
const registration = credentials.extend({
  nickname: z.string().max(40).optional(),
  fundpass: newSecret,
});

export const ACCOUNT_CALLS = {
  session: { reply: envelope(sessionInfo) },
  login: {
    body: loginBody,
    reply: refusable(sessionInfo),
  },
  logout: { reply: none },
  register: { body: registration, reply: refusable(sessionInfo) },
  clientError: {
    body: z.object({ message: z.string().max(2000), stack: z.string().max(8000), screen: z.string().max(200) }),
    reply: none,
  },
  openApi: { reply: z.object({ openapi: z.string(), paths: z.record(z.string(), z.unknown()) }) },
  health: { reply: z.object({ live: z.boolean(), ready: z.boolean() }) },
  upstreamLogin: {
    body: loginBody,
    reply: refusable(sessionInfo.extend({ token: needed(z.string()) })),
  },
  upstreamRegister: {
    body: registration,
    reply: envelope(z.union([sessionInfo.extend({ token: needed(z.string()) }), refusalData])),
  },
  upstreamLogout: { reply: none },
  upstreamProfile: { reply: envelope(sessionInfo) },
  accountSecurity: {
    reply: envelope(
      z.object({
        account: z.string(),
        /** Its password is published: everybody uses it, nobody changes it. */
        is_published: z.boolean(),
        second_factor: z.boolean(),
        recovery_left: z.number().int(),
        sessions: z.array(session),
      }),
    ),
  },
  changePassword: { body: z.object({ password, new_password: newSecret }), reply: refusable(ended) },
  changeFundPassword: { body: z.object({ password, new_fundpass: newSecret }), reply: refusable(ended) },
  /** One session by its id, or all but this one. */
  endSessions: {
    body: z.object({
      id: z
        .string()
        .regex(/^[0-9a-f]{16}$/)
        .optional(),
    }),
    reply: refusable(ended),
  },
  beginSecondFactor: {
    body: z.object({ password }),
    reply: refusable(z.object({ secret: needed(z.string()), address: needed(z.string()) })),
  },
  confirmSecondFactor: {
    body: z.object({ code: z.string().min(6).max(32) }),
    reply: refusable(z.object({ recovery_codes: needed(z.array(z.string())) })),
  },
  removeSecondFactor: {
    body: z.object({ password, code: z.string().min(6).max(32) }),
    reply: refusable(z.object({}).loose()),
  },
  agreement: { reply: envelope(z.object({ signed: needed(z.boolean()), version: z.string(), url: z.string() })) },
  signAgreement: { body: z.object({ version: z.string().max(32) }), reply: none },
  permissions: {
    reply: envelope(
      z.object({
        spot_grid_modify_price_range: z.boolean(),
        spot_grid_add_position: z.boolean(),
        spot_grid_pause: z.boolean(),
      }),
    ),
  },
} as const;
