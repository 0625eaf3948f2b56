// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LoginForm } from '#components/account/login-form.tsx';
import { NotificationSettings } from '#components/notifications/settings/notification-settings.tsx';
import { leavePush } from '#lib/client/leave-push.ts';
import { isLossNews } from '#lib/client/web-push.ts';
import type { NotificationSettings as Settings } from '#lib/contract/notification-settings-calls.ts';
import { RULE_KINDS } from '#lib/contract/notification-words.ts';
import { ComponentHost, fakeFetch } from '#tests/support/component-host.tsx';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/login', useSearchParams: () => new URLSearchParams() }));

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
/** Of a save, and of the settings after it: when they are answered. */
let saving: Promise<void>;
let reading: Promise<void>;
const fake = fakeFetch(async ({ url, method, body }) => {
  if (url.includes('/capabilities')) return ok(['notifications']);
  if (method === 'GET') {
    await reading;
    return ok(settings);
  }
  if (url.endsWith('/rules')) await saving;
  if (refusal !== null) return refusal;
  if (url.endsWith('/rules')) settings = { ...settings, ...(body as object) };
  return ok(url.endsWith('/add') ? { id: 9, secret: 'the-signing-secret' } : { id: 3 });
});
const sent = (end: string) =>
  fake.calls.filter(({ url, method }) => method === 'POST' && url.endsWith(end)).at(-1)?.body;

beforeEach(() => {
  refusal = null;
  saving = Promise.resolve();
  reading = Promise.resolve();
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
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

/** What the worker has noted, by name. */
function stubNotes(): Map<string, string> {
  const notes = new Map<string, string>();
  const cache = {
    match: async (path: string) => (notes.has(path) ? { text: async () => notes.get(path) } : undefined),
    put: async (path: string, response: Response) => void notes.set(path, await response.text()),
    delete: async (path: string) => notes.delete(path),
  };
  vi.stubGlobal('caches', { open: async () => cache });
  return notes;
}

/** What the page finds of the browser's half of pushes; `permission` is what its trader says. */
function stubPush({
  permission = 'default' as NotificationPermission,
  answer = 'granted' as NotificationPermission,
  endpoint = '',
} = {}) {
  const seen = { asked: 0, registered: [] as unknown[], unsubscribed: 0, options: null as unknown };
  const subscription = (url: string) => ({
    endpoint: url,
    options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
    toJSON: () => ({ keys: { p256dh: 'the-point', auth: 'the-secret' } }),
    unsubscribe: async () => {
      seen.unsubscribed += 1;
      present = null;
      return true;
    },
  });
  let present = endpoint === '' ? null : subscription(endpoint);
  const registration = {
    active: {},
    installing: null,
    waiting: null,
    pushManager: {
      getSubscription: async () => present,
      subscribe: async (options: unknown) => {
        seen.options = options;
        present ??= subscription('https://push.example.com/abc');
        return present;
      },
    },
  };
  const notification = {
    permission,
    requestPermission: async () => {
      seen.asked += 1;
      notification.permission = answer;
      return answer;
    },
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', notification);
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      register: async (...given: unknown[]) => {
        seen.registered.push(given);
        return registration;
      },
      getRegistration: async () => registration,
    },
  });
  return seen;
}

/** As the exchange names the subscription above. */
const DEVICE = createHash('sha256').update('https://push.example.com/abc').digest('hex').slice(0, 32);
const KEY = 'AQID';
const pushChannel = (id: number, device: string): Settings['channels'][number] => ({
  ...hook,
  id,
  kind: 'push',
  label: 'Firefox · Linux',
  device,
  error: '',
  given_up: 0,
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
    // What was not changed here may have been changed by another page meanwhile.
    expect(sent('/rules')).toEqual({
      rules: [{ kind: 'range', app: true, channels: [3] }],
      liquidation_percent: '7.5',
    });
    await waitFor(() => expect(save.disabled).toBe(true));
  });

  it('keeps what was saved before it is read again: the next change does not undo it', async () => {
    await open();
    const { promise, resolve } = Promise.withResolvers<void>();
    reading = promise;
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    const box = (kind: string): HTMLInputElement =>
      within(screen.getByRole('group', { name: kind })).getByLabelText('In the app');
    fireEvent.click(box('Range'));
    fireEvent.click(save);
    await waitFor(() => expect(sent('/rules')).toBeDefined());
    await waitFor(() => expect(save.disabled).toBe(true));
    expect(box('Range').checked).toBe(true);
    fake.calls.length = 0;
    fireEvent.click(box('Fills'));
    fireEvent.click(save);
    await waitFor(() => expect(sent('/rules')).toBeDefined());
    expect((sent('/rules') as Settings).rules.map(({ kind }) => kind)).toEqual(['fill']);
    expect(box('Range').checked).toBe(true);
    resolve();
  });

  it('is not changed while it is saved: what was changed then would be gone', async () => {
    await open();
    const { promise, resolve } = Promise.withResolvers<void>();
    saving = promise;
    const percent = (): HTMLInputElement => screen.getByLabelText('Liquidation is near within');
    fireEvent.change(percent(), { target: { value: '7' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(percent().matches(':disabled')).toBe(true));
    resolve();
    await waitFor(() => expect(percent().matches(':disabled')).toBe(false));
    expect(percent().value).toBe('7');
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

describe('this browser as a channel', () => {
  const panel = async () => within(await screen.findByRole('region', { name: 'In this browser' }));
  beforeEach(() => {
    settings = { ...settings, channels: [], offered: ['webhook', 'push'], push_key: KEY };
  });

  it('asks for leave upon the press alone, subscribes to the exchange’s key, and hands it over', async () => {
    const seen = stubPush();
    await open();
    const button = await (await panel()).findByRole('button', { name: 'Turn on' });
    expect(seen.asked).toBe(0);
    expect(seen.registered).toEqual([]);
    fireEvent.click(button);
    await waitFor(() => expect(sent('/add')).toBeDefined());
    expect(seen).toMatchObject({ asked: 1, registered: [['/push/worker.js', { scope: '/push/' }]] });
    expect(seen.options).toEqual({ userVisibleOnly: true, applicationServerKey: new Uint8Array([1, 2, 3]) });
    expect(sent('/add')).toMatchObject({
      kind: 'push',
      target: 'https://push.example.com/abc',
      keys: { p256dh: 'the-point', auth: 'the-secret' },
      lang: 'en',
    });
  });

  it('is no kind that an address is typed in for', async () => {
    stubPush();
    await open();
    const form = within(screen.getByRole('region', { name: 'Add a channel' }));
    expect(form.getByLabelText('Webhook')).toBeTruthy();
    expect(form.queryByLabelText('Browser')).toBeNull();
  });

  it('says that it is on here and how many others there are, and turns this one off', async () => {
    const seen = stubPush({ permission: 'granted', endpoint: 'https://push.example.com/abc' });
    settings = { ...settings, channels: [pushChannel(5, DEVICE), pushChannel(6, 'f'.repeat(32))] };
    await open();
    const here = await panel();
    const off = await here.findByRole('button', { name: 'Turn off' });
    expect(here.getByText(/One other browser is subscribed/)).toBeTruthy();
    const list = within(screen.getByRole('region', { name: 'Channels' }));
    expect(list.getAllByText('this browser')).toHaveLength(1);
    fireEvent.click(off);
    await waitFor(() => expect(sent('/remove')).toEqual({ id: 5 }));
    await waitFor(() => expect(seen.unsubscribed).toBe(1));
  });

  it('keeps the focus where it was turned off, takes it from nobody as the page comes, and says what is not chosen yet', async () => {
    stubPush({ permission: 'granted', endpoint: 'https://push.example.com/abc' });
    settings = { ...settings, channels: [pushChannel(5, DEVICE)] };
    await open();
    const section = await screen.findByRole('region', { name: 'In this browser' });
    const off = await within(section).findByRole('button', { name: 'Turn off' });
    expect(document.activeElement).toBe(document.body);
    expect(within(section).getByText(/nothing is chosen yet/)).toBeTruthy();
    off.focus();
    fireEvent.click(off);
    await within(section).findByRole('button', { name: 'Turn on' });
    expect(document.activeElement).toBe(section);
  });

  it('does not warn of a browser that is told something', async () => {
    stubPush({ permission: 'granted', endpoint: 'https://push.example.com/abc' });
    const rules = settings.rules.map((rule) => (rule.kind === 'fill' ? { ...rule, channels: [5] } : rule));
    settings = { ...settings, rules, channels: [pushChannel(5, DEVICE)] };
    await open();
    expect(await (await panel()).findByText('On. Choose above what it is told.')).toBeTruthy();
  });

  it('says that the browser has ended its subscription until it is on again, once on another page, never where it keeps no note', async () => {
    stubPush({ permission: 'granted' });
    expect(await isLossNews()).toBe(false);
    const notes = stubNotes();
    notes.set('/push/lost', '');
    expect([await isLossNews(), await isLossNews()]).toEqual([true, false]);
    await open();
    const here = await panel();
    expect(await here.findByText(/ended its subscription by itself/)).toBeTruthy();
    fireEvent.click(here.getByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(sent('/add')).toBeDefined());
    await waitFor(() => expect(here.queryByText(/ended its subscription by itself/)).toBeNull());
    expect(notes.size).toBe(0);
  });

  it('is off for who logs out: its channel is removed while he may say so, the subscription whatever is answered', async () => {
    const seen = stubPush({ permission: 'granted', endpoint: 'https://push.example.com/abc' });
    settings = { ...settings, channels: [pushChannel(5, 'f'.repeat(32)), pushChannel(6, DEVICE)] };
    await leavePush();
    expect(sent('/remove')).toEqual({ id: 6 });
    expect(seen.unsubscribed).toBe(1);
    vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
    stubPush({ permission: 'granted', endpoint: 'https://push.example.com/abc' });
    await leavePush();
    // Who has none asks nothing.
    const none = stubPush();
    await leavePush();
    expect(none.unsubscribed).toBe(0);
  });

  it('hangs on the session of who logs in again in a browser that has his channel: the one that subscribed it has run out', async () => {
    const logIn = async (): Promise<void> => {
      cleanup();
      fake.calls.length = 0;
      const loggedIn = vi.fn();
      render(
        <ComponentHost>
          <LoginForm paper={null} onLoggedIn={loggedIn} />
        </ComponentHost>,
      );
      for (const [field, value] of Object.entries({ account: 'owner', password: 'paper-owner-1' }))
        fireEvent.change(document.querySelector(`input[name="${field}"]`) as Element, { target: { value } });
      fireEvent.submit(document.querySelector('form') as HTMLFormElement);
      await waitFor(() => expect(loggedIn).toHaveBeenCalledOnce());
    };
    const endpoint = 'https://push.example.com/abc';
    stubPush({ permission: 'granted', endpoint });
    settings = { ...settings, channels: [pushChannel(5, 'f'.repeat(32)), pushChannel(6, DEVICE)] };
    await logIn();
    const keys = { p256dh: 'the-point', auth: 'the-secret' };
    expect(sent('/add')).toEqual({ kind: 'push', target: endpoint, keys, name: 'Firefox · Linux', lang: 'en' });
    // It is another's, or of nobody: who wants it turns it on.
    settings = { ...settings, channels: [pushChannel(5, 'f'.repeat(32))] };
    await logIn();
    expect(sent('/add')).toBeUndefined();
    stubPush();
    await logIn();
    expect(fake.calls.map(({ method }) => method)).toEqual(['POST']);
  });

  it('tells nobody of a subscription of somebody who has logged out since', async () => {
    stubPush({ permission: 'granted' });
    const notes = stubNotes();
    for (const note of ['', 'told']) {
      notes.set('/push/lost', note);
      await leavePush();
      expect([await isLossNews(), notes.size]).toEqual([false, 0]);
    }
    expect(fake.calls).toEqual([]);
  });

  it('subscribes anew where the subscription that it has is of another key', async () => {
    const seen = stubPush({ permission: 'granted', endpoint: 'https://push.example.com/old' });
    settings = { ...settings, push_key: 'BAUG' };
    await open();
    fireEvent.click(await (await panel()).findByRole('button', { name: 'Turn on' }));
    await waitFor(() => expect(sent('/add')).toMatchObject({ target: 'https://push.example.com/abc' }));
    expect(seen.unsubscribed).toBe(1);
  });

  it('says how a browser that blocks it is made to allow it, also when that happens at the press', async () => {
    stubPush({ permission: 'denied' });
    await open();
    const here = await panel();
    expect(await here.findByText(/set Notifications to Allow/)).toBeTruthy();
    expect(here.queryByRole('button')).toBeNull();
    cleanup();
    stubPush({ answer: 'denied' });
    await open();
    fireEvent.click(await (await panel()).findByRole('button', { name: 'Turn on' }));
    expect(await (await panel()).findByText(/set Notifications to Allow/)).toBeTruthy();
    expect(sent('/add')).toBeUndefined();
  });

  it('says of a question that was not answered that it can be asked again', async () => {
    stubPush({ answer: 'default' });
    await open();
    fireEvent.click(await (await panel()).findByRole('button', { name: 'Turn on' }));
    expect(await (await panel()).findByText(/was not given permission/)).toBeTruthy();
    expect((await panel()).getByRole('button', { name: 'Turn on' })).toBeTruthy();
  });

  it('says of a browser that cannot, and of an address that is not https, why', async () => {
    vi.stubGlobal('isSecureContext', true);
    await open();
    expect(await (await panel()).findByText(/cannot receive notifications/)).toBeTruthy();
    cleanup();
    stubPush();
    vi.stubGlobal('isSecureContext', false);
    await open();
    expect(await (await panel()).findByText(/over https alone/)).toBeTruthy();
  });

  it('says what the exchange refuses of it', async () => {
    stubPush();
    refusal = { code: 422, message: '', data: { field: 'target', issue: 'outbound-unreachable' } };
    await open();
    fireEvent.click(await (await panel()).findByRole('button', { name: 'Turn on' }));
    expect(await (await panel()).findByText(/cannot be reached from the open internet/i)).toBeTruthy();
  });

  it('is not spoken of where the exchange pushes nothing', async () => {
    stubPush();
    settings = { ...settings, push_key: '', offered: ['webhook'] };
    await open();
    expect(screen.queryByRole('region', { name: 'In this browser' })).toBeNull();
  });

  it('an account that everybody uses is offered no channel, and is told why', async () => {
    stubPush();
    settings = { ...settings, push_key: '', offered: [], not_offered: 'channels-published' };
    await open();
    expect(await screen.findByText(/everybody uses this account/i)).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Add a channel' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'In this browser' })).toBeNull();
    expect(screen.queryByText(/Add a channel below/)).toBeNull();
  });
});
