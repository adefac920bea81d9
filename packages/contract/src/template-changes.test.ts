import { describe, expect, it } from 'vitest';
import { templateContent } from './device-template.ts';
import { templateChanges } from './template-changes.ts';

const state = (key: string, more: object = {}) => ({ key, title: key, variable: key, ...more });
const content = (more: object) => templateContent.parse({ connectorId: 1, driverId: 2, ...more });

describe('changes of a template', () => {
  it('are none for equal contents, whatever the order of fields', () => {
    const [a, b] = [content({ states: [state('t')] }), content({ states: [state('t')] })];
    const turned = { ...b, states: b.states.map((each) => Object.fromEntries(Object.entries(each).reverse())) };
    expect(templateChanges(a, turned as never)).toEqual([]);
  });

  it('name added, removed and changed parts with their fields', () => {
    const before = content({ tags: ['a', 'b'], states: [state('t'), state('h')], driverVersion: 1 });
    const after = content({ tags: ['b', 'c'], states: [state('t', { unit: '°C' })], driverVersion: 2, icon: 'sun' });
    expect(templateChanges(before, after)).toEqual([
      { area: 'driver', key: '', title: '', kind: 'changed', fields: [{ name: 'driverVersion', before: 1, after: 2 }] },
      { area: 'icon', key: '', title: '', kind: 'changed', fields: [{ name: 'icon', before: '', after: 'sun' }] },
      { area: 'tags', key: 'a', title: 'a', kind: 'removed', fields: [] },
      { area: 'tags', key: 'c', title: 'c', kind: 'added', fields: [] },
      { area: 'states', key: 'h', title: 'h', kind: 'removed', fields: [] },
      { area: 'states', key: 't', title: 't', kind: 'changed', fields: [{ name: 'unit', before: '', after: '°C' }] },
    ]);
  });
});
