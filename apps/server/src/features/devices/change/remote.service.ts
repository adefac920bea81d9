import { ConnectorProblem } from '@stellwerk/plugin/connector-server';
import { AppError, fail } from '../../../platform/errors/app-error.ts';
import type { DeviceConnectors, RemoteDevices } from '../ports.ts';

/** Fails with the public part of the reason why the other system refused. */
function refuse(error: unknown): never {
  if (error instanceof AppError) throw error;
  const told = error instanceof ConnectorProblem ? (error.reason.params.reason ?? error.reason.code) : undefined;
  const reason = String(told ?? (error instanceof Error ? error.message : error));
  return fail('BRIDGE_CONNECTION_FAILED', { reason: reason.slice(0, 300) }, { cause: error });
}

/** The devices of the other system; undefined if the kind of connector does not manage them. */
export function remoteFor({ kinds, remote }: DeviceConnectors, type: string): RemoteDevices | undefined {
  if (!remote || !kinds.find(type)?.capabilities.deviceManagement) return undefined;
  return {
    create: (device) => remote.create(device).catch(refuse),
    remove: (device) => remote.remove(device).catch(refuse),
    read: (device) => remote.read(device).catch(refuse),
  };
}
