import { defineConnectorWeb } from '@stellwerk/plugin/connector-web';
import { Send } from 'lucide-react';

type Options = Readonly<Record<string, unknown>>;
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const isEncrypted = ({ url }: Options) => textOf(url).startsWith('https:');
const by =
  (...ways: string[]) =>
  ({ authorization }: Options) =>
    ways.includes(textOf(authorization));
const pem = '-----BEGIN CERTIFICATE-----';

/** Header lines with the key, by authorization. */
const headersBy: Record<string, (options: Options, key: string) => string> = {
  basic: ({ username }, key) => `-u '${textOf(username)}:${key}'`,
  bearer: (_options, key) => `-H 'Authorization: Bearer ${key}'`,
  header: ({ headerName }, key) => `-H '${textOf(headerName)}: ${key}'`,
};

export const web = defineConnectorWeb({
  icon: Send,
  order: 120,
  testMessage: () => ({ method: 'POST', path: '', body: { test: true } }),
  sections: [
    {
      id: 'address',
      fields: [
        { name: 'url', placeholder: 'https://api.example.com/v1' },
        { name: 'headers', placeholder: 'X-Source: Stellwerk' },
        { name: 'timeoutMs', unit: 'ms' },
      ],
    },
    {
      id: 'authorization',
      fields: [
        { name: 'authorization' },
        { name: 'username', when: by('basic') },
        { name: 'headerName', when: by('header') },
        { name: 'secret', when: by('basic', 'bearer', 'header') },
      ],
    },
    {
      id: 'encryption',
      fields: [
        { name: 'caCertificate', rows: 3, placeholder: pem, when: isEncrypted },
        { name: 'clientCertificate', rows: 3, placeholder: pem, when: isEncrypted },
        { name: 'clientKey', rows: 3, when: isEncrypted },
      ],
    },
  ],
  reference({ connector, t }) {
    const { options } = connector;
    const url = textOf(options.url);
    const key = headersBy[textOf(options.authorization)]?.(options, t('reference.key'));
    const call = { method: 'POST', path: '/alarms', body: { temperature: 21.5 } };
    const curl = [
      `curl -X POST '${url.replace(/\/$/, '')}/alarms'`,
      ...(key ? [key] : []),
      `-H 'content-type: application/json'`,
      `-d '${JSON.stringify(call.body)}'`,
    ];
    return [
      {
        title: t('reference.calls'),
        entries: [
          { is: 'value', label: t('reference.url'), value: url },
          { is: 'command', label: t('reference.same'), text: curl.join(' \\\n  ') },
          { is: 'note', text: t('reference.redirects') },
        ],
      },
      {
        title: t('reference.answers'),
        entries: [
          { is: 'note', text: t('reference.success') },
          { is: 'note', text: t('reference.retries') },
        ],
      },
      {
        title: t('reference.takes'),
        entries: [{ is: 'command', label: t('reference.command'), text: JSON.stringify(call, null, 2) }],
      },
    ];
  },
});
