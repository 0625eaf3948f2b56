import { expect, it, vi } from 'vitest';
import type { ReplyOf } from '#lib/contract/contract.ts';
import { readFees } from '../../app/[lang]/strategybot/_readings/discovery.ts';
import { openTestExchange } from './exchange-fixture.ts';
import { temporaryFolder } from './store-fixture.ts';

const asked: { query: Readonly<Record<string, string>> }[] = [];

vi.mock('../../app/[lang]/_readings/read-figures.ts', () => ({
  readFigures: async (_call: string, input: (typeof asked)[number]) => {
    asked.push(input);
    return { data: null };
  },
}));

it('what the landing page says that fills on contracts cost is what they cost', async () => {
  await readFees();
  const exchange = await openTestExchange(temporaryFolder());
  const { data: said } = await exchange.send('strategyFee', { query: asked[0]?.query });
  const reply: unknown = await exchange.send('futuresContracts', { query: { settle: 'usdt' } });
  const { futures_contracts_data: contracts } = reply as ReplyOf<'futuresContracts'>;
  const contract = contracts?.find(({ name }) => name === asked[0]?.query.market);
  expect([said.taker_fee, said.futures_taker_fee]).toEqual(['0.001', contract?.taker_fee_rate]);
});
