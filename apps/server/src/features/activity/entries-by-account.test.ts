import { describe, expect, it } from 'vitest';
import type { ActivityEntry } from '../../platform/http/activity.ts';
import { splitByAccount } from './entries-by-account.ts';

const [a, b] = [2, 3];
const lines = new Map([
  ['1.2', [1, a]],
  ['1.3', [1, b]],
]);
const call: ActivityEntry = {
  userId: 7,
  accountId: a,
  sessionId: null,
  apiKeyId: null,
  impersonatorId: null,
  address: '',
  method: 'PUT',
  path: '/x',
  outcome: 'done',
  code: null,
  objects: [],
  details: {},
  requestId: 'test',
};
const alarmIn = (scopePath: string, id: number) => ({ noun: 'alarm', id, part: 'mentioned' as const, scopePath });
const state = { noun: 'state', id: 5, part: 'addressed' as const, scopePath: '1.2' };
const source = { noun: 'sourceState', id: 6, part: 'mentioned' as const };

describe('the entries of a call', () => {
  it('count the objects of their own account', () => {
    const objects = [alarmIn('1.2', 10), alarmIn('1.3', 11), alarmIn('1.3', 12), alarmIn('1.3', 13)];
    // The last alarm was resolved before.
    const entries = splitByAccount(
      { ...call, objects, counted: { as: 'resolved', objects: objects.slice(0, 3) } },
      lines,
    );
    expect(entries.map(({ accountId, details }) => [accountId, details])).toEqual([
      [a, { resolved: 1 }],
      [b, { resolved: 2 }],
    ]);
  });

  it('name objects of unknown place that were only mentioned in the home account of the caller alone', () => {
    const namedIn = (accountId: number) =>
      splitByAccount({ ...call, accountId, objects: [state, source] }, lines).map(({ objects }) =>
        objects.map(({ noun }) => noun),
      );
    expect(namedIn(a)).toEqual([['state', 'sourceState']]);
    expect(namedIn(b)).toEqual([['state']]);
  });
});
