import { defineConnector } from '@stellwerk/plugin/connector';
import { z } from 'zod';

export const manifest = defineConnector({
  type: 'mqtt-broker',
  version: 1,
  direction: 'both',
  capabilities: { devices: true, states: true, downlinks: true, deviceManagement: false, deliveries: true },
  runs: 'everywhere',
  identifier: 'text',
  options: z.object({}),
  secrets: [{ name: 'password', required: true, generated: true }],
  deviceData: z.object({}),
  listeners: [
    { name: 'mqtt', transport: 'tcp', defaultPort: 1883, setting: 'MQTT_PORT', answersWhileStopping: true },
    { name: 'mqtts', transport: 'tls', setting: 'MQTTS_PORT', answersWhileStopping: true },
  ],
  limits: { connections: 10_000 },
});
