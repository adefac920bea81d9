import { widgetTwinFilter } from '@stellwerk/contract/widget';
import { describe, expect, it } from 'vitest';
import { parametersOfQuery, resolveParameters } from './parameters.ts';
import { resolveFilter } from './twin-filter.ts';

const parameters = new Map([
  ['device', '12'],
  ['word', 'east wing'],
]);
const resolve = (filter: object) => resolveFilter(widgetTwinFilter.parse(filter), parameters);

describe('resolveFilter', () => {
  it('narrows nothing by itself', () => {
    expect(resolve({})).toMatchObject({ ids: null, parentId: null, onlyBelow: false, tags: [], search: '' });
  });

  it('puts parameters in their places', () => {
    expect(
      resolve({
        dtwinIds: ['3', '{{ param.device }}', '3', '{{param.missing}}'],
        parentDtwinId: '{{param.device}}',
        onlyBelow: true,
        tags: ['{{param.word}}'],
        search: '  {{param.word}} {{twin.title}} ',
        keyValues: [{ key: 'floor', value: '{{param.device}}.' }],
      }),
    ).toMatchObject({
      ids: [3, 12],
      parentId: 12,
      onlyBelow: true,
      tags: ['east wing'],
      search: 'east wing',
      keyValues: [{ key: 'floor', value: '12.' }],
    });
  });

  it.each([
    ['ids', { dtwinIds: ['{{param.missing}}'] }],
    ['ids that are none', { dtwinIds: ['{{param.word}}'] }],
    ['a parent', { parentDtwinId: '{{param.missing}}' }],
    ['a parent that is none', { parentDtwinId: '{{param.word}}' }],
    ['tags', { tags: ['a', '{{param.missing}}'] }],
    ['a search', { search: 'a {{param.missing}}' }],
    ['pairs', { keyValues: [{ key: 'floor', value: '{{param.missing}}' }] }],
  ])('fits nothing where a parameter of %s has no value', (_name, filter) => {
    expect(resolve(filter)).toBeUndefined();
  });
});

describe('parameters', () => {
  const known = [
    { name: 'device', defaultValue: '7', label: '' },
    { name: 'constructor', defaultValue: '', label: '' },
  ];

  it('come from the address before their defaults; unknown and empty ones are none', () => {
    const asked = (query: object) => [...resolveParameters(known, parametersOfQuery({ ...query }))];
    expect(asked({})).toEqual([['device', '7']]);
    expect(asked({ parameter_device: ' 8 ', parameter_other: 'x', device: '9' })).toEqual([['device', '8']]);
    expect(asked({ parameter_device: '', parameter_constructor: 'x' })).toEqual([['constructor', 'x']]);
    expect(asked({ parameter_device: 'x'.repeat(500) })[0]?.[1]).toHaveLength(200);
  });
});
