import { normalEui } from '@stellwerk/contract/eui';
import type { Db } from '../../../platform/db/db.ts';
import { fail } from '../../../platform/errors/app-error.ts';
import { findUsableConnector } from '../../connectors/index.ts';
import { isUsableDriver } from '../../drivers/index.ts';
import { countDevicesOf, lockAccountLimit } from '../account-limit.store.ts';
import { countWithLock, type FoundVersion, findVersion } from '../device.store.ts';
import type { DeviceConnectors } from '../ports.ts';

interface Wanted {
  accountId: number;
  connectorId: number;
  externalId: string;
  connectorData: Record<string, unknown>;
}

export interface Binding {
  type: string;
  /** The identifier, normalised by the rules of the connector's kind (such as upper case without dashes). */
  externalId: string;
  connectorData: Record<string, unknown>;
}

const issues = [{ path: 'externalId', code: 'invalid' as const, params: {} }];

/** Hexadecimal digits in the stored form; users may also separate them in pairs. */
const readEui = (externalId: string): string =>
  normalEui(externalId) ?? fail('VDEVICE_INVALID_HEX_ID', { externalId }, { issues });

function readEui64(externalId: string): string {
  const eui = normalEui(externalId);
  return eui?.length === 16 ? eui : fail('VDEVICE_INVALID_EUI', { externalId }, { issues });
}

/** Checks the connector of a device and the data for it by the rules of the connector's kind. */
export async function bindConnector(db: Db, { kinds }: Pick<DeviceConnectors, 'kinds'>, wanted: Wanted) {
  const connector = (await findUsableConnector(db, wanted.connectorId, wanted.accountId)) ?? fail('BRIDGE_NOT_FOUND');
  const kind = kinds.find(connector.type);
  if (!kind?.capabilities.devices) return fail('VDEVICE_CONNECTOR_NOT_A_SOURCE');
  const data = kind.deviceData.safeParse(wanted.connectorData);
  if (!data.success) {
    const field = data.error.issues[0]?.path.join('.') ?? '';
    const issues = [{ path: `connectorData.${field}`, code: 'invalid' as const, params: {} }];
    return fail('VDEVICE_CONNECTOR_DATA_INVALID', { field }, { issues });
  }
  const externalIdOf = (given: string) => {
    if (kind.identifier === 'eui64') return readEui64(given);
    return connector.usesEuis ? readEui(given) : given;
  };
  const externalId = externalIdOf(wanted.externalId);
  const binding: Binding = { type: connector.type, externalId, connectorData: data.data };
  return { ...binding, externalIdOf, deviceLimit: connector.deviceLimit };
}

/** Fails if a connector has no room for this many further devices. */
export async function requireRoom(db: Db, connectorId: number, limit: number | null, wanted = 1): Promise<void> {
  if (limit === null) return;
  if ((await countWithLock(db, connectorId)) + wanted > limit) fail('VDEVICE_LIMIT_REACHED', { limit });
}

/** Fails if an account has no room for this many further devices. */
export async function requireAccountRoom(db: Db, accountId: number, wanted = 1): Promise<void> {
  const limit = await lockAccountLimit(db, accountId);
  if (limit === null) return;
  if ((await countDevicesOf(db, accountId)) + wanted > limit) fail('VDEVICE_LIMIT_REACHED', { limit });
}

/** The newest published version of a driver that devices of the account may use. */
export async function bindDriver(db: Db, driverId: number, accountId: number): Promise<FoundVersion> {
  if (!(await isUsableDriver(db, driverId, accountId))) fail('DEVICEDRIVER_NOT_FOUND');
  return (await findVersion(db, driverId)) ?? fail('DEVICEDRIVER_NOT_PUBLISHED');
}
