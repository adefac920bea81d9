import { ConnectorProblem, defineCommandServer } from '@stellwerk/plugin/command-server';
import { fillValue } from '@stellwerk/plugin/placeholder';
import { manifest } from './manifest.ts';

export const server = defineCommandServer(manifest, () => ({
  fill: ({ command }, lookup) => ({ command: fillValue(command, lookup) }),

  // The content may be secret, and its format depends on the connector.
  targetOf: () => '',

  run({ connector }, { command }) {
    if (!connector) throw new ConnectorProblem('BRIDGE_NOT_FOUND');
    return connector.send(command);
  },
}));
