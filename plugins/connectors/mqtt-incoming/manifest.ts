import { defineConnector } from '@stellwerk/plugin/connector';
import { brokerOptions } from '@stellwerk/plugin/mqtt-options';
import { z } from 'zod';

/** MQTT 3.1.1, 4.7.1: `+` matches one level; `#` matches all following levels and must be last. */
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

export const manifest = defineConnector({
  type: 'mqtt-incoming',
  version: 1,
  direction: 'both',
  capabilities: { devices: true, states: true, downlinks: true, deviceManagement: false, deliveries: false },
  runs: 'once',
  identifier: 'text',
  options: brokerOptions.extend({
    topics: z.array(topicFilter).min(1).max(50),
    qos: z.literal([0, 1, 2]).default(1),
    /** False: the broker queues messages while the connector is disconnected. */
    cleanSession: z.boolean().default(false),
    /** Topic of downlinks; empty disables them. */
    downlinkTopic: downlinkTopic.default(''),
  }),
  secrets: [
    { name: 'password', required: false },
    { name: 'clientKey', required: false },
  ],
  deviceData: z.object({}),
  egress: ['tcp'],
});
