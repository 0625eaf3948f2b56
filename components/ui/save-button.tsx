'use client';

import { useTranslations } from 'next-intl';
import { toast } from '#lib/client/toasts.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import { Button } from './button.tsx';

/** A file that is put together when it is asked for, of calls that take a while. */
export function SaveButton({ label, save }: { readonly label: string; readonly save: () => Promise<void> }) {
  const common = useTranslations('common.error');
  const { isBusy, run } = useSingleRun();
  const saveOrTell = async (): Promise<void> => {
    try {
      await save();
    } catch {
      // A page did not come: there is no file, and it can be asked for again.
      toast('error', common('network'));
    }
  };
  return (
    <Button size="sm" isBusy={isBusy} onClick={() => void run(saveOrTell)}>
      {label}
    </Button>
  );
}
