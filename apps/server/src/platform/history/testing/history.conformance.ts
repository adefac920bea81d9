import { afterAll, beforeAll, describe } from 'vitest';
import { testCharts } from './charts.ts';
import { testPacking } from './packing.ts';
import { testStories } from './stories.ts';
import { createSuite, type HistoryHarness } from './suite.ts';
import { testValues } from './values.ts';

/**
 * Tests that every adapter of the port must pass. `makeHistory` creates a history on its own empty store; `runs` multiplies
 * the random stories.
 */
export function describeHistory(name: string, makeHistory: () => Promise<HistoryHarness>, runs: number): void {
  describe(`history on ${name}`, () => {
    let harness: HistoryHarness | undefined;
    beforeAll(async () => {
      harness = await makeHistory();
    });
    afterAll(() => harness?.close());

    const suite = createSuite(() => {
      if (!harness) throw new Error('the history of this suite is made before its first test');
      return harness;
    });
    testStories(suite, runs);
    testValues(suite);
    testCharts(suite);
    testPacking(suite);
  });
}
