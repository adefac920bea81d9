import { defineConnector } from '@stellwerk/plugin/connector';
import { brokerOptions } from '@stellwerk/plugin/mqtt-options';
import { z } from 'zod';

export const manifest = defineConnector({
  type: 'mqtt-outgoing',
  version: 1,
  direction: 'outgoing',
  capabilities: { devices: false, states: false, downlinks: false, deviceManagement: false, deliveries: true },
  runs: 'once',
  identifier: 'text',
  options: brokerOptions.extend({
    /** Default QoS of messages. */
    qos: z.literal([0, 1, 2]).default(1),
  }),
  secrets: [
    { name: 'password', required: false },
    { name: 'clientKey', required: false },
  ],
  deviceData: z.object({}),
  egress: ['tcp'],
});
