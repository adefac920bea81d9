import { expect, it } from 'vitest';
import { emptyDraft } from './mapping/mapping-draft.ts';
import { mutatorForm } from './mutator-form.ts';
import { samples } from './mutator-script.ts';

const field = { from: 'body' as const, path: ['a'] };
const complete = { ...emptyDraft, id: { ...field, format: 'eui' }, payload: { ...field, format: 'hex' } };

const issuesOf = (mutator: unknown) =>
  mutatorForm.safeParse({ mutator }).error?.issues.map(({ path }) => path.join('.'));

it('names the missing parts of a mapping', () => {
  expect(issuesOf({ language: 'mapping', script: '', mapping: emptyDraft })).toEqual([
    'mutator.mapping.id',
    'mutator.mapping.payload',
  ]);
  expect(issuesOf({ language: 'mapping', script: '', mapping: complete })).toBeUndefined();
});

it('saves either a mapping or a script', () => {
  expect(mutatorForm.parse({ mutator: { language: 'mapping', script: 'left over', mapping: complete } })).toEqual({
    mutator: { language: 'mapping', script: '', mapping: complete },
  });
  expect(mutatorForm.parse({ mutator: { language: 'jsonata', script: '', mapping: emptyDraft } })).toEqual({
    mutator: { language: 'jsonata', script: samples.jsonata },
  });
  expect(mutatorForm.parse({ mutator: { language: 'none', script: 'left over', mapping: emptyDraft } })).toEqual({
    mutator: { language: 'none', script: '' },
  });
});
