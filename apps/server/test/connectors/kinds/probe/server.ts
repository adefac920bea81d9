import { type ConnectorEgress, ConnectorProblem, defineConnectorServer } from '@stellwerk/plugin/connector-server';
import { manifest } from './manifest.ts';

const open = (egress: ConnectorEgress, port: number, signal: AbortSignal) =>
  egress.connect({ host: '127.0.0.1', port, signal });

export const server = defineConnectorServer(manifest, () => ({
  async start({ options, secrets, egress, signal, setState }) {
    const socket = await open(egress, options.port, signal);
    socket.write(`${options.label} ${secrets.token}\n`);
    socket.once('close', () => setState('error', { code: 'BRIDGE_CONNECTION_LOST', params: {} }));
    return {
      async stop() {
        socket.destroy();
      },
      async sendDownlink({ deviceId }) {
        socket.write(`down ${deviceId}\n`);
        return 'confirmed';
      },
      async send(command) {
        if (command === 'fail') throw new ConnectorProblem('BRIDGE_CREDENTIALS_REFUSED');
        if (command === 'later') {
          throw new ConnectorProblem('BRIDGE_HTTP_STATUS', { status: 429 }, { isFinal: false, afterMs: 5_000 });
        }
        return { echo: command };
      },
    };
  },

  async validate({ options, egress, signal }) {
    (await open(egress, options.port, signal)).destroy();
    return null;
  },

  endpoints: ({ options }) => [{ name: 'port', value: String(options.port) }],
}));
