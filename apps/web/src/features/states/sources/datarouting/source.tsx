import { Route } from 'lucide-react';
import { defineSource } from '../define-source.ts';
import { RoutingNote } from './RoutingNote.tsx';

export const source = defineSource({
  source: 'datarouting',
  icon: Route,
  order: 40,
  blank: { source: 'datarouting' },
  Fields: RoutingNote,
  hasTransformer: true,
  hasPreview: false,
});
