// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LoginForm } from '#components/account/login-form.tsx';
import { RegisterForm } from '#components/account/register-form.tsx';
import { ComponentHost, type FakeCall, fakeFetch } from '#tests/support/component-host.tsx';
import { pass } from '#tests/support/component-time.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/login', useSearchParams: () => new URLSearchParams() }));

const { left } = vi.hoisted(() => ({ left: vi.fn() }));
vi.mock('#lib/client/leave-for.ts', () => ({ leaveFor: left }));

let calls: FakeCall[];

beforeEach(() => {
  vi.useFakeTimers();
  const fake = fakeFetch(() => ({ code: 429, message: '' }));
  calls = fake.calls;
  vi.stubGlobal('fetch', fake.fetch);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const WORDS = { account: 'newcomer', password: 'a-long-pass-phrase-7', fundpass: 'another-Phrase-8' };

it.each([
  ['/api/session', 'Log in', <LoginForm key="login" paper={null} />],
  ['/api/account', 'Create account', <RegisterForm key="register" />],
])(
  '%s is sent once however often it is pressed, keeps the focus on its button, and can be sent again after a refusal',
  async (path, name, form) => {
    render(<ComponentHost>{form}</ComponentHost>);
    for (const [field, text] of Object.entries(WORDS)) {
      const input = document.querySelector(`input[name="${field}"]`);
      if (input !== null) fireEvent.change(input, { target: { value: text } });
    }
    const sent = () => calls.filter(({ url, method }) => method === 'POST' && url === path);
    const button = screen.getByRole('button', { name }) as HTMLButtonElement;
    const whole = button.closest('form') as HTMLFormElement;
    button.focus();
    const submit = (): void => whole.requestSubmit();
    // Within one frame: nothing of the first is shown yet.
    act(() => {
      submit();
      submit();
    });
    act(submit);
    expect(button.disabled).toBe(false);
    expect(document.activeElement).toBe(button);
    await pass(50);
    expect(sent()).toHaveLength(1);
    fireEvent.submit(whole);
    await pass(50);
    expect(sent()).toHaveLength(2);
  },
);

function submitRegistration(): void {
  for (const [field, text] of Object.entries(WORDS)) {
    fireEvent.change(document.querySelector(`input[name="${field}"]`) as Element, { target: { value: text } });
  }
  fireEvent.submit(screen.getByRole('button', { name: 'Create account' }).closest('form') as HTMLFormElement);
}

it('who is told that his name is taken, after a registration that was not answered, is logged in where it was his own', async () => {
  const answers = [{ code: 504 }, { code: 422, data: { field: 'account', issue: 'account-taken' } }];
  const fake = fakeFetch(({ url }) => ({ message: '', ...(url === '/api/account' ? answers.shift() : { code: 200 }) }));
  vi.stubGlobal('fetch', fake.fetch);
  render(
    <ComponentHost>
      <RegisterForm />
    </ComponentHost>,
  );
  submitRegistration();
  await pass(50);
  expect(left).not.toHaveBeenCalled();
  submitRegistration();
  await pass(50);
  const logins = fake.calls.filter(({ url, method }) => url === '/api/session' && method === 'POST');
  expect(logins.map(({ body }) => body)).toEqual([{ account: WORDS.account, password: WORDS.password }]);
  expect(left).toHaveBeenCalledTimes(1);
});

it('a name that is taken by somebody else stays refused, and nobody is logged in for it', async () => {
  const fake = fakeFetch(() => ({ code: 422, message: '', data: { field: 'account', issue: 'account-taken' } }));
  vi.stubGlobal('fetch', fake.fetch);
  render(
    <ComponentHost>
      <RegisterForm />
    </ComponentHost>,
  );
  submitRegistration();
  await pass(50);
  expect(fake.calls.filter(({ url }) => url === '/api/session')).toEqual([]);
  expect(screen.getByText('This account name is taken')).toBeTruthy();
});
