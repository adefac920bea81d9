import { defineConnectorWeb, type ReferenceEntry, type ReferenceInput } from '@stellwerk/plugin/connector-web';
import { RadioTower } from 'lucide-react';

const lines = (...parts: string[]) => parts.join(' \\\n  ');

function addresses({ endpoint, t }: ReferenceInput): ReferenceEntry[] {
  const secure = endpoint('secureUrl');
  return [
    { is: 'value', label: t('reference.url'), value: endpoint('url') },
    ...(secure ? [{ is: 'value' as const, label: t('reference.secureUrl'), value: secure }] : []),
    { is: 'value', label: t('reference.username'), value: endpoint('username') },
  ];
}

function commands({ endpoint, identifier, t }: ReferenceInput, password: string): ReferenceEntry[] {
  const address = URL.parse(endpoint('url'));
  const access = `-h '${address?.hostname ?? ''}' -p ${address?.port ?? ''} -u '${endpoint('username')}' -P '${password}'`;
  const message = JSON.stringify({ id: identifier, payload: { temperature: 21.5 } });
  return [
    {
      is: 'command',
      label: t('reference.send'),
      text: lines(`mosquitto_pub ${access}`, `-q 1 -t '${endpoint('publishTopic')}'`, `-m '${message}'`),
    },
    {
      is: 'command',
      label: t('reference.listen'),
      text: lines(`mosquitto_sub ${access}`, `-q 1 -t '${endpoint('subscribeTopic')}' -v`),
    },
  ];
}

export const web = defineConnectorWeb({
  icon: RadioTower,
  order: 20,
  testMessage: () => ({ topic: 'test', payload: { test: true }, qos: 1 }),
  sections: [{ id: 'access', fields: [{ name: 'password' }] }],
  credentials: (input, { password = '' }) => [
    ...addresses(input),
    { is: 'value', label: input.t('field.password.label'), value: password },
    ...commands(input, password),
  ],
  reference(input) {
    const { endpoint, t } = input;
    return [
      {
        title: t('reference.access'),
        entries: [...addresses(input), { is: 'note', text: t('reference.version') }],
      },
      {
        title: t('reference.topics'),
        entries: [
          { is: 'value', label: t('reference.publish'), value: endpoint('publishTopic') },
          { is: 'value', label: t('reference.subscribe'), value: endpoint('subscribeTopic') },
          { is: 'note', text: t('reference.downlinks') },
        ],
      },
      { title: t('reference.try'), entries: commands(input, t('reference.password')) },
    ];
  },
});
