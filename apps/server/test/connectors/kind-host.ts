import type { ConnectorManifest } from '@stellwerk/plugin/connector';
import { onTestFinished } from 'vitest';
import { createKindHosts, type KindHostOptions } from '../../src/features/connectors/kind-host.ts';
import { createLog } from '../../src/platform/log/log.ts';

const unused = async () => {
  throw new Error('not used here');
};

/** The host that the server would give to a kind; its listeners are local and close with the test. */
export function testKindHost(manifest: ConnectorManifest, options: Partial<KindHostOptions> = {}) {
  const { host, close } = createKindHosts({
    publicUrl: 'http://127.0.0.1',
    host: '127.0.0.1',
    ports: {},
    tls: undefined,
    isStopping: () => false,
    countStranger() {},
    services: { mail: { send: unused, verify: unused } },
    log: createLog('silent'),
    ...options,
  })(manifest);
  onTestFinished(close);
  return host;
}
