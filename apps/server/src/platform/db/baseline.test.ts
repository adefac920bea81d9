import { describe, expect, it } from 'vitest';
import { lastReplaced, withBaseline } from './baseline.ts';
import { stepsBeforeBaseline } from './testing/before-baseline.ts';

const baseline = { tag: '0000_baseline', when: lastReplaced.when + 1, hash: 'baseline' };
const later = { tag: '0001_later', when: lastReplaced.when + 2, hash: 'later' };

describe('withBaseline', () => {
  it('replaces the steps before the baseline and keeps those after it', () => {
    expect(withBaseline([baseline, later], stepsBeforeBaseline)).toEqual([baseline]);
    expect(withBaseline([baseline, later], [...stepsBeforeBaseline, later])).toEqual([baseline, later]);
  });

  it('leaves lists without those steps as they are', () => {
    const steps = [baseline, later];
    expect(withBaseline(steps, steps)).toBe(steps);
    const other = [{ tag: '0000_step', when: 1, hash: 'step' }];
    expect(withBaseline(other, other)).toBe(other);
  });

  it('has no answer where one of those steps is missing', () => {
    expect(withBaseline([baseline], stepsBeforeBaseline.slice(1))).toBeUndefined();
    expect(withBaseline([baseline, later], [...stepsBeforeBaseline.slice(0, 36), later])).toBeUndefined();
  });
});
