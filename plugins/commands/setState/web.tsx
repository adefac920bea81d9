import { defineCommandWeb } from '@stellwerk/plugin/command-web';
import { PencilLine } from 'lucide-react';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export const web = defineCommandWeb({
  icon: PencilLine,
  order: 50,
  fields: [
    { name: 'stateKey', isStateKey: true },
    { name: 'value', hasPlaceholders: true },
  ],
  summary: ({ stateKey, value }) => (textOf(stateKey) ? `${textOf(stateKey)} = ${textOf(value)}` : ''),
});
