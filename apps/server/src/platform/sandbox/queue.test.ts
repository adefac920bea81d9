import { describe, expect, it } from 'vitest';
import { createConfinement } from './confinement.ts';
import type { Mode } from './protocol.ts';
import { createQueue, type Turn } from './queue.ts';
import { body } from './scripts.fixture.ts';

const batch = { results: [], open: 1, hung: 0, maxHung: 1, end: () => {} };
const call = (accountId: number, key: string, mode: Mode = 'together') => ({
  ...{ accountId, key, mode, batch, count: 1, place: 0, deaths: 0, inputs: '{}' },
  script: body('return 1'),
});

const anyone: Turn = { accepts: () => true, mayShare: () => true, held: new Map() };
const alone: Turn = { ...anyone, mayShare: () => false };

function queueOf(...calls: ReturnType<typeof call>[]) {
  const queue = createQueue();
  for (const each of calls) queue.add(each);
  return {
    queue,
    keys: (turn: Turn) => queue.take(turn).map((group) => group.map(({ key }) => key).join('+')),
  };
}

describe('the queue', () => {
  it('gives each account its turn, and each script of an account', () => {
    const { queue, keys } = queueOf(call(1, 'a'), call(1, 'a'), call(1, 'b'), call(1, 'c'), call(2, 'd'), call(3, 'e'));
    expect([keys(alone), keys(alone), keys(alone)]).toEqual([['a+a', 'b', 'c'], ['d'], ['e']]);
    expect([keys(alone), queue.size]).toEqual([[], 0]);
  });

  it('sends the calls of several accounts together, one script of each after the other', () => {
    expect(queueOf(call(1, 'a'), call(1, 'b'), call(1, 'c'), call(2, 'd')).keys(anyone)).toEqual(['a', 'd', 'b', 'c']);
  });

  it('keeps calls that must be alone in the turn of their account', () => {
    const { keys } = queueOf(call(1, 'a', 'alone'), call(1, 'b', 'alone'), call(2, 'c'), call(1, 'd', 'alone'));
    expect([keys(anyone), keys(anyone), keys(anyone), keys(anyone)]).toEqual([['a'], ['c'], ['b'], ['d']]);
  });

  it('serves a newcomer before an account that was served just now', () => {
    const { queue, keys } = queueOf(call(1, 'a', 'alone'), call(1, 'b', 'alone'));
    keys(alone);
    queue.add(call(2, 'c'));
    expect([keys(alone), keys(alone)]).toEqual([['c'], ['b']]);
  });

  it('begins with an account that holds the fewest processes', () => {
    const held = new Map([
      [1, 2],
      [2, 1],
    ]);
    const calls = [call(1, 'a'), call(2, 'b'), call(3, 'c')];
    expect(queueOf(...calls).keys({ ...alone, held })).toEqual(['c']);
    expect(queueOf(...calls.slice(0, 2)).keys({ ...alone, held })).toEqual(['b']);
  });

  it('leaves those out that a process does not accept, and takes them later', () => {
    const { queue, keys } = queueOf(call(1, 'a'), call(1, 'b'), call(2, 'c'));
    expect(keys({ ...anyone, accepts: (key, accountId) => accountId === 1 && key !== 'a' })).toEqual(['b']);
    expect(queue.size).toBe(2);
    expect(keys(anyone)).toEqual(['c', 'a']);
  });
});

describe('an account that was slow', () => {
  const open = () => {
    let nowMs = 0;
    const confinement = createConfinement(3, () => nowMs);
    const places = (accountId: number, key = 'any') =>
      [0, 1, 2].filter((index) => confinement.mayRun(key, accountId, index));
    const pass = (ms: number) => {
      nowMs += ms;
    };
    return { ...confinement, places, pass };
  };

  it('stays out of the last process for a minute, while there are others', () => {
    const { noteAccount, confineAccount, places, mayShare, pass } = open();
    for (const accountId of [1, 2]) noteAccount(accountId);
    confineAccount(1);
    expect([places(1), mayShare(1), places(2), mayShare(2)]).toEqual([[0, 1], false, [0, 1, 2], true]);
    pass(60_000);
    expect([places(1), mayShare(1)]).toEqual([[0, 1, 2], true]);
  });

  it('has all processes while there is no other', () => {
    const { noteAccount, confineAccount, places } = open();
    noteAccount(1);
    confineAccount(1);
    expect(places(1)).toEqual([0, 1, 2]);
  });

  it('is kept to the first process with a script that ended one', () => {
    const { confineScript, places } = open();
    confineScript('killer');
    expect([places(1, 'killer'), places(1, 'other')]).toEqual([[0], [0, 1, 2]]);
  });
});
