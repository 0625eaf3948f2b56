import { CODE } from '#lib/contract/vocabulary.ts';
import { checkConditions } from '#lib/indicators/condition-rules.ts';
import { conditionFault } from '#lib/kinds/indicator/definition/check-conditions.ts';
import { readConditions } from '#lib/kinds/indicator/definition/conditions.ts';
import { wireConditions } from '#lib/kinds/indicator/definition/payload.ts';
import { isNameClean, weightedLength } from '#lib/strategies/rules/text.ts';
import { type ExchangeRequest, type Handlers, signedIn } from '../http/handler.ts';
import { ok, refuse, refuseField } from '../replies/reply.ts';
import type { Tx } from '../sequencer/sequencer.ts';
import { type ConditionSet, type ConditionSets, MOST_SETS } from './condition-sets.ts';

/** Longest name of a set, each non-ASCII character counting 2 as in the names of bots. */
const NAME_LIMIT = 32;

type SetCall = 'conditionSets' | 'saveConditionSet' | 'deleteConditionSet';

export interface ConditionSetParts {
  readonly conditionSets: ConditionSets;
}

/** Condition sets that a trader saved under a name; nobody else sees them. */
export function conditionSetHandlers({ conditionSets: sets }: ConditionSetParts): Pick<Handlers, SetCall> {
  return {
    conditionSets: (request) => ok(sets.ofOwner(signedIn(request).id).map(setView)),
    saveConditionSet: (request) => save(sets, request),
    deleteConditionSet: (request) => {
      const id = Number(request.path.id);
      const { id: ownerId } = signedIn(request);
      return request.transact((tx) => {
        const set = sets.get(id);
        if (set === undefined) return refuse(CODE.unknown, 'condition-set-unknown');
        if (set.ownerId !== ownerId) return refuse(CODE.forbidden, 'not-owner');
        tx.onUndo(sets.remove(tx, set));
        return ok({ id });
      });
    },
  };
}

function setView({ id, name, createMs, conditions }: ConditionSet) {
  return { id, name, create_time: Math.floor(createMs / 1000), compose_conditions: conditions };
}

function save(sets: ConditionSets, request: ExchangeRequest<'saveConditionSet'>) {
  const { id: ownerId } = signedIn(request);
  const name = request.body.name.trim();
  if (name === '' || weightedLength(name) > NAME_LIMIT) {
    return refuseField('name', 'condition-set-name', { max: `${NAME_LIMIT}` });
  }
  if (!isNameClean(name)) return refuseField('name', 'quant.strategy.name.error');
  const conditions = readConditions(request.body.compose_conditions);
  if (conditions === null) return refuseField('compose_conditions', 'condition.malformed');
  const [wrong] = checkConditions(conditions);
  if (wrong !== undefined) {
    const { code, values } = conditionFault('compose_conditions', wrong);
    return refuseField('compose_conditions', code, values);
  }
  return request.transact((tx) => keep(sets, tx, ownerId, name, wireConditions(conditions)));
}

/** The same name again takes the place of the set that has it. */
function keep(sets: ConditionSets, tx: Tx, ownerId: number, name: string, conditions: ConditionSet['conditions']) {
  const own = sets.ofOwner(ownerId);
  const same = own.find((set) => set.name === name);
  if (same === undefined && own.length >= MOST_SETS) {
    return refuse(CODE.conflict, 'condition-sets-full', { max: `${MOST_SETS}` });
  }
  const id = same?.id ?? sets.nextId();
  tx.onUndo(sets.put(tx, { id, ownerId, name, createMs: same?.createMs ?? tx.nowMs, conditions }));
  return ok({ id });
}
