import { defineConnectorWeb } from '@stellwerk/plugin/connector-web';
import { Webhook } from 'lucide-react';

const json = (value: unknown) => JSON.stringify(value);

const curl = (url: string, header: string, body: string) =>
  [`curl -X POST '${url}'`, `-H '${header}'`, `-H 'content-type: application/json'`, `-d '${body}'`].join(' \\\n  ');

export const web = defineConnectorWeb({
  icon: Webhook,
  order: 10,
  sections: [
    { id: 'access', fields: [{ name: 'key' }] },
    { id: 'callbacks', fields: [{ name: 'allowGet' }] },
  ],
  credentials({ endpoint, identifier, t }, { key = '' }) {
    const url = endpoint('url');
    const message = json({ id: identifier, payload: { temperature: 21.5 } });
    return [
      { is: 'value', label: t('reference.url'), value: url },
      { is: 'value', label: t('field.key.label'), value: key },
      { is: 'command', label: t('reference.one'), text: curl(url, `x-api-key: ${key}`, message) },
    ];
  },
  reference({ connector, endpoint, identifier, t }) {
    const url = endpoint('url');
    const key = t('reference.key');
    const message = { id: identifier, payload: { temperature: 21.5 } };
    const timed = { id: identifier, timestamp: '2026-01-15T08:30:00Z', payload: '01fa2c' };
    return [
      {
        title: t('reference.address'),
        entries: [
          { is: 'value', label: t('reference.url'), value: url },
          { is: 'value', label: t('reference.header'), value: `x-api-key: ${key}` },
          { is: 'value', label: t('reference.bearer'), value: `Authorization: Bearer ${key}` },
          { is: 'note', text: t('reference.otherWays') },
        ],
      },
      {
        title: t('reference.try'),
        entries: [
          { is: 'command', label: t('reference.one'), text: curl(url, `x-api-key: ${key}`, json(message)) },
          {
            is: 'command',
            label: t('reference.several'),
            text: curl(url, `Authorization: Bearer ${key}`, json([message, timed])),
          },
          ...(connector.options.allowGet === true
            ? [
                {
                  is: 'command' as const,
                  label: t('reference.callback'),
                  text: `curl '${url}?auth=${key}&id=${identifier}&payload=01fa2c'`,
                },
                { is: 'note' as const, text: t('reference.callbackText') },
              ]
            : []),
          { is: 'note', text: t('reference.answer') },
        ],
      },
      {
        title: t('reference.form'),
        entries: [
          { is: 'command', label: t('reference.formExample'), text: JSON.stringify(timed, null, 2) },
          { is: 'note', text: t('reference.formText') },
        ],
      },
    ];
  },
});
