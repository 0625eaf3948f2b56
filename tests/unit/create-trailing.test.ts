import { describe, expect, it } from 'vitest';
import type { AnyDefinition } from '#components/form/any-definition.ts';
import { canConfirm, draftChanges, trailingIssues } from '#components/form/trailing-draft.ts';
import { STRATEGIES } from '#lib/kinds/definitions.ts';
import { checkContext, spotGridForm } from '#tests/support/spot-grid-forms.ts';

const definition = STRATEGIES.spot_grid as AnyDefinition;
const context = checkContext({ phase: 'typing' });
const trailing = { trail_up: '1', stop_upward_price: '90000', moving_average_momentum: '5' };

function confirmable(changes: Readonly<Record<string, string>>): boolean {
  const draft = spotGridForm({ ...trailing, ...changes });
  return canConfirm(draft, trailingIssues(definition, draft, context));
}

describe('the trailing dialog', () => {
  it('confirms only without an error and with every shown field filled (C-273, C-270, C-268)', () => {
    expect(confirmable({})).toBe(true);
    expect(confirmable({ stop_upward_price: '' })).toBe(false);
    expect(confirmable({ stop_upward_price: '70000' })).toBe(false);
    expect(confirmable({ moving_average_momentum: '' })).toBe(false);
    expect(confirmable({ moving_average_momentum: '0.99' })).toBe(false);
    expect(confirmable({ moving_average_momentum: '50' })).toBe(true);
    expect(confirmable({ moving_average_momentum: '50.01' })).toBe(false);
  });

  it('confirms a limit closer than the momentum: that is a warning (C-269, C-410)', () => {
    expect(confirmable({ stop_upward_price: '71000' })).toBe(true);
    const draft = spotGridForm({ ...trailing, stop_upward_price: '71000' });
    expect(trailingIssues(definition, draft, context).map(({ code }) => code)).toEqual(['trail.momentum_too_large']);
  });

  it('confirms that nothing trails any more', () => {
    expect(confirmable({ trail_up: '0', stop_upward_price: '', moving_average_momentum: '' })).toBe(true);
  });

  it('does not mind what is wrong elsewhere in the form', () => {
    expect(confirmable({ money: '', stop_loss_on: '1', stop_loss: '999999999' })).toBe(true);
  });

  it('hands the form exactly what its draft says, whatever defaults the boxes set on the way (C-199)', () => {
    const draft = spotGridForm({
      ...trailing,
      trail_down: '1',
      stop_downward_price: '30000',
      moving_average_momentum: '7.5',
    });
    const taken = draftChanges(draft).reduce(
      (values, [field, value]) => definition.reduce(values, field, value, context.spec),
      spotGridForm(),
    );
    expect(taken).toEqual(draft);
  });
});
