// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useFieldWords } from '#components/create/use-field-words.ts';
import { FormField } from '#components/form/form-field.tsx';
import { definitionOf } from '#lib/kinds/definitions.ts';
import common from '#messages/de/common.json' with { type: 'json' };
import fields from '#messages/de/fields.json' with { type: 'json' };
import trade from '#messages/de/trade.json' with { type: 'json' };
import { testSpec } from '#tests/support/market-specs.ts';

/** Decimals of a form in a language with a decimal comma, wherever they stand. */

afterEach(cleanup);

const spec = testSpec();

function german(part: ReactNode): void {
  render(
    <NextIntlClientProvider locale={'de' as 'en'} messages={{ common, fields, trade } as never} timeZone="UTC">
      {part}
    </NextIntlClientProvider>,
  );
}

it('quick picks are written as the language writes percents', () => {
  const definition = definitionOf('futures_grid');
  const field = definition.fields.find(({ name }) => name === 'init_position_slip');
  if (field === undefined) throw new Error('no slippage');
  const form = { definition, spec, values: {}, change: () => null };
  german(<FormField form={form as never} field={field as never} notes={{}} />);
  const picks = screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent);
  expect(picks).toEqual(['0,1\u00a0%', '0,5\u00a0%']);
});

function Words({ kind, values }: { readonly kind: 'martingale' | 'spot_grid'; readonly values: object }) {
  const words = useFieldWords({ definition: definitionOf(kind), spec } as never);
  return words(values as never, ({ panel }) => panel !== undefined).map(({ field, words: said }) => (
    <p key={field.name}>{said}</p>
  ));
}

it('what is read before it is sent is written so: rows of free parameters, limits of a trail', () => {
  const rows = [{ price_steps: '1.5', increasing_share: '2.25' }];
  german(<Words kind="martingale" values={{ enable_free_params: '1', price_step_details: JSON.stringify(rows) }} />);
  expect(screen.getByText(/1,5 → 2,25/)).toBeTruthy();
  cleanup();
  const trail = { trail_up: '1', trail_down: '0', stop_upward_price: '70000.5', moving_average_momentum: '2.5' };
  german(<Words kind="spot_grid" values={trail} />);
  expect(screen.getByText(/70\.000,5 · 2,5/)).toBeTruthy();
});
