import { defineCommand } from '@stellwerk/plugin/command';
import { z } from 'zod';

export const manifest = defineCommand({
  type: 'mqtt',
  version: 1,
  acts: 'none',
  connectorTypes: ['mqtt-outgoing', 'mqtt-broker'],
  isConnectorRequired: true,
  isMail: false,
  options: z.object({
    /** Topics with wildcards can't be published to (MQTT 3.1.1, 4.7.1). */
    topic: z
      .string()
      .trim()
      .min(1)
      .max(1_000)
      .refine((topic) => !/[+#\p{Cc}]/u.test(topic)),
    payload: z.string().max(20_000).default(''),
    qos: z.literal([0, 1, 2]).default(1),
    retain: z.boolean().default(false),
  }),
});
