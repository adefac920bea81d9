export { adoptPackets, dropFaultsBefore, insertFaults } from './fault.store.ts';
export { packetCounts, packetFaults, refusedMessages } from './packet.table.ts';
export { countPackets, keptSince, listPackets } from './packets.store.ts';
export { removePackets } from './removal.store.ts';
export type { Outcome, PacketQuery, StoredPacket } from './stored-packet.ts';
export {
  type ConnectorCount,
  countTraffic,
  type HourCount,
  listTraffic,
  readCounts,
  recordRefusals,
} from './traffic.store.ts';
