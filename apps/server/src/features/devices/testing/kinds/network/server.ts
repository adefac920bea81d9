import { ConnectorProblem, defineConnectorServer, type OutgoingDownlink } from '@stellwerk/plugin/connector-server';
import { manifest } from './manifest.ts';

/** What a test wants of the other side, and what that side has got. */
export const network = {
  sent: [] as OutgoingDownlink[],
  answer: 'sent' as 'sent' | 'confirmed' | { fails: string },
};

export const server = defineConnectorServer(manifest, () => ({
  async start(ctx) {
    ctx.setState('connected');
    return {
      async stop() {},
      async sendDownlink(downlink) {
        if (typeof network.answer === 'object') throw new ConnectorProblem(network.answer.fails);
        network.sent.push(downlink);
        return network.answer;
      },
    };
  },
}));
