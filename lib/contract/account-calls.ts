import { z } from 'zod';
import { needed, standIn } from './readings.ts';
import { envelope, refusable, refusalData } from './wire.ts';

/** Session, registration, agreement and permissions: who is calling and what he may do. */

const none = envelope(z.object({}).loose().nullable());
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
const credentials = z.object({
  account: z.string().min(3).max(64),
  password: z.string().min(8).max(128),
});
const registration = credentials.extend({
  nickname: z.string().max(40).optional(),
  fundpass: z.string().min(8).max(128),
});

export const ACCOUNT_CALLS = {
  session: { reply: envelope(sessionInfo) },
  login: {
    body: credentials.extend({ account: z.string().min(1).max(64), password: z.string().min(1).max(128) }),
    reply: envelope(sessionInfo),
  },
  logout: { reply: none },
  register: { body: registration, reply: refusable(sessionInfo) },
  clientError: {
    body: z.object({ message: z.string().max(2000), stack: z.string().max(8000), screen: z.string().max(200) }),
    reply: none,
  },
  upstreamLogin: {
    body: z.object({ account: z.string().min(1).max(64), password: z.string().min(1).max(128) }),
    reply: envelope(sessionInfo.extend({ token: needed(z.string()) })),
  },
  upstreamRegister: {
    body: registration,
    reply: envelope(z.union([sessionInfo.extend({ token: needed(z.string()) }), refusalData])),
  },
  upstreamLogout: { reply: none },
  upstreamProfile: { reply: envelope(sessionInfo) },
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
