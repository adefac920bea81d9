import { describe, expect, it } from 'vitest';
import { createShortCache } from './cache.ts';

function createRig(options: { maxBytes?: number; maxAgeMs?: number } = {}) {
  let nowMs = 0;
  let computed = 0;
  const cache = createShortCache({ nowMs: () => nowMs, ...options });
  return {
    cache,
    computed: () => computed,
    pass: (ms: number) => {
      nowMs += ms;
    },
    ask: (key: string, answer: () => Promise<unknown> = async () => key) =>
      cache.answer(key, () => {
        computed += 1;
        return answer();
      }),
  };
}

describe('the short cache', () => {
  it('asks once for all who ask the same at once or within three seconds', async () => {
    const rig = createRig();
    expect(await Promise.all([rig.ask('a'), rig.ask('a'), rig.ask('b')])).toEqual(['a', 'a', 'b']);
    rig.pass(2_999);
    await rig.ask('a');
    expect(rig.computed()).toBe(2);
    rig.pass(1);
    await rig.ask('a');
    expect(rig.computed()).toBe(3);
  });

  it('lets everybody wait for what takes longer, and asks again afterwards', async () => {
    const rig = createRig();
    const slow = Promise.withResolvers<string>();
    const first = rig.ask('slow', () => slow.promise);
    await rig.ask('quick');
    rig.pass(5_000);
    const second = rig.ask('slow');
    await rig.ask('quick');
    expect(rig.computed()).toBe(3);
    slow.resolve('done');
    expect(await Promise.all([first, second])).toEqual(['done', 'done']);
    await rig.ask('slow');
    expect(rig.computed()).toBe(4);
  });

  it('keeps no failures', async () => {
    const rig = createRig();
    await expect(rig.ask('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await rig.ask('a')).toBe('a');
    expect(rig.cache.size().entries).toBe(1);
  });

  it('holds so many bytes and entries at most, and the newest of them', async () => {
    const rig = createRig({ maxBytes: 100_000 });
    const large = async () => ({ points: Array.from({ length: 1_000 }, (_, index) => [index, index]) });
    for (let index = 0; index < 10; index += 1) await rig.ask(`large ${index}`, large);
    expect(rig.cache.size().bytes).toBeLessThanOrEqual(100_000);
    expect(rig.cache.size().entries).toBeGreaterThan(1);
    await rig.ask('large 9', large);
    expect(rig.computed()).toBe(10);
    for (let index = 0; index < 1_200; index += 1) await rig.ask(`small ${index}`);
    expect(rig.cache.size().entries).toBeLessThanOrEqual(1_001);
    rig.pass(3_000);
    await rig.ask('new');
    expect(rig.cache.size().entries).toBe(1);
  });

  it('keeps nothing where it is switched off', async () => {
    const rig = createRig({ maxAgeMs: 0 });
    await rig.ask('a');
    await rig.ask('a');
    expect([rig.computed(), rig.cache.size().entries]).toEqual([2, 0]);
  });
});
