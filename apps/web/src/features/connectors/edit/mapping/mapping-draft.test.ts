import { fieldMapping } from '@stellwerk/contract/field-mapping';
import { describe, expect, it } from 'vitest';
import {
  assign,
  emptyDraft,
  isReadable,
  type MappingDraft,
  type PickedField,
  shownPath,
  usesFor,
  usesOf,
  withoutItems,
} from './mapping-draft.ts';

const picked = (path: PickedField['path'], value: unknown): PickedField => ({ from: 'body', path, value });

describe('a chosen field', () => {
  it.each<['id' | 'payload' | 'time', unknown, string]>([
    ['id', '70b3d57ed0051a2b', 'eui'],
    ['id', '70-B3-D5-7E-D0-05-1A-2B', 'eui'],
    ['id', 'sensor-17', 'text'],
    ['payload', '0100c80264', 'hex'],
    ['payload', 'AQDIAmQ=', 'base64'],
    ['payload', { t: 1 }, 'json'],
    ['payload', 21.5, 'json'],
    ['time', '2026-03-02T07:15:04Z', 'iso'],
    ['time', '1772435704', 's'],
    ['time', 1_772_435_704_006, 'ms'],
    ['time', '1772435704006000000', 'ns'],
  ])('as %s gets the format that %j suggests', (use, value, format) => {
    expect(assign(emptyDraft, use, picked(['a', 0], value))[use]).toEqual({ from: 'body', path: ['a', 0], format });
  });

  it('as metadata gets a name of its own', () => {
    let draft: MappingDraft = emptyDraft;
    for (const path of [['rx', 0, 'rssi'], ['rx', 1, 'rssi'], ['2nd value'], [0]])
      draft = assign(draft, 'meta', picked(path, 1));
    expect(draft.meta.map(({ name }) => name)).toEqual(['rssi', 'rssi2', 'nd_value', 'value']);
    const complete = assign(assign(draft, 'id', picked(['id'], 'a')), 'payload', picked(['b'], 1));
    expect(fieldMapping.safeParse(complete).success).toBe(true);
  });

  it('is marked with its uses', () => {
    const draft = assign(assign(emptyDraft, 'id', picked(['a'], 'x')), 'onlyValue', picked(['a'], 'x'));
    expect(usesOf(draft, picked(['a'], 'x'))).toEqual(['id', 'only']);
    expect(usesOf(draft, picked(['a', 0], 'x'))).toEqual([]);
    expect(draft.only).toMatchObject({ equals: 'x' });
  });

  it('is shown by its path', () => {
    expect(shownPath({ from: 'body', path: ['rxInfo', 0, 'rssi'] })).toBe('rxInfo[0].rssi');
    expect(shownPath({ from: 'query', path: ['event'] })).toBe('query.event');
    expect(shownPath({ from: 'item', path: ['v'] })).toBe('v');
    expect(shownPath({ from: 'body', path: [] })).toBe('body');
  });

  it('can be used for what its value allows', () => {
    expect(usesFor(picked([], [1]), emptyDraft)).toContain('items');
    expect(usesFor(picked([], { a: 1 }), emptyDraft)).not.toContain('id');
    expect(usesFor(picked([], 'a'), emptyDraft)).toContain('onlyValue');
  });

  it('is within the limits of a mapping', () => {
    const long = 'x'.repeat(200);
    let draft = assign(emptyDraft, 'meta', picked([long], 1));
    draft = assign(draft, 'meta', picked([long], 1));
    for (let n = 2; n < 40; n += 1) draft = assign(draft, 'meta', picked(['rssi'], n));
    expect(draft.meta[39]?.name).toBe('rssi38');
    expect(fieldMapping.shape.meta.safeParse(draft.meta).success).toBe(true);
    expect(usesFor(picked(['rssi'], 1), draft)).not.toContain('meta');
    expect(usesFor(picked(['rssi'], 'x'.repeat(201)), draft)).not.toContain('onlyValue');
  });

  it('has a name that a mapping can read', () => {
    expect(isReadable(['a', 0])).toBe(true);
    for (const path of [[], ['x'.repeat(201)], ['constructor'], [''], [10_000]]) expect(isReadable(path)).toBe(false);
  });
});

describe('a list of measurements', () => {
  const before = assign(assign(emptyDraft, 'id', picked(['id'], 'a')), 'payload', picked(['values', 1, 'v'], 1));
  const draft = assign(before, 'items', picked(['values'], []));

  it('makes fields of one entry those of every entry', () => {
    expect(draft).toMatchObject({
      items: ['values'],
      id: { from: 'body', path: ['id'] },
      payload: { from: 'item', path: ['v'] },
    });
    expect(assign(draft, 'time', picked(['values', 0, 'at'], 1)).time).toMatchObject({ from: 'item', path: ['at'] });
    expect(usesOf(draft, picked(['values', 7, 'v'], 1))).toEqual(['payload']);
    expect(usesOf(draft, picked(['values'], []))).toEqual(['items']);
  });

  it('takes its fields with it', () => {
    const { payload, id, items } = withoutItems(draft);
    expect([payload, id?.path, items]).toEqual([undefined, ['id'], null]);
  });
});
