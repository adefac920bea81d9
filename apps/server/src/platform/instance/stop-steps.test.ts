import { describe, expect, it } from 'vitest';
import { createLog } from '../log/log.ts';
import { createStopSteps } from './stop-steps.ts';

const log = createLog('silent');
const never = () => new Promise<void>(() => {});

function steps(limits = { stepMs: 5, wholeMs: 60_000 }) {
  const ran: string[] = [];
  const given = createStopSteps({ log, ...limits });
  const note = (name: string, stop: () => Promise<void> | void = () => {}, options = {}) =>
    given.add(
      name,
      () => {
        ran.push(name);
        return stop();
      },
      options,
    );
  return { ran, note, run: given.run };
}

describe('the steps of a stop', () => {
  it('run in the opposite order of the start, once', async () => {
    const { ran, note, run } = steps();
    for (const name of ['a', 'b', 'c']) note(name);
    await run();
    await run();
    expect(ran).toEqual(['c', 'b', 'a']);
  });

  it('run although one before them fails or does not end', async () => {
    const { ran, note, run } = steps();
    note('last');
    note('fails', () => Promise.reject(new Error('broken')));
    note('throws', () => {
      throw new Error('broken');
    });
    note('hangs', never);
    await run();
    expect(ran).toEqual(['hangs', 'throws', 'fails', 'last']);
  });

  it('are begun although the time of the whole is over, and waited for where they are essential', async () => {
    const { ran, note, run } = steps({ stepMs: 60_000, wholeMs: 5 });
    const essential = Promise.withResolvers<void>();
    note('essential', () => essential.promise.then(() => void ran.push('essential ended')), { isEssential: true });
    note('begun', never);
    note('hangs', () => {
      setTimeout(essential.resolve, 20);
      return never();
    });
    await run();
    expect(ran).toEqual(['hangs', 'begun', 'essential', 'essential ended']);
  });
});
