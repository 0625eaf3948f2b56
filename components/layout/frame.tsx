'use client';

import { useEffect } from 'react';
import { LoginHost } from '#components/account/login-host.tsx';
import { LiveNotice } from '#components/ui/stale-notice.tsx';
import { ToastHost } from '#components/ui/toast-host.tsx';
import '#lib/client/language-hash.ts';
import { watchLateParts } from '#lib/client/late-part.ts';
import { leaveOldStep } from '#lib/client/old-step.ts';
import { askUntilThere } from '#lib/client/part-line.ts';
import { LiveStream } from './live-stream.tsx';
import { ViewerTeller } from './viewer-teller.tsx';

export { AccountMenu } from './account-menu.tsx';

watchLateParts(askUntilThere);

/** What stands around every page and is in nobody's sight at first: toasts, the event stream, what is said of old figures, the way back into a lost session. */
export function Frame() {
  useEffect(leaveOldStep, []);
  return (
    <>
      <ViewerTeller />
      <ToastHost />
      <LiveStream />
      <LiveNotice />
      <LoginHost />
    </>
  );
}
