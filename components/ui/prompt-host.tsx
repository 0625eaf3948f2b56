'use client';

import { atom, useAtom, useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { useAwaited } from '#lib/client/awaited.ts';
import { promptsAtom } from '#lib/client/prompts.ts';
import { toldPart } from '#lib/client/told-part.ts';

/** Most visits are asked nothing: dialogs are a twenty-fifth of what the trade page may weigh. */
const dialogPart = toldPart('prompt-dialog', () => import('./prompt-dialog.tsx').then((part) => part.PromptDialog));

/** Hosts on the page, the oldest first: late parts bring one of their own where the page may have none. */
const hostsAtom = atom<readonly object[]>([]);

/** Shows the questions that flows ask (lib/client/prompts.ts); of several on a page the oldest does. Logging in again is asked by login-host.tsx, on every page. */
export function PromptHost() {
  const [own] = useState(() => ({}));
  const [hosts, setHosts] = useAtom(hostsAtom);
  useEffect(() => {
    setHosts((present) => [...present, own]);
    return () => setHosts((present) => present.filter((one) => one !== own));
  }, [own, setHosts]);
  const prompts = useAtomValue(promptsAtom).filter(({ kind }) => kind !== 'login');
  const PromptDialog = dialogPart.usePart(prompts.length > 0);
  const isShownHere = hosts[0] === own;
  useAwaited(isShownHere && prompts.length > 0 && PromptDialog === undefined, () => prompts.at(-1)?.answer(null));
  if (!isShownHere || PromptDialog === undefined) return null;
  return prompts.map((prompt) => <PromptDialog key={prompt.id} prompt={prompt} />);
}
