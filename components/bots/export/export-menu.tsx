'use client';

import { useTranslations } from 'next-intl';
import type { MenuOpening } from '#components/ui/late-menu.tsx';
import { Menu, MenuAction } from '#components/ui/menu.tsx';
import { download } from '#lib/client/file-texts.ts';
import { toast } from '#lib/client/toasts.ts';
import { useSingleRun } from '#lib/client/use-single-run.ts';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { isContractBot } from '../bot-instrument.ts';
import {
  fillsCsv,
  postingsCsv,
  readComings,
  readFills,
  readPostings,
  readRounds,
  roundsCsv,
  rowsJson,
  taxCsv,
} from './bot-files.ts';

export type Exported = 'fills' | 'rounds' | 'postings';
type FileFormat = 'csv' | 'json' | 'tax';

const TYPES = { csv: 'text/csv', json: 'application/json', tax: 'text/csv' } as const;

async function textOf(bot: StrategyRow, what: Exported, format: FileFormat): Promise<string> {
  if (what === 'rounds') {
    const rounds = await readRounds(bot);
    return format === 'json' ? rowsJson(bot, rounds) : roundsCsv(rounds);
  }
  if (what === 'postings') {
    const postings = await readPostings(bot);
    return format === 'json' ? rowsJson(bot, postings) : postingsCsv(postings);
  }
  const fills = await readFills(bot);
  if (format === 'tax') return taxCsv(fills, bot.market, await readComings(bot));
  return format === 'json' ? rowsJson(bot, fills) : fillsCsv(fills);
}

/** Files of a list, whole: what a page shows is a part of it. */
export function ExportMenu({
  bot,
  what,
  ...opening
}: MenuOpening & { readonly bot: StrategyRow; readonly what: Exported }) {
  const t = useTranslations('bots.export');
  const common = useTranslations('common.error');
  const { isBusy, run } = useSingleRun();
  const formats: readonly FileFormat[] =
    what === 'fills' && !isContractBot(bot) ? ['csv', 'json', 'tax'] : ['csv', 'json'];
  const save = async (format: FileFormat): Promise<void> => {
    try {
      const text = await textOf(bot, what, format);
      const name = `${bot.strategy_type}-${bot.strategy_id}-${what}${format === 'tax' ? '-tax' : ''}`;
      download(`${name}.${format === 'json' ? 'json' : 'csv'}`, TYPES[format], text);
    } catch {
      // A page did not come: there is no file, and it can be asked for again.
      toast('error', common('network'));
    }
  };
  return (
    <Menu {...opening} align="end" className="min-w-44">
      {formats.map((format) => (
        <MenuAction key={format} isBusy={isBusy} onSelect={() => void run(() => save(format))}>
          {t(format)}
        </MenuAction>
      ))}
    </Menu>
  );
}
