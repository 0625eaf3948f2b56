'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { useSecurityForm } from '#components/account/security/use-security-form.ts';
import { Button } from '#components/ui/button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { Segmented } from '#components/ui/segmented.tsx';
import { useFocusKept } from '#components/ui/use-focus-kept.ts';
import { copyText } from '#lib/client/copy-text.ts';
import { toast } from '#lib/client/toasts.ts';
import { useTypedChoice } from '#lib/client/use-typed-choice.ts';
import type { ChannelKind } from '#lib/contract/notification-words.ts';

/** Ways whose address is typed in; a browser subscribes itself (push-device.tsx). */
type TypedKind = Exclude<ChannelKind, 'push'>;

/** What a webhook's messages are signed with: the exchange says it this once. */
function Secret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const t = useTranslations('notifications.settings');
  const network = useTranslations('common.error')('generic');
  const copy = (): void => {
    copyText(secret).then(
      () => toast('success', t('copied')),
      () => toast('error', network),
    );
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm font-medium">{t('secretTitle')}</p>
      <p className="text-xs text-ink-2">{t('secretText')}</p>
      <code className="rounded bg-surface-2 p-3 text-xs break-all">{secret}</code>
      <div className="flex gap-2">
        <Button onClick={copy}>{t('copy')}</Button>
        <Button tone="primary" onClick={onDone}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}

interface Typed {
  readonly target: string;
  readonly token: string;
}

const NOTHING: Typed = { target: '', token: '' };

/** Where a channel of this kind leads. */
function ChannelFields({
  kind,
  typed,
  onType,
  errorOf,
}: {
  readonly kind: TypedKind;
  readonly typed: Typed;
  readonly onType: (typed: Typed) => void;
  readonly errorOf: (field: string) => string | undefined;
}) {
  const t = useTranslations('notifications.settings');
  return (
    <>
      {kind === 'telegram' && (
        <Field
          label={t('token')}
          hint={t('tokenHint')}
          type="password"
          autoComplete="off"
          maxLength={200}
          value={typed.token}
          onChange={(token) => onType({ ...typed, token })}
          error={errorOf('token')}
        />
      )}
      <Field
        label={t(`target.${kind}`)}
        hint={t(`targetHint.${kind}`)}
        type={kind === 'email' ? 'email' : 'text'}
        autoComplete={kind === 'email' ? 'email' : 'off'}
        maxLength={2_000}
        value={typed.target}
        onChange={(target) => onType({ ...typed, target })}
        error={errorOf('target')}
      />
    </>
  );
}

/** A further way to the trader: what it leads to is looked at by the exchange before it is kept. */
export function AddChannel({
  offered,
  onAdded,
}: {
  readonly offered: readonly ChannelKind[];
  readonly onAdded: () => void;
}) {
  const t = useTranslations('notifications.settings');
  const language = useLocale();
  const kinds = offered.filter((one): one is TypedKind => one !== 'push');
  const [kind, setKind] = useTypedChoice<TypedKind>('channel kind', kinds[0] ?? 'webhook', kinds);
  // Kept by nobody: an address of a webhook is a secret, and who has a Telegram bot's token is that bot.
  const [typed, setTyped] = useState<Typed>(NOTHING);
  const [secret, setSecret] = useState('');
  const form = useSecurityForm('addNotificationChannel', (done) => {
    setTyped(NOTHING);
    setSecret(done.secret);
    toast('success', t('added'));
    onAdded();
  });
  const holder = useFocusKept<HTMLElement>(secret === '' ? 'form' : 'secret');
  const failure = form.failure ?? form.errorOf('kind');
  const isTelegram = kind === 'telegram';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void form.send({
      kind,
      target: typed.target.trim(),
      lang: language,
      ...(isTelegram ? { token: typed.token.trim() } : {}),
    });
  };
  return (
    <section ref={holder} tabIndex={-1} aria-labelledby="add-channel-title" className="panel p-4 outline-none">
      <h3 id="add-channel-title" className="mb-3 text-base font-semibold">
        {t('add')}
      </h3>
      {secret !== '' ? (
        <Secret secret={secret} onDone={() => setSecret('')} />
      ) : (
        <form onSubmit={submit} noValidate className="flex flex-col gap-3">
          {failure !== undefined && <Notice tone="danger">{failure}</Notice>}
          <Segmented
            name="channel-kind"
            label={t('kind')}
            value={kind}
            onChange={setKind}
            options={kinds.map((one) => ({ value: one, label: t(`kinds.${one}`) }))}
          />
          <ChannelFields kind={kind} typed={typed} onType={setTyped} errorOf={form.errorOf} />
          <Button
            type="submit"
            tone="primary"
            className="self-start"
            isBusy={form.isBusy}
            disabled={typed.target.trim() === '' || (isTelegram && typed.token.trim() === '')}
          >
            {t('add')}
          </Button>
        </form>
      )}
    </section>
  );
}
