import { Plug } from 'lucide-react';
import { defineSource } from '../define-source.ts';
import { ConnectorFields } from './ConnectorFields.tsx';

export const source = defineSource({
  source: 'connector',
  icon: Plug,
  order: 15,
  blank: { source: 'connector', identifier: '', variable: '' },
  Fields: ConnectorFields,
  hasTransformer: true,
  hasPreview: false,
});
