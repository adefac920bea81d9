import { defineCommandWeb } from '@stellwerk/plugin/command-web';
import { Plug } from 'lucide-react';

export const web = defineCommandWeb({
  icon: Plug,
  order: 60,
  fields: [{ name: 'command', rows: 6, hasPlaceholders: true }],
  summary: ({ command }) => (command === undefined || command === null ? '' : JSON.stringify(command).slice(0, 80)),
});
