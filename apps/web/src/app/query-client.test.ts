import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildQueryClient } from './query-client.ts';

const queryKey = ['twins', 1];

/** A query whose responses arrive when the test releases them. */
function prepare() {
  const queries = buildQueryClient(() => {});
  const answers: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  };
  const look = () => onTestFinished(new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => {}));
  return {
    queries,
    answers,
    look,
    readAhead: () => queries.prefetchQuery({ queryKey, queryFn }),
    change: (key = 'twins') => queries.invalidateQueries({ queryKey: [key] }),
    known: () => queries.getQueryData(queryKey),
  };
}

describe('a first fetch that is in flight during a change', () => {
  it('is followed by another fetch', async () => {
    const { answers, look, change, known } = prepare();
    look();
    const changed = change();
    answers[0]?.resolve('before');
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.resolve('after');
    await changed;
    expect(known()).toBe('after');
  });

  it('is not cancelled, and is followed by one fetch for all changes', async () => {
    const { answers, look, change, known } = prepare();
    look();
    const changed = [change(), change(), change()];
    expect(answers).toHaveLength(1);
    answers[0]?.resolve('before');
    await expect.poll(known).toBe('before');
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.resolve('after');
    await Promise.all(changed);
    expect(answers).toHaveLength(2);
    expect(known()).toBe('after');
  });

  it('is not trusted by an observer that mounts later', async () => {
    const { answers, look, readAhead, change, known } = prepare();
    const ahead = readAhead();
    const changed = change();
    answers[0]?.resolve('before');
    await Promise.all([ahead, changed]);
    expect(answers).toHaveLength(1);
    look();
    answers[1]?.resolve('after');
    await expect.poll(known).toBe('after');
  });

  it('is kept when the change was elsewhere', async () => {
    const { answers, look, change, known } = prepare();
    look();
    await change('dashboards');
    answers[0]?.resolve('before');
    await expect.poll(known).toBe('before');
    expect(answers).toHaveLength(1);
  });

  it('may fail', async () => {
    const { queries, answers, look, change } = prepare();
    look();
    const changed = change();
    answers[0]?.reject(new Error('gone'));
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.reject(new Error('gone for ever'));
    await changed;
    expect(queries.getQueryState(queryKey)).toMatchObject({ status: 'error', fetchStatus: 'idle' });
  });
});
