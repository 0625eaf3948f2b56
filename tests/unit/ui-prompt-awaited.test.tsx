// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { PromptHost } from '#components/ui/prompt-host.tsx';
import { ask } from '#lib/client/prompts.ts';
import { ComponentHost } from '#tests/support/component-host.tsx';
import { inOwnTime, pass } from '#tests/support/component-time.ts';

inOwnTime(
  () => ({ code: 404, message: 'unknown' }),
  () => undefined,
);
afterEach(cleanup);

it('a question whose dialog is still being loaded is taken back by Escape: it is answered with nothing, and does not open', async () => {
  render(
    <ComponentHost>
      <PromptHost />
    </ComponentHost>,
  );
  let answer: string | null | undefined;
  await act(async () => {
    void ask('fund-password').then((said) => {
      answer = said;
    });
  });
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(async () => void fireEvent.keyDown(document.body, { key: 'Escape' }));
  expect(answer).toBeNull();
  await pass(2_000);
  expect(screen.queryByRole('dialog')).toBeNull();
});
