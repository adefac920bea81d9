import type { ValueType, VisualisationOptions } from '@stellwerk/contract/state';
import type { StateValue } from '../values/value-view.ts';

/** Two thirds of the scale show best what a picture does. */
const share = 0.64;

export function sampleValue(valueType: ValueType, { minimum, maximum }: VisualisationOptions): StateValue {
  const samples: Record<ValueType, StateValue> = {
    number: Math.round((minimum + share * (maximum - minimum)) * 100) / 100,
    string: 'Text',
    boolean: true,
    json: { a: 1 },
    null: null,
  };
  return samples[valueType];
}
