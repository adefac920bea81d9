import { type SQL, sql } from 'drizzle-orm';

const hourMs = 3_600_000;

/**
 * Counts the accepted packets of many devices by full hour since 1970. Only of days that have not been packed: those of
 * the last 24 hours never have.
 */
export const countPacketsOf = (deviceIds: SQL, { fromMs, untilMs }: { fromMs: number; untilMs: number }): SQL => sql`
  select packet.received_at - packet.received_at % ${hourMs} as hour, count(*) as packets
  from packets packet
  where packet.received_at >= ${fromMs} and packet.received_at < ${untilMs} and packet.device_id in (${deviceIds})
  group by 1`;
