import { defineConnectorWeb } from '@stellwerk/plugin/connector-web';
import { CloudUpload } from 'lucide-react';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const isEncrypted = ({ url }: Readonly<Record<string, unknown>>) => /^(mqtts|wss):/.test(textOf(url));
const pem = '-----BEGIN CERTIFICATE-----';

export const web = defineConnectorWeb({
  icon: CloudUpload,
  order: 130,
  testMessage: () => ({ topic: 'stellwerk/test', payload: { test: true }, qos: 1, retain: false }),
  sections: [
    {
      id: 'connection',
      fields: [
        { name: 'url', placeholder: 'mqtts://broker.example.com:8883' },
        { name: 'username' },
        { name: 'password' },
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
    {
      id: 'session',
      fields: [
        { name: 'qos' },
        { name: 'protocolVersion' },
        { name: 'clientId' },
        { name: 'keepAliveSeconds', unit: 's' },
      ],
    },
  ],
  reference({ connector, t }) {
    const { url, username, qos } = connector.options;
    const address = URL.parse(textOf(url));
    const user = textOf(username);
    const listen = [
      `mosquitto_sub -h '${address?.hostname ?? ''}' -p ${address?.port || (isEncrypted(connector.options) ? '8883' : '1883')}`,
      ...(user ? [`-u '${user}' -P '${t('reference.password')}'`] : []),
      ...(isEncrypted(connector.options) ? ['--tls-use-os-certs'] : []),
      `-q ${typeof qos === 'number' ? qos : 1} -t 'alarms/#' -v`,
    ];
    const message = { topic: 'alarms/boiler', payload: { temperature: 21.5 }, qos: 1, retain: false };
    return [
      {
        title: t('reference.publishes'),
        entries: [
          { is: 'value', label: t('reference.broker'), value: textOf(url) },
          { is: 'command', label: t('reference.listen'), text: listen.join(' \\\n  ') },
          { is: 'note', text: t('reference.acknowledged') },
        ],
      },
      {
        title: t('reference.takes'),
        entries: [{ is: 'command', label: t('reference.command'), text: JSON.stringify(message, null, 2) }],
      },
    ];
  },
});
