// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NotificationSettings } from '#components/notifications/settings/notification-settings.tsx';
import type { NotificationSettings as Settings } from '#lib/contract/notification-settings-calls.ts';
import { RULE_KINDS } from '#lib/contract/notification-words.ts';
import { ComponentHost, fakeFetch } from '#tests/support/component-host.tsx';

let settings: Settings;
let refusal: object | null;

const hook: Settings['channels'][number] = {
  id: 3,
  kind: 'webhook',
  label: 'hooks.example.com',
  device: '',
  is_confirmed: true,
  last_time: 0,
  error: 'unreachable',
  given_up: 2,
};
const mail = {
  ...hook,
  id: 4,
  kind: 'email',
  label: 'me@example.com',
  is_confirmed: false,
  error: '',
  given_up: 0,
} as const;

const ok = (data: unknown) => ({ code: 200, message: '', data });
const fake = fakeFetch(({ url, method, body }) => {
  if (url.includes('/capabilities')) return ok(['notifications']);
  if (method === 'GET') return ok(settings);
  if (refusal !== null) return refusal;
  if (url.endsWith('/rules')) settings = { ...settings, ...(body as object) };
  return ok(url.endsWith('/add') ? { id: 9, secret: 'the-signing-secret' } : { id: 3 });
});
const sent = (end: string) =>
  fake.calls.filter(({ url, method }) => method === 'POST' && url.endsWith(end)).at(-1)?.body;

beforeEach(() => {
  refusal = null;
  settings = {
    rules: RULE_KINDS.map((kind) => ({ kind, app: kind !== 'range', channels: [] })),
    liquidation_percent: '5',
    funding_percent: '0.1',
    channels: [hook, mail],
    offered: ['webhook', 'telegram', 'email'],
    not_offered: '',
    push_key: '',
  };
  fake.calls.length = 0;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(): Promise<void> {
  render(<NotificationSettings />, { wrapper: ComponentHost });
  await screen.findByText('What you are told of');
}

describe('the settings of notifications', () => {
  it('sends what is chosen, with channels that are confirmed alone, and nothing before something was changed', async () => {
    await open();
    const save = screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
    expect(save.disabled).toBe(true);
    const range = within(screen.getByRole('group', { name: 'Range' }));
    expect(range.queryByLabelText(/me@example/)).toBeNull();
    fireEvent.click(range.getByLabelText('In the app'));
    fireEvent.click(range.getByLabelText('Webhook hooks.example.com'));
    fireEvent.change(screen.getByLabelText('Liquidation is near within'), { target: { value: '7.5' } });
    fireEvent.click(save);
    await waitFor(() => expect(sent('/rules')).toBeDefined());
    const body = sent('/rules') as Settings;
    expect(body.rules.find(({ kind }) => kind === 'range')).toEqual({ kind: 'range', app: true, channels: [3] });
    expect(body.rules.find(({ kind }) => kind === 'fill')).toEqual({ kind: 'fill', app: true, channels: [] });
    expect(body).toMatchObject({ liquidation_percent: '7.5', funding_percent: '0.1' });
    await waitFor(() => expect(save.disabled).toBe(true));
  });

  it('says at its field what is refused, and keeps what was typed', async () => {
    await open();
    refusal = {
      code: 422,
      message: '',
      data: { field: 'liquidation_percent', issue: 'percent-between', values: { least: '0.5', most: '50' } },
    };
    fireEvent.change(screen.getByLabelText('Liquidation is near within'), { target: { value: '99' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/from 0.5 to 50/)).toBeTruthy();
    expect((screen.getByLabelText('Liquidation is near within') as HTMLInputElement).value).toBe('99');
  });

  it('says of a channel that it does not work and why, and asks before one is removed', async () => {
    await open();
    const list = within(screen.getByRole('region', { name: 'Channels' }));
    expect(list.getByText(/could not be reached/).textContent).toContain('2 given up');
    refusal = { code: 409, message: '', data: { issue: 'channel-refused' } };
    fireEvent.click(list.getByRole('button', { name: 'Send a test' }));
    expect(await screen.findByText(/the receiver refused the message/i)).toBeTruthy();
    refusal = null;
    fireEvent.click(list.getAllByRole('button', { name: 'Remove' })[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Remove this channel?' });
    expect(sent('/remove')).toBeUndefined();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(sent('/remove')).toEqual({ id: 3 }));
  });

  it('sends the code of an e-mail address', async () => {
    await open();
    fireEvent.change(screen.getByLabelText('Code from the e-mail'), { target: { value: '123456' } });
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await waitFor(() => expect(sent('/confirm')).toEqual({ id: 4, code: '123456' }));
  });

  it('shows the signing secret of a new webhook once, and asks of Telegram for a token', async () => {
    await open();
    const form = within(screen.getByRole('region', { name: 'Add a channel' }));
    fireEvent.click(form.getByLabelText('Telegram'));
    expect((form.getByRole('button') as HTMLButtonElement).disabled).toBe(true);
    expect(form.getByLabelText('Token of your Telegram bot').getAttribute('type')).toBe('password');
    fireEvent.click(form.getByLabelText('Webhook'));
    fireEvent.change(form.getByLabelText('Address (https)'), { target: { value: ' https://hooks.example.com/x ' } });
    fireEvent.click(form.getByRole('button', { name: 'Add a channel' }));
    expect(await screen.findByText('the-signing-secret')).toBeTruthy();
    expect(sent('/add')).toEqual({ kind: 'webhook', target: 'https://hooks.example.com/x', lang: 'en' });
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText('the-signing-secret')).toBeNull();
    expect((screen.getByLabelText('Address (https)') as HTMLInputElement).value).toBe('');
  });
});
