import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { buildQueryClient } from './query-client.ts';

/** A question whose answers come when the test says so. */
function asked() {
  const answers: PromiseWithResolvers<string>[] = [];
  const queryFn = () => {
    const answer = Promise.withResolvers<string>();
    answers.push(answer);
    return answer.promise;
  };
  return { answers, options: { queryKey: ['twins', 1], queryFn } };
}

describe('what is being asked while something changes', () => {
  it('is asked anew when somebody looks at it, also the first time', async () => {
    const queries = buildQueryClient(() => {});
    const { answers, options } = asked();
    const stop = new QueryObserver(queries, options).subscribe(() => {});
    const changed = queries.invalidateQueries({ queryKey: ['twins'] });
    expect(answers).toHaveLength(2);
    answers[0]?.resolve('before');
    answers[1]?.resolve('after');
    await changed;
    expect(queries.getQueryState(options.queryKey)).toMatchObject({ data: 'after', fetchStatus: 'idle', error: null });
    stop();
  });

  it('is forgotten when nobody looks, and asked by the next who does', async () => {
    const queries = buildQueryClient(() => {});
    const { answers, options } = asked();
    const ahead = queries.prefetchQuery(options);
    await queries.invalidateQueries({ queryKey: ['twins'] });
    answers[0]?.resolve('before');
    await ahead;
    expect(queries.getQueryState(options.queryKey)).toMatchObject({ status: 'pending', fetchStatus: 'idle' });
    const seen = Promise.withResolvers<void>();
    const stop = new QueryObserver(queries, options).subscribe(({ data }) => data === 'after' && seen.resolve());
    answers[1]?.resolve('after');
    await seen.promise;
    stop();
  });

  it('is left alone when the change was elsewhere', async () => {
    const queries = buildQueryClient(() => {});
    const { answers, options } = asked();
    const ahead = queries.prefetchQuery(options);
    await queries.invalidateQueries({ queryKey: ['dashboards'] });
    answers[0]?.resolve('before');
    await ahead;
    expect(answers).toHaveLength(1);
    expect(queries.getQueryData(options.queryKey)).toBe('before');
  });
});
