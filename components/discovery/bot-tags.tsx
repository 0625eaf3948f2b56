import { useTranslations } from 'next-intl';
import type { BotState } from '#components/bots/bot-state.ts';
import { BotStatusBadge } from '#components/bots/bot-status.tsx';
import { FigureName } from '#components/bots/figures/figure-name.tsx';
import { Badge } from '#components/ui/badge.tsx';
import type { StrategyRow } from '#lib/contract/strategy.ts';
import { factsOf } from '#lib/kinds/facts.ts';
import { AiBadge } from './ai-badge.tsx';
import { EndMark } from './end-mark.tsx';
import { useDuration } from './use-duration.ts';

/** Where a bot stands, in the word that its owner has for it; of one that has ended, whether it was liquidated. */
export function StateBadge({ bot }: { readonly bot: BotState & Pick<StrategyRow, 'finish_time' | 'finish_as'> }) {
  return bot.finish_time === 0 ? <BotStatusBadge bot={bot} /> : <EndMark bot={bot} />;
}

type Counters = Pick<StrategyRow, 'strategy_type' | 'match_times' | 'trade_num' | 'total_trade_count'>;

/** How often it traded, under the name that its kind counts by (C-118): pairs of grids; fills where several markets are traded, and of all others. */
export function tradeCount(bot: Counters): readonly ['matched' | 'trades', number] {
  const { profits, trades } = factsOf(bot.strategy_type);
  if (profits === 'grid') return ['matched', bot.match_times];
  return ['trades', trades === 'market' ? bot.total_trade_count : bot.trade_num];
}

/** Tags of a bot: whose parameters, with their grade, whose press says what it rested on; run duration, copies, trades (C-088, C-118). */
export function BotTags({ bot }: { readonly bot: StrategyRow }) {
  const t = useTranslations('public.detail');
  const duration = useDuration();
  const [counted, count] = tradeCount(bot);
  const tags = [
    duration(bot.run_times),
    ...(bot.follow_num > 0 ? [t('copies', { count: bot.follow_num })] : []),
    t(counted, { count }),
  ];
  return (
    <ul className="mt-1 flex flex-wrap gap-1.5">
      {bot.is_ai === 1 && (
        <li>
          <FigureName figure={bot.ai_grade === undefined ? null : 'grade'} bot={bot}>
            <AiBadge bot={bot} />
          </FigureName>
        </li>
      )}
      {tags.map((tag) => (
        <li key={tag}>
          <Badge>{tag}</Badge>
        </li>
      ))}
    </ul>
  );
}
