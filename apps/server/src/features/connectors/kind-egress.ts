import type { ConnectorManifest, EgressTransport } from '@stellwerk/plugin/connector';
import type { ConnectorEgress } from '@stellwerk/plugin/connector-server';

/** The egress guard, limited to the transports that the manifest declares. */
export function kindEgress({ type, egress: declared = [] }: ConnectorManifest, egress: ConnectorEgress) {
  function over(transport: EgressTransport): ConnectorEgress {
    if (!declared.includes(transport)) throw new Error(`the manifest of ${type} declares no egress over ${transport}`);
    return egress;
  }
  const guarded: ConnectorEgress = {
    check: async (host, port) => over('tcp').check(host, port),
    connect: async (connection) => over('tcp').connect(connection),
    lookupFor: (port) => over('tcp').lookupFor(port),
    request: async (request) => over('http').request(request),
  };
  return guarded;
}
