'use client';

import type { ComponentProps, ComponentType, ReactNode } from 'react';
import { bringPart } from '#components/ui/bring-part.tsx';
import type { CopyForm } from './copy-form.tsx';

export interface CopyFormPart {
  readonly Form: ComponentType<ComponentProps<typeof CopyForm>>;
  readonly withTexts: (children: ReactNode) => ReactNode;
}

/** The copy form with its texts and prompts: who does not copy loads none of it. */
export const bringCopyForm = bringPart<CopyFormPart>(
  ['common', 'copy', 'trade', 'bots', 'fields', 'issues', 'refusals', 'conditions'],
  async (withTexts) => {
    const [{ CopyForm }, { PromptHost }] = await Promise.all([
      import('./copy-form.tsx'),
      import('#components/ui/prompt-host.tsx'),
    ]);
    return {
      Form: CopyForm,
      withTexts: (children) =>
        withTexts(
          <>
            {children}
            <PromptHost />
          </>,
        ),
    };
  },
);
