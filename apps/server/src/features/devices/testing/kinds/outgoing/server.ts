import { defineConnectorServer } from '@stellwerk/plugin/connector-server';
import { manifest } from './manifest.ts';

export const server = defineConnectorServer(manifest, () => ({
  async start(ctx) {
    ctx.setState('connected');
    return { async stop() {} };
  },
}));
