export { packetCounts, packetFaults, refusedMessages } from './packet.table.ts';
export {
  countPackets,
  keptSince,
  listPackets,
  type Outcome,
  type PacketQuery,
  type StoredPacket,
} from './packets.store.ts';
export { removePackets } from './removal.store.ts';
export { type HourCount, listTraffic, readCounts, recordRefusals } from './traffic.store.ts';
