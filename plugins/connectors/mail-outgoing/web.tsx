import { defineConnectorWeb } from '@stellwerk/plugin/connector-web';
import { Mail } from 'lucide-react';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const usualPorts: Record<string, string> = { starttls: '587', tls: '465', none: '25' };

export const web = defineConnectorWeb({
  icon: Mail,
  order: 110,
  testMessage: ({ email }) => ({ to: [email], subject: 'Test', text: 'Test' }),
  sections: [
    {
      id: 'server',
      fields: [
        { name: 'host', placeholder: 'smtp.example.com' },
        { name: 'port' },
        { name: 'security' },
        { name: 'caCertificate', rows: 3, placeholder: '-----BEGIN CERTIFICATE-----' },
      ],
    },
    { id: 'access', fields: [{ name: 'username' }, { name: 'password' }] },
    {
      id: 'sending',
      fields: [{ name: 'sender', placeholder: 'Stellwerk <noreply@example.com>' }, { name: 'mailsPerMinute' }],
    },
  ],
  reference({ connector, t }) {
    const { host, port, security, sender, mailsPerMinute } = connector.options;
    const command = { to: ['name@example.com'], subject: t('reference.subject'), text: t('reference.text') };
    return [
      {
        title: t('reference.uses'),
        entries: [
          { is: 'value', label: t('reference.server'), value: `${textOf(host)}:${port}` },
          { is: 'value', label: t('reference.sender'), value: textOf(sender) },
          { is: 'note', text: t('reference.ports', { port: usualPorts[textOf(security)] ?? '' }) },
          { is: 'note', text: t('reference.limit', { count: Number(mailsPerMinute) }) },
        ],
      },
      {
        title: t('reference.takes'),
        entries: [
          { is: 'command', label: t('reference.command'), text: JSON.stringify(command, null, 2) },
          { is: 'note', text: t('reference.plain') },
          { is: 'note', text: t('reference.retries') },
        ],
      },
    ];
  },
});
