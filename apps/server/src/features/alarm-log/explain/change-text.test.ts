import { languages } from '@stellwerk/contract/text';
import { describe, expect, it } from 'vitest';
import type { FoundActivity } from '../../activity/index.ts';
import { sayChange, subjectOf } from './change-text.ts';
import { textsIn } from './texts.ts';

/** Only what a sentence is made of. */
const call = (action: string, details: Record<string, unknown> = {}) => {
  const [method, path] = action.split(' ');
  return { method, path, details } as unknown as FoundActivity;
};

describe('a change in one line', () => {
  it.each([
    ['PUT /api/v1/digitaltwin/rules/dtwin/{id}/rule/{ruleId}', 'Rule “X” changed'],
    ['POST /api/v1/digitaltwin/rules/dtwin/{id}/rule/', 'Rule “X” created'],
    ['DELETE /api/v1/digitaltwin/rules/dtwin/{id}/rule/{ruleId}', 'Rule “X” deleted'],
    ['POST /api/v1/digitaltwin/rules/dtwin/{id}/rule/{ruleId}/resume', 'Rule “X” changed'],
    ['POST /api/v1/devicedrivers/{id}/publish', 'Rule “X” published'],
    ['PUT /api/v1/digitaltwin/states/dtwin/{id}/state/{stateId}/value', 'Value of “X” set by hand'],
    ['POST /api/v1/virtualdevice/{id}/downlinks', 'Downlink sent to “X”'],
    ['DELETE /api/v1/devicedrivers/{id}/draft', 'Rule “X” changed'],
  ])('says what %s did', (action, text) => {
    expect(sayChange(call(action), { noun: 'rule', id: 1 }, 'X', 'en')).toBe(text);
  });

  it('calls what is gone as it was called, or by its number', () => {
    const action = 'POST /api/v1/virtualdevice/{id}/disabled/{flag}';
    const device = { noun: 'device' as const, id: 7 };
    expect(sayChange(call(action, { title: 'Pump', disabled: true }), device, undefined, 'de')).toBe(
      'Virtuelles Gerät „Pump“ deaktiviert',
    );
    expect(sayChange(call(action, { disabled: false }), device, undefined, 'en')).toBe('Virtual device “#7” enabled');
  });

  it('is about the closest of the objects that a call names', () => {
    const objects = [
      { noun: 'twin', id: 1 },
      { noun: 'rule', id: 2 },
    ];
    expect(subjectOf({ objects })).toEqual({ noun: 'rule', id: 2 });
    expect(subjectOf({ objects: [{ noun: 'account', id: 1 }] })).toBeUndefined();
  });
});

describe('the texts', () => {
  it('are the same in every language', () => {
    const shape = (value: unknown): unknown =>
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shape(inner)]))
        : [...String(value).matchAll(/\{\w+\}/g)].map(([name]) => name).sort();
    const [first, ...others] = languages.map((language) => shape(textsIn(language)));
    for (const other of others) expect(other).toEqual(first);
  });
});
