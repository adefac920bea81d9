import { defineCommandWeb } from '@stellwerk/plugin/command-web';
import { RadioTower } from 'lucide-react';

export const web = defineCommandWeb({
  icon: RadioTower,
  order: 30,
  fields: [
    { name: 'topic', placeholder: 'alarms/{{twin.title}}', hasPlaceholders: true },
    { name: 'payload', rows: 4, placeholder: '{ "temperature": {{temperature}} }', hasPlaceholders: true },
    { name: 'qos' },
    { name: 'retain' },
  ],
  summary: ({ topic }) => (typeof topic === 'string' ? topic : ''),
});
