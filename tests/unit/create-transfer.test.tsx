// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react';
import { useSWRConfig } from 'swr';
import { expect, it, vi } from 'vitest';
import { TransferDialog } from '#components/create/transfer-dialog.tsx';
import common from '#messages/en/common.json' with { type: 'json' };
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';

let available: string;
let isDown: boolean;
let isWalletDown: boolean;
let askAnew: () => void;
let answer: object;

const calls = inOwnTime(
  ({ url }) => {
    if (url.includes('account/wallet') && isWalletDown) return null;
    if (url.includes('account/transfer')) return isDown ? null : answer;
    const holds = [
      { account: 'spot', asset: 'USDT', available, locked: '0' },
      { account: 'margin', asset: 'USDT', available: '70', locked: '0' },
    ];
    return { code: 200, message: '', data: url.includes('account/wallet') ? holds : [] };
  },
  () => {
    available = '500';
    isDown = true;
    answer = { code: 200, message: '', data: {} };
    isWalletDown = false;
  },
);

/** Asks for all that is shown, as happens when something has changed. */
function Asking(): null {
  const { mutate } = useSWRConfig();
  askAnew = () => void mutate(() => true);
  return null;
}

it('a transfer that was not answered shows what went out, though the money may be there by now and its account empty', async () => {
  render(
    <ComponentHost>
      <TransferDialog to="futures_usdt" asset="USDT" onClose={() => undefined} />
      <Asking />
    </ComponentHost>,
  );
  await pass(500);
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '250' } });
  fireEvent.click(screen.getByRole('button', { name: 'Transfer' }));
  await pass(500);
  available = '0';
  act(askAnew);
  await pass(500);
  expect(calls.filter(({ url }) => url.includes('account/wallet')).length).toBeGreaterThan(1);
  expect([screen.getByLabelText<HTMLSelectElement>('From').value, screen.queryByText(/More than/)]).toEqual([
    'spot',
    null,
  ]);
  isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Ask what became of it' }));
  await pass(500);
  expect(new Set(calls.flatMap(({ url, body }) => (url.includes('transfer') ? [JSON.stringify(body)] : []))).size).toBe(
    1,
  );
});

it('a transfer that is refused stays, with the reason at what was typed', async () => {
  isDown = false;
  answer = { code: 422, message: '', data: { field: 'to', issue: 'transfer-same' } };
  const onClose = vi.fn();
  render(
    <ComponentHost>
      <TransferDialog to="futures_usdt" asset="USDT" onClose={onClose} />
    </ComponentHost>,
  );
  await pass(500);
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '250' } });
  fireEvent.click(screen.getByRole('button', { name: 'Transfer' }));
  await pass(500);
  expect(screen.getByLabelText('Amount').getAttribute('aria-invalid')).toBe('true');
  expect(onClose).not.toHaveBeenCalled();
});

it('without the accounts there is nothing to fill in: it is said that they are asked for again', async () => {
  isWalletDown = true;
  render(
    <ComponentHost>
      <TransferDialog to="futures_usdt" asset="USDT" onClose={() => undefined} />
    </ComponentHost>,
  );
  await pass(500);
  expect(screen.getByText(common.state.failedRetrying)).toBeTruthy();
  expect(screen.queryByLabelText('Amount')).toBeNull();
  isWalletDown = false;
  await pass(30_000);
  expect(screen.getByLabelText<HTMLSelectElement>('From').value).toBe('spot');
});
