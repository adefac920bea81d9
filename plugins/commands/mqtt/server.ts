import { ConnectorProblem, defineCommandServer } from '@stellwerk/plugin/command-server';
import { fillContent, fillTopic } from '@stellwerk/plugin/placeholder';
import { manifest } from './manifest.ts';

export const server = defineCommandServer(manifest, () => ({
  fill: (options, lookup) => ({
    ...options,
    topic: fillTopic(options.topic, lookup),
    payload: fillContent(options.payload, lookup),
  }),

  targetOf: ({ topic }) => topic,

  run({ connector }, { topic, payload, qos, retain }) {
    if (!connector) throw new ConnectorProblem('BRIDGE_NOT_FOUND');
    return connector.send({ topic, payload, qos, retain });
  },
}));
