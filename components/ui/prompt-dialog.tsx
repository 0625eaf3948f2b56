'use client';

import { useLocale, useTranslations } from 'next-intl';
import { useState } from 'react';
import { agreementAddress, type Prompt } from '#lib/client/prompts.ts';
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
  const language = useLocale();
  const [hasAgreed, setHasAgreed] = useState(false);
  return (
    <Dialog isOpen onClose={() => prompt.answer(null)} title={t('agreement.title')}>
      <div className="flex flex-col gap-4">
        <p className="text-sm text-ink-2">{t('agreement.text')}</p>
        <a
          href={agreementAddress(language)}
          target="_blank"
          rel="noopener"
          className="flex min-h-11 items-center self-start text-sm text-accent hover:underline md:min-h-8"
        >
          {t('agreement.read')}
        </a>
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

export function PromptDialog({ prompt }: { readonly prompt: Prompt }) {
  return prompt.kind === 'agreement' ? <AgreementPrompt prompt={prompt} /> : <FundPasswordPrompt prompt={prompt} />;
}
