// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RUNNABLE_KINDS } from '#lib/kinds/definitions.ts';
import { type FormHost, hostForm, pass } from '#tests/support/create-form-host.tsx';
import { testSpec } from '#tests/support/market-specs.ts';
import { LINEAR } from './futures-fixture.ts';

vi.mock('next/navigation', () => ({ usePathname: () => '/en/trade/BTC_USDT', useRouter: () => ({ push: vi.fn() }) }));

/** Rules of the system names, in the form of every kind. */

let form: FormHost;
beforeEach(() => {
  form = hostForm();
});
afterEach(() => form.close());

const ON_CONTRACTS: readonly string[] = ['futures_grid', 'contract-martingale', 'compose-indicator'];

describe('name and description', () => {
  it.each(RUNNABLE_KINDS)(
    'of %s are counted with what a character weighs, and refused at their fields (C-330, C-332, C-333, C-334, M-240)',
    async (kind) => {
      await form.open(kind, ON_CONTRACTS.includes(kind) ? LINEAR : testSpec());
      fireEvent.click(screen.getByRole('button', { name: 'Advanced settings' }));
      await pass(50);
      const description = screen.getByLabelText('Description');
      const write = async (text: string): Promise<string> => {
        fireEvent.change(description, { target: { value: text } });
        await pass(50);
        return description.parentElement?.textContent ?? '';
      };
      expect(await write('')).toContain('0/1000');
      expect(await write('a网')).toContain('3/1000');
      expect(await write('网'.repeat(500))).not.toContain('at most');
      const tooLong = await write('网'.repeat(501));
      expect(tooLong).toContain('1002/1000');
      expect(tooLong).toContain('at most 1000 characters');
      expect(await write('join telegram')).toContain('illegal link');
      fireEvent.change(screen.getByLabelText('Bot name'), { target: { value: 'a%b' } });
      await pass(50);
      expect(screen.getByText(/characters or words that are not allowed/)).toBeTruthy();
    },
  );
});
