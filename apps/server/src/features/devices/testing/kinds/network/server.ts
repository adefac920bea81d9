import { ConnectorProblem, defineConnectorServer, type OutgoingDownlink } from '@stellwerk/plugin/connector-server';
import { manifest } from './manifest.ts';

/** Answers that a test sets, and calls that the fake network received. */
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
