import type { ConnectorManifest } from '@stellwerk/plugin/connector';
import { ConnectorProblem, type KindHost, type PlatformServices } from '@stellwerk/plugin/connector-server';
import { parseListeners } from '../../platform/listeners/declared.ts';
import { createListeners, ListenError, type ListenersOptions } from '../../platform/listeners/listeners.ts';
import type { Log } from '../../platform/log/log.ts';

export interface KindHostOptions extends Pick<ListenersOptions, 'host' | 'ports' | 'tls' | 'isStopping'> {
  publicUrl: string;
  countStranger(): void;
  services: PlatformServices;
  log: Log;
}

function explain(error: unknown): never {
  if (!(error instanceof ListenError)) throw error;
  const { setting, address, code } = error;
  if (code === undefined) throw new ConnectorProblem('BRIDGE_PORT_OFF', { setting });
  throw new ConnectorProblem('BRIDGE_CONNECTION_FAILED', { reason: `${address} ${code} (${setting})` });
}

/** Creates the hosts of all kinds. Fails if a manifest declares something that the platform doesn't provide. */
export function createKindHosts({ services, publicUrl, countStranger, ...options }: KindHostOptions) {
  const { log, isStopping } = options;
  const owners = new Map<string, string>();
  return ({ type, listeners, limits = {}, uses = [] }: ConnectorManifest) => {
    const declared = parseListeners(listeners);
    for (const { setting } of declared) {
      const owner = owners.get(setting);
      if (owner !== undefined) throw new Error(`${setting} is declared by ${owner} as well`);
      owners.set(setting, type);
    }
    const ports = createListeners({ ...options, declared, limits });
    const host: KindHost = {
      log,
      isStopping,
      countStranger,
      publicUrl,
      portOf: ports.portOf,
      listen: (name, onConnection) => ports.listen(name, onConnection).catch(explain),
      listenUdp: (name, onDatagram) => ports.listenUdp(name, onDatagram).catch(explain),
      service(name) {
        if (!uses.includes(name)) throw new Error(`the manifest of ${type} does not ask for ${name}`);
        return services[name];
      },
    };
    return { host, close: ports.close };
  };
}
