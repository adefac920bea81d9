import { describe, expect, it } from 'vitest';
import { type Content, changedParts, contentIssues, valueAt } from './content.ts';

const variable = { name: 'a', title: '', valueType: 'number', unit: '', expression: '' } as const;
const content: Content = { parser: { type: 'none' }, variables: [variable], health: [], downlinks: [], notes: '' };

describe('changedParts', () => {
  it('holds what differs and nothing else', () => {
    expect(changedParts(content, structuredClone(content))).toEqual({});
    expect(changedParts(content, { ...content, notes: 'x' })).toEqual({ notes: 'x' });
    const variables = [{ ...variable, unit: '°C' }];
    expect(changedParts(content, { ...content, variables })).toEqual({ variables });
  });
});

describe('contentIssues', () => {
  it('names the place of what the server would refuse', () => {
    expect(contentIssues(content)).toEqual([]);
    const wrong = { ...content, variables: [variable, { ...variable, name: 'a b' }] };
    expect(contentIssues(wrong).map(({ path }) => path)).toEqual(['variables.1.name']);
    expect(valueAt(wrong, 'variables.1.name')).toBe('a b');
    expect(valueAt(wrong, 'variables.7.name')).toBeUndefined();
    const downlinks: Content['downlinks'] = [
      { name: 'on', port: 1, payload: '0', encoding: 'base16', confirmed: false, gatewayIds: [] },
    ];
    expect(contentIssues({ ...content, downlinks }).map(({ path }) => path)).toEqual(['downlinks.0.payload']);
    expect(
      contentIssues({ ...content, variables: [variable, variable] }).map(({ path, code }) => [path, code]),
    ).toEqual([['variables.1.name', 'taken']]);
  });
});
