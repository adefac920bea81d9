import { expect, it } from 'vitest';
import { draftOf, type FlowDraft, stepsOf, wiresIn } from './flow-draft.ts';

const draft: FlowDraft = {
  ...draftOf(undefined),
  steps: [
    { type: 'filter', partId: 1 },
    { type: 'transformation', partId: 2 },
  ],
  targets: [{ connectorId: 3, message: {} }],
};
const parts = {
  filters: [{ id: 1, inputType: 'generic', outputType: 'generic' }],
  transformers: [{ id: 2, inputType: 'generic', outputType: 'application/json' }],
} as never;

it('shows the content type on every wire, and where it does not fit', () => {
  expect(wiresIn(draft, parts)).toEqual([
    { carries: 'generic', fits: true },
    { carries: 'generic', fits: true },
    { carries: 'application/json', fits: true },
  ]);
  const swapped = { ...draft, steps: draft.steps.toReversed() };
  expect(wiresIn(swapped, parts).map(({ fits }) => fits)).toEqual([true, false, false]);
  expect(wiresIn({ ...draft, steps: [] }, parts)).toEqual([{ carries: 'generic', fits: false }]);
});

it('is complete once every step is chosen and a connector is there', () => {
  expect(stepsOf(draft)).toHaveLength(3);
  expect(stepsOf({ ...draft, targets: [] })).toBeUndefined();
  expect(stepsOf({ ...draft, steps: [{ type: 'filter', partId: undefined }] })).toBeUndefined();
});
