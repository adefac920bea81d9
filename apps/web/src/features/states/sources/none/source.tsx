import { PencilLine } from 'lucide-react';
import { defineSource } from '../define-source.ts';

export const source = defineSource({
  source: 'none',
  icon: PencilLine,
  order: 10,
  blank: { source: 'none' },
  hasTransformer: false,
  hasPreview: false,
});
