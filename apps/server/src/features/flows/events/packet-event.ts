import type { FlowEvent } from '@stellwerk/contract/flow-event';
import type { JsonValue } from '../../../platform/history/history.ts';

interface ReceivedPacket {
  accountId: number;
  connectorId: number;
  /** Undefined if the connector was deleted. */
  connectorType: string | undefined;
  identifier: string;
  receivedAt: number;
  payload: JsonValue;
  meta: { [key: string]: JsonValue };
  time: string | number | null;
}

/** The event of a packet before its assignment: metadata of twins are not known yet. */
export function packetEvent(packet: ReceivedPacket): FlowEvent {
  const { accountId, connectorId, connectorType, identifier, receivedAt, payload, meta, time } = packet;
  const timestamp = new Date(receivedAt).toISOString();
  return {
    meta: {
      timestamp,
      account_id: accountId,
      config_id: connectorId,
      config_type: connectorType === undefined ? null : `bridge-${connectorType}`,
      source_type: 'bridge',
      source_identifier: identifier,
    },
    value: { id: identifier, timestamp: time ?? timestamp, payload, meta },
  };
}
