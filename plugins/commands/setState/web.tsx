import { defineCommandWeb } from '@stellwerk/plugin/command-web';
import { PencilLine } from 'lucide-react';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export const web = defineCommandWeb({
  icon: PencilLine,
  order: 50,
  fields: [
    { name: 'stateKey', isStateKey: true },
    { name: 'value', hasPlaceholders: true, when: ({ script }) => textOf(script).trim() === '' },
    { name: 'script', rows: 6, placeholder: 'return temperature * 1.8 + 32;' },
  ],
  summary: ({ stateKey, value, script }) =>
    textOf(stateKey) ? `${textOf(stateKey)} = ${textOf(script).trim() ? 'ƒ()' : textOf(value)}` : '',
});
