import { afterAll, beforeAll, describe } from 'vitest';
import { testCharts } from './conformance/charts.ts';
import { testPacking } from './conformance/packing.ts';
import { testStories } from './conformance/stories.ts';
import { createSuite, type HistoryHarness } from './conformance/suite.ts';
import { testValues } from './conformance/values.ts';

/** Tests that every adapter of the port must pass. `makeHistory` creates a history on its own empty store. */
export function describeHistory(name: string, makeHistory: () => Promise<HistoryHarness>): void {
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
    testStories(suite);
    testValues(suite);
    testCharts(suite);
    testPacking(suite);
  });
}
