import { defineConnectorWeb } from '@stellwerk/plugin/connector-web';
import { RadioTower } from 'lucide-react';

const lines = (...parts: string[]) => parts.join(' \\\n  ');

export const web = defineConnectorWeb({
  icon: RadioTower,
  order: 20,
  sections: [{ id: 'access', fields: [{ name: 'password' }] }],
  reference({ endpoint, identifier, t }) {
    const address = URL.parse(endpoint('url'));
    const host = address?.hostname ?? '';
    const port = address?.port ?? '';
    const username = endpoint('username');
    const publish = endpoint('publishTopic');
    const subscribe = endpoint('subscribeTopic');
    const access = `-h '${host}' -p ${port} -u '${username}' -P '${t('reference.password')}'`;
    const message = JSON.stringify({ id: identifier, payload: { temperature: 21.5 } });
    const secure = endpoint('secureUrl');
    return [
      {
        title: t('reference.access'),
        entries: [
          { is: 'value', label: t('reference.url'), value: endpoint('url') },
          ...(secure ? [{ is: 'value' as const, label: t('reference.secureUrl'), value: secure }] : []),
          { is: 'value', label: t('reference.username'), value: username },
          { is: 'note', text: t('reference.version') },
        ],
      },
      {
        title: t('reference.topics'),
        entries: [
          { is: 'value', label: t('reference.publish'), value: publish },
          { is: 'value', label: t('reference.subscribe'), value: subscribe },
          { is: 'note', text: t('reference.downlinks') },
        ],
      },
      {
        title: t('reference.try'),
        entries: [
          {
            is: 'command',
            label: t('reference.send'),
            text: lines(`mosquitto_pub ${access}`, `-q 1 -t '${publish}'`, `-m '${message}'`),
          },
          {
            is: 'command',
            label: t('reference.listen'),
            text: lines(`mosquitto_sub ${access}`, `-q 1 -t '${subscribe}' -v`),
          },
        ],
      },
    ];
  },
});
