import type { SmartGroup } from '@stellwerk/contract/smart-group';
import { describe, expect, it } from 'vitest';
import { filterOf, formOf, groupFormSchema } from './group-form.ts';

const group = (filter: SmartGroup['filter']) =>
  ({ title: 'a', tenantId: 1, description: '', filter, monitorsPackets: false, packetThreshold: null }) as SmartGroup;

describe('the form of a smart group', () => {
  it.each<SmartGroup['filter']>([
    {},
    { health: ['error'], tags: ['water'], twinId: 7, disabled: false },
    { search: 'a b', search_operator: 'OR', silentHours: 5 },
  ])('keeps the filter %j', (filter) => {
    expect(filterOf(groupFormSchema.parse(formOf(group(filter), undefined)).filter)).toEqual(filter);
  });

  it('asks for a threshold while packets are monitored', () => {
    const values = { ...formOf(group({}), undefined), monitorsPackets: true };
    expect(groupFormSchema.safeParse(values).error?.issues.map(({ path }) => path)).toEqual([['packetThreshold']]);
    expect(groupFormSchema.safeParse({ ...values, packetThreshold: 5 }).success).toBe(true);
  });
});
