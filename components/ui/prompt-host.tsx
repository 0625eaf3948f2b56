'use client';

import { atom, useAtom, useAtomValue } from 'jotai';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { type Prompt, promptsAtom } from '#lib/client/prompts.ts';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';

function FundPasswordPrompt({ prompt }: { readonly prompt: Prompt }) {
  const t = useTranslations('common');
  // Lives in this component only, and goes with it: a fund password is never kept.
  const [password, setPassword] = useState('');
  return (
    <Dialog isOpen onClose={() => prompt.answer(null)} title={t('fundpass.title')}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          prompt.answer(password);
        }}
      >
        <p className="text-sm text-ink-2">{t('fundpass.text')}</p>
        <Field
          label={t('fundpass.label')}
          type="password"
          name="fundpass"
          autoComplete="off"
          autoFocus
          value={password}
          onChange={setPassword}
        />
        <Button type="submit" tone="primary" isWide disabled={password === ''}>
          {t('action.confirm')}
        </Button>
      </form>
    </Dialog>
  );
}

function AgreementPrompt({ prompt }: { readonly prompt: Prompt }) {
  const t = useTranslations('common');
  const [hasAgreed, setHasAgreed] = useState(false);
  return (
    <Dialog isOpen onClose={() => prompt.answer(null)} title={t('agreement.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-ink-2">{t('agreement.text')}</p>
        <Checkbox isChecked={hasAgreed} onChange={setHasAgreed}>
          {t('agreement.accept')}
        </Checkbox>
        <Button tone="primary" isWide disabled={!hasAgreed} onClick={() => prompt.answer('')}>
          {t('agreement.sign')}
        </Button>
      </div>
    </Dialog>
  );
}

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
  const prompts = useAtomValue(promptsAtom);
  if (hosts[0] !== own) return null;
  return prompts.map((prompt) => {
    if (prompt.kind === 'fund-password') return <FundPasswordPrompt key={prompt.id} prompt={prompt} />;
    return prompt.kind === 'agreement' ? <AgreementPrompt key={prompt.id} prompt={prompt} /> : null;
  });
}
