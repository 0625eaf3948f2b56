// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { NumberField } from '#components/ui/number-field.tsx';
import { KNOWN_LANGUAGES, type Language } from '#lib/i18n/languages.ts';
import common from '#messages/de/common.json' with { type: 'json' };

function Form({ first, onValue }: { readonly first: string; readonly onValue: (value: string) => void }) {
  const [value, setValue] = useState(first);
  const take = (next: string): void => {
    setValue(next);
    onValue(next);
  };
  return <NumberField name="amount" label="Betrag" value={value} onChange={take} />;
}

/** Known, switched on or not. */
const GERMAN = KNOWN_LANGUAGES.find((one) => one === 'de') as Language;

/** The field of a German page with a value in it; `change` does what a browser does: the new text, and where the caret is then. */
function germanField(first: string) {
  const values: string[] = [];
  render(
    <NextIntlClientProvider locale={GERMAN} messages={{ common }} timeZone="UTC">
      <Form first={first} onValue={(value) => values.push(value)} />
    </NextIntlClientProvider>,
  );
  const input = screen.getByLabelText<HTMLInputElement>('Betrag');
  const change = (text: string, caret = text.length): void => {
    fireEvent.input(input, { target: { value: text, selectionStart: caret, selectionEnd: caret } });
  };
  return { input, values, change };
}

afterEach(cleanup);

describe('a numeric input of a language with a decimal comma', () => {
  it.each([
    ['12345.67', '12.345'],
    ['12345', '63.250'],
    ['19234', '1.234'],
    ['1.234', '1.234'],
    ['1000000', '1.000'],
  ])('over %s, %s is pasted and may mean either: nothing changes, and it is said', (first, pasted) => {
    const { input, values, change } = germanField(first);
    const before = input.value;
    change(pasted);
    expect(values).toEqual([]);
    expect(input.value).toBe(before);
    expect(screen.getByText(common.input.number)).toBeTruthy();
  });

  it('reads groups that are pasted over a longer number', () => {
    const { input, change } = germanField('123456789.123');
    change('1.234,56');
    expect(input.value).toBe('1234,56');
  });

  it('takes either sign as a key, at the end, in the middle and over what is selected', () => {
    const { input, change } = germanField('0');
    change('0.');
    expect(input.value).toBe('0,');
    change('0,1');
    expect(input.value).toBe('0,1');
    change('');
    change('1');
    change('1.');
    change('1,0');
    change('1,00');
    change('1,000');
    expect(input.value).toBe('1,000');
    change('');
    change('129234');
    change('12.234', 3);
    expect(input.value).toBe('12,234');
  });
});

it('has the direction of what is typed and not of the page: -100 was shown as 100- in Arabic', () => {
  const { input } = germanField('-100');
  expect(input.dir).toBe('auto');
});
