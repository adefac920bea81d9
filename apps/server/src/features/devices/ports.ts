import type { OutgoingDownlink } from '@stellwerk/plugin/connector-server';
import type { Db } from '../../platform/db/db.ts';
import { definePort } from '../../platform/feature/port.ts';
import type { JsonValue } from '../../platform/history/history.ts';
import type { ConnectorKinds } from '../connectors/index.ts';
import type { JudgeDevices } from '../device-health/index.ts';
import type { AppliedValue } from '../states/index.ts';
import type { DeviceBulk } from './change/bulk.service.ts';
import type { DownlinkService } from './downlinks/downlink.service.ts';

/** What devices need of their connectors. */
export interface DeviceConnectors {
  kinds: Pick<ConnectorKinds, 'find'>;
  /** Fails with a reason when the connector does not run, or can't send. */
  sendDownlink(connectorId: number, downlink: OutgoingDownlink): Promise<'sent' | 'confirmed'>;
  /** For kinds that manage the devices of the other system; without it none does. */
  remote?: RemoteDevices;
}

export interface RemoteDevice {
  connectorId: number;
  externalId: string;
  title: string;
  connectorData: Record<string, unknown>;
}

/** Devices in the other system. Each call fails with a reason that people understand. */
export interface RemoteDevices {
  create(device: RemoteDevice): Promise<void>;
  /** One that is gone already is no failure. */
  remove(device: RemoteDevice): Promise<void>;
  /** Null where the other system does not know it. */
  read(device: RemoteDevice): Promise<{ title?: string; connectorData?: Record<string, JsonValue> } | null>;
}

/**
 * Rules over values of the past. A re-parse keeps them silent unless whoever starts it asks for them; what it then wrote
 * goes here, in the transaction that wrote it and in the order of the packets.
 */
export type RunRules = (db: Db, applied: readonly AppliedValue[]) => Promise<void>;

export interface Devices {
  /** Many at once, for features that make them. */
  bulk: DeviceBulk;
  /** A downlink of the platform's own accord, in the transaction of the caller. */
  queueDownlink: DownlinkService['queue'];
  judgeDevices: JudgeDevices;
}

export const devicesPort = definePort<Devices>('devices');

/** For kinds of connectors that manage the devices of the other system. */
export const remoteDevicesPort = definePort<RemoteDevices>('remote devices');
