import { defineConnectorWeb } from '@stellwerk/plugin/connector-web';
import { CloudDownload } from 'lucide-react';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const isEncrypted = ({ url }: Readonly<Record<string, unknown>>) => /^(mqtts|wss):/.test(textOf(url));
const portsBySecurity = { plain: '1883', tls: '8883' };
const pem = '-----BEGIN CERTIFICATE-----';

const lines = (...parts: string[]) => parts.filter((part) => part !== '').join(' \\\n  ');

/** A topic that matches a filter, to publish to. */
const topicFor = (filter: string, identifier: string) => filter.replaceAll('+', identifier).replace(/#$/, identifier);

export const web = defineConnectorWeb({
  icon: CloudDownload,
  order: 30,
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
      id: 'topics',
      fields: [{ name: 'topics' }, { name: 'qos' }, { name: 'downlinkTopic', placeholder: 'devices/{deviceId}/down' }],
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
        { name: 'protocolVersion' },
        { name: 'clientId' },
        { name: 'cleanSession' },
        { name: 'keepAliveSeconds', unit: 's' },
      ],
    },
  ],
  reference({ connector, identifier, t }) {
    const { url, username, topics, qos, downlinkTopic } = connector.options;
    const delivery = `-q ${typeof qos === 'number' ? qos : 1}`;
    const address = URL.parse(textOf(url));
    const filters = Array.isArray(topics) ? topics.map(textOf) : [];
    const port = address?.port || portsBySecurity[isEncrypted(connector.options) ? 'tls' : 'plain'];
    const user = textOf(username);
    const access = lines(
      `-h '${address?.hostname ?? ''}' -p ${port}`,
      user ? `-u '${user}' -P '${t('reference.password')}'` : '',
      isEncrypted(connector.options) ? '--tls-use-os-certs' : '',
    );
    const message = JSON.stringify({ id: identifier, payload: { temperature: 21.5 } });
    const downlinks = textOf(downlinkTopic);
    return [
      {
        title: t('reference.hears'),
        entries: [
          { is: 'value', label: t('reference.broker'), value: textOf(url) },
          { is: 'value', label: t('reference.topics'), value: filters.join('\n') },
          { is: 'note', text: t('reference.form') },
        ],
      },
      {
        title: t('reference.try'),
        entries: [
          {
            is: 'command',
            label: t('reference.send'),
            text: lines(
              `mosquitto_pub ${access}`,
              `${delivery} -t '${topicFor(filters[0] ?? '', identifier)}'`,
              `-m '${message}'`,
            ),
          },
          ...(downlinks
            ? [
                {
                  is: 'command' as const,
                  label: t('reference.listen'),
                  text: lines(`mosquitto_sub ${access}`, `${delivery} -t '${downlinks.replace('{deviceId}', '+')}' -v`),
                },
              ]
            : [{ is: 'note' as const, text: t('reference.noDownlinks') }]),
        ],
      },
    ];
  },
});
