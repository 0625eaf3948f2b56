'use client';

import { useEffect, useState } from 'react';
import {
  onPermission,
  PushRefused,
  type PushStanding,
  pushStanding,
  subscribeHere,
  unsubscribeHere,
} from '#lib/client/web-push.ts';

const standingNow = (): Promise<PushStanding> => pushStanding().catch(() => ({ is: 'unsupported' }) as const);

/** How this browser stands to being pushed to; asked again when somebody comes back to the page, who may have changed its permissions. */
export function usePush() {
  const [standing, setStanding] = useState<PushStanding | null>(null);
  const [refused, setRefused] = useState<PushRefused['reason'] | null>(null);
  const look = async (): Promise<void> => setStanding(await standingNow());

  useEffect(() => {
    let isGone = false;
    const ask = (): void => {
      if (document.visibilityState === 'hidden') return;
      void standingNow().then((now) => isGone || setStanding(now));
    };
    ask();
    const unhear = onPermission(ask);
    window.addEventListener('focus', ask);
    document.addEventListener('visibilitychange', ask);
    return () => {
      isGone = true;
      unhear();
      window.removeEventListener('focus', ask);
      document.removeEventListener('visibilitychange', ask);
    };
  }, []);

  return {
    standing,
    /** Why the last try came to nothing. */
    refused,
    /** Null when it was not subscribed, which `refused` says. */
    subscribe: async (key: string) => {
      setRefused(null);
      try {
        return await subscribeHere(key);
      } catch (error) {
        setRefused(error instanceof PushRefused ? error.reason : 'failed');
        return null;
      } finally {
        await look();
      }
    },
    unsubscribe: async (): Promise<void> => {
      await unsubscribeHere().catch(() => {});
      await look();
    },
  };
}
