import { defineCommandServer } from '@stellwerk/plugin/command-server';
import { fillText } from '@stellwerk/plugin/placeholder';
import { manifest } from './manifest.ts';

export const server = defineCommandServer(manifest, () => ({
  fill: ({ payload, ...options }, lookup) => ({
    ...options,
    ...(payload === undefined ? {} : { payload: fillText(payload, lookup) }),
  }),

  targetOf: ({ name, payload = '', port }) => name ?? `${port}: ${payload}`,

  run: ({ device }, options) => device.sendDownlink(options),
}));
