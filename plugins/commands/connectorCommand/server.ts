import { ConnectorProblem, defineCommandServer } from '@stellwerk/plugin/command-server';
import { fillValue } from '@stellwerk/plugin/placeholder';
import { manifest } from './manifest.ts';

export const server = defineCommandServer(manifest, () => ({
  fill: ({ command }, lookup) => ({ command: fillValue(command, lookup) }),

  // What stands in it is the connector's business; it may be secret.
  targetOf: () => '',

  run({ connector }, { command }) {
    if (!connector) throw new ConnectorProblem('BRIDGE_NOT_FOUND');
    return connector.send(command);
  },
}));
