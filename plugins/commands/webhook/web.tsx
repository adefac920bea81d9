import { defineCommandWeb } from '@stellwerk/plugin/command-web';
import { Webhook } from 'lucide-react';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const hasBody = ({ method }: Readonly<Record<string, unknown>>) => method !== 'GET';

export const web = defineCommandWeb({
  icon: Webhook,
  order: 20,
  fields: [
    { name: 'method' },
    { name: 'path', placeholder: '/alarms?place={{twin.title}}', hasPlaceholders: true },
    { name: 'contentType', when: hasBody },
    {
      name: 'body',
      rows: 6,
      placeholder: '{ "place": "{{twin.title}}", "temperature": {{temperature}} }',
      hasPlaceholders: true,
      when: hasBody,
    },
    { name: 'headers', placeholder: 'X-Source: Stellwerk' },
  ],
  summary: ({ method, path }) => `${textOf(method) || 'POST'} ${textOf(path) || '/'}`,
});
