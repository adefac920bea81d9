import { expect, it } from 'vitest';
import { sectionsOf } from './kind-sections.ts';

it('puts settings that no section names behind the others, and drops names that do not exist', () => {
  const sections = [{ id: 'connection', fields: [{ name: 'url' }, { name: 'gone' }] }];
  expect(sectionsOf(sections, ['topics', 'url', 'password'])).toEqual([
    { id: 'connection', fields: [{ name: 'url' }] },
    { id: undefined, fields: [{ name: 'topics' }, { name: 'password' }] },
  ]);
});
