import type { DeviceFilter } from '@stellwerk/contract/device';
import type { OutgoingDownlink } from '@stellwerk/plugin/connector-server';
import type { Db } from '../../platform/db/db.ts';
import { defineExtensionPoint, definePort } from '../../platform/feature/port.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import type { ConnectorKinds } from '../connectors/index.ts';
import type { EvaluateDevices } from '../device-health/index.ts';
import type { AppliedValue } from '../states/index.ts';
import type { DeviceBulk } from './change/bulk.service.ts';
import type { DeviceConfigurations } from './change/configuration.service.ts';
import type { DeviceInput } from './change/device-change.service.ts';
import type { DeviceService } from './device.service.ts';
import type { DownlinkService } from './downlinks/downlink.service.ts';

export interface DeviceConnectors {
  kinds: Pick<ConnectorKinds, 'find'>;
  /** Fails with a reason if the connector does not run, or can't send. */
  sendDownlink(connectorId: number, downlink: OutgoingDownlink): Promise<'sent' | 'confirmed'>;
  /** For kinds that manage the devices of the other system; absent if no kind does. */
  remote?: RemoteDevices;
}

export interface RemoteDevice {
  connectorId: number;
  externalId: string;
  title: string;
  connectorData: Record<string, unknown>;
}

/** Devices in the other system. Each call fails with a reason for users. */
export interface RemoteDevices {
  create(device: RemoteDevice): Promise<void>;
  /** Succeeds if the device does not exist any more. */
  remove(device: RemoteDevice): Promise<void>;
  /** Null if the other system does not know the device. */
  read(device: RemoteDevice): Promise<{ title?: string; connectorData?: Record<string, JsonValue> } | null>;
}

/** Evaluates rules over re-parsed values in the order of packets, in the transaction that wrote the values. */
export type RunRules = (db: Db, applied: readonly AppliedValue[]) => Promise<void>;

export interface Devices {
  /** Creates many devices at once, for other features. */
  bulk: DeviceBulk;
  /** Queues a downlink without a request of a user, in the transaction of the caller. */
  queueDownlink: DownlinkService['queue'];
  evaluateDevices: EvaluateDevices;
  /** The list of devices, as its route returns it. */
  list: DeviceService['list'];
  create: DeviceService['create'];
  configurations: DeviceConfigurations;
}

export interface DeviceLock {
  /** Fails if something else sets a changed field, such as the template of the device. */
  check(db: Db, id: number, change: DeviceInput): Promise<void>;
  /** The devices of a driver whose health checks are set by something else. */
  boundDevices(db: Db, driverId: number): Promise<number[]>;
}

/** Added by features that set the configuration of devices. */
export const deviceLocks = defineExtensionPoint<DeviceLock>('locks of devices');

/** Reads the filter of a smart group, which the gate has checked, as a filter of its account's devices. */
export type ReadGroupFilter = (db: Db, smartGroupId: number, now: Date) => Promise<Partial<DeviceFilter>>;

export const groupFilterPort = definePort<ReadGroupFilter>('filters of smart groups');

export const devicesPort = definePort<Devices>('devices');

/** For kinds of connectors that manage the devices of the other system. */
export const remoteDevicesPort = definePort<RemoteDevices>('remote devices');
