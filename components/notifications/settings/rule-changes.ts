import type { NotificationSettings } from '#lib/contract/notification-settings-calls.ts';

export type Rule = NotificationSettings['rules'][number];

const LIMITS = ['liquidation_percent', 'funding_percent'] as const;

/** What of the rules was changed and not saved yet. */
export interface RuleChanges {
  readonly typed: Readonly<Partial<Record<(typeof LIMITS)[number], string>>>;
  readonly changed: Readonly<Partial<Record<Rule['kind'], Rule>>>;
}

const APP = 'app';

/** The changes as a text that {@link changesIn} reads; '' for none. */
export function textOfChanges({ typed, changed }: RuleChanges): string {
  const rules = Object.values(changed).map(({ kind, app, channels }) => [
    `rule ${kind}`,
    [...(app ? [APP] : []), ...channels].join(' '),
  ]);
  return new URLSearchParams([...Object.entries(typed), ...rules]).toString();
}

/** What a text says of the rules that there are. */
export function changesIn(text: string, rules: readonly Rule[]): RuleChanges {
  const said = new URLSearchParams(text);
  const limits = LIMITS.flatMap((limit) => {
    const typed = said.get(limit);
    return typed === null ? [] : [[limit, typed]];
  });
  const changed = rules.flatMap((rule) => {
    const ways = said.get(`rule ${rule.kind}`)?.split(' ');
    if (ways === undefined) return [];
    const channels = ways.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
    return [[rule.kind, { ...rule, app: ways.includes(APP), channels }]];
  });
  return { typed: Object.fromEntries(limits), changed: Object.fromEntries(changed) };
}
