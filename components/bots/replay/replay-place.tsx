'use client';

import dynamic from 'next/dynamic';
import { latePart, nothingYet } from '#lib/client/late-part.ts';
import { useSession } from '#lib/client/session.ts';
import { useAnnounces } from '#lib/client/use-announces.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';

const ReplayPart = dynamic(
  () => latePart('bot-replay', () => import('./replay-part.tsx').then((part) => part.ReplayPart)),
  { loading: nothingYet },
);

/** What stands on a bot's tape: for its owner, where the exchange keeps one. */
export function ReplayPlace({ bot }: { readonly bot: StrategyRow }) {
  const { session } = useSession();
  const isOwn = session?.logged_in === true && session.anonymous === bot.user_info.anonymous;
  const isOffered = useAnnounces(isOwn ? 'proof' : null);
  return isOffered ? <ReplayPart bot={bot} /> : null;
}
