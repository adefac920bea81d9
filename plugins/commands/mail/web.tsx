import { defineCommandWeb } from '@stellwerk/plugin/command-web';
import { Mail } from 'lucide-react';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export const web = defineCommandWeb({
  icon: Mail,
  order: 10,
  fields: [
    { name: 'to', placeholder: 'name@example.com' },
    { name: 'subject', hasPlaceholders: true },
    { name: 'body', rows: 6, hasPlaceholders: true },
  ],
  summary: ({ to }) => (Array.isArray(to) ? to.map(textOf).join(', ') : ''),
});
