import { Dices } from 'lucide-react';
import { defineSource } from '../define-source.ts';
import { RandomFields } from './RandomFields.tsx';

export const source = defineSource({
  source: 'random',
  icon: Dices,
  order: 50,
  blank: { source: 'random', lower: 0, upper: 100 },
  Fields: RandomFields,
  hasTransformer: true,
  hasPreview: false,
});
