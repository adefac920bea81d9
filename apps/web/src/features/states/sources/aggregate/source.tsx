import { Combine } from 'lucide-react';
import { defineSource } from '../define-source.ts';
import { AggregateFields } from './AggregateFields.tsx';

export const source = defineSource({
  source: 'aggregate',
  icon: Combine,
  order: 20,
  blank: { source: 'aggregate', stateIds: [] },
  Fields: AggregateFields,
  hasTransformer: true,
  hasPreview: true,
});
