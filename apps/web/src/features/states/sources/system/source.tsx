import { Cpu } from 'lucide-react';
import { defineSource } from '../define-source.ts';
import { SystemFields } from './SystemFields.tsx';

export const source = defineSource({
  source: 'system',
  icon: Cpu,
  order: 60,
  blank: { source: 'system', name: 'lastSeen' },
  Fields: SystemFields,
  hasTransformer: false,
  hasPreview: false,
});
