import { defineConnector } from '@stellwerk/plugin/connector';
import { z } from 'zod';

/** MQTT 3.1.1, 4.7.1: `+` stands for one whole level, `#` for all that follow and is therefore the last. */
const isTopicFilter = (topic: string) => /^(\+|[^+#]*)(\/(\+|[^+#]*))*$/.test(topic.replace(/(^|\/)#$/, '$1'));

const topicFilter = z
  .string()
  .trim()
  .min(1)
  .max(1_000)
  .refine((topic) => isTopicFilter(topic) && !topic.includes('\0'));

const downlinkTopic = z
  .string()
  .trim()
  .max(1_000)
  .refine((topic) => topic === '' || (topic.includes('{deviceId}') && !/[+#\0]/.test(topic)));

const pem = z.string().trim().max(20_000);

const brokerUrl = z
  .url({ protocol: /^(mqtts?|wss?)$/, hostname: /.+/ })
  .max(500)
  // Names and passwords have fields of their own; in an address they would be shown and logged.
  .refine((text) => URL.parse(text)?.username === '' && URL.parse(text)?.password === '');

export const manifest = defineConnector({
  type: 'mqtt-incoming',
  version: 1,
  direction: 'both',
  capabilities: { devices: true, states: true, downlinks: true, deviceManagement: false, deliveries: false },
  runs: 'once',
  identifier: 'text',
  options: z.object({
    url: brokerUrl,
    topics: z.array(topicFilter).min(1).max(50),
    qos: z.literal([0, 1, 2]).default(1),
    username: z.string().max(500).default(''),
    /** Empty: one that is made from the connector and stays the same. */
    clientId: z.string().trim().max(100).default(''),
    /** False: the broker keeps what comes while we are away. */
    cleanSession: z.boolean().default(false),
    protocolVersion: z.enum(['3.1.1', '5']).default('3.1.1'),
    keepAliveSeconds: z.int().min(5).max(3_600).default(60),
    /** Whom to trust beside the well-known authorities. */
    caCertificate: pem.default(''),
    clientCertificate: pem.default(''),
    /** Where downlinks go; empty: none can be sent. */
    downlinkTopic: downlinkTopic.default(''),
  }),
  secrets: [
    { name: 'password', required: false },
    { name: 'clientKey', required: false },
  ],
  deviceData: z.object({}),
});
