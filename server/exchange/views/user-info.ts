import type { z } from 'zod';
import type { userInfo } from '#lib/contract/strategy.ts';
import type { User } from '../accounts/user.ts';

export type UserInfo = z.output<typeof userInfo>;

/** A trader as everybody may see him: never the account name or the id. */
export function userInfoOf(user: User): UserInfo {
  return {
    nick: user.nickname,
    nick_en: user.nickname,
    nickname: user.nickname,
    avatar: user.avatar,
    tier: user.tier,
    anonymous: user.anonymous,
  };
}
