'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import type { CreateState } from '#lib/strategies/create-state.ts';
import type { CreateFlow } from './use-create-flow.ts';

/** What every create form is sent with. */
export function CreateButton({ flow, state }: { readonly flow: CreateFlow; readonly state: CreateState }) {
  const t = useTranslations('trade.form');
  return (
    <Button
      type="submit"
      tone="primary"
      size="lg"
      isWide
      isBusy={flow.isBusy}
      disabled={state !== 'ready' && state !== 'creating'}
      data-state={state}
    >
      {t('create')}
    </Button>
  );
}
