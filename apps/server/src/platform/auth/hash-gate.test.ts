import { describe, expect, it } from 'vitest';
import { AppError } from '../errors/app-error.ts';
import { createHashGate } from './hash-gate.ts';

/** Creates work that ends on request. */
function controlled() {
  const releases: (() => void)[] = [];
  let running = 0;
  let most = 0;
  return {
    work: () =>
      new Promise<void>((resolve) => {
        running += 1;
        most = Math.max(most, running);
        releases.push(() => {
          running -= 1;
          resolve();
        });
      }),
    release: () => releases.shift()?.(),
    most: () => most,
  };
}

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : String(error));

describe('the hash gate', () => {
  it('runs no more than its limit at once and everything in the end', async () => {
    const gate = createHashGate({ concurrency: 2, maxWaiting: 10, maxPerSource: 10 });
    const { work, release, most } = controlled();
    const all = Promise.all(Array.from({ length: 8 }, (_, i) => gate.run(`source ${i}`, work)));
    let done = false;
    void all.then(() => {
      done = true;
    });
    while (!done) {
      release();
      await Promise.resolve();
    }
    expect(most()).toBe(2);
  });

  it('refuses a source that floods it, while another still gets in', async () => {
    const gate = createHashGate({ concurrency: 1, maxWaiting: 10, maxPerSource: 3 });
    const { work, release } = controlled();
    const flood = Array.from({ length: 50 }, () => gate.run('flood', work).catch(codeOf));
    const other = gate.run('other', async () => 'in');
    for (let i = 0; i < 3; i += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      release();
    }
    expect(await other).toBe('in');
    const codes = await Promise.all(flood);
    expect(codes.filter((code) => code === 'RATE_LIMITED').length).toBe(47);
  });

  it('frees its places when the work fails', async () => {
    const gate = createHashGate({ concurrency: 1, maxWaiting: 1, maxPerSource: 1 });
    for (let i = 0; i < 5; i += 1) {
      await expect(gate.run('source', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    }
  });
});
