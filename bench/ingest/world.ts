import type pg from 'pg';
import { completeNewest } from '../../apps/server/src/ingest/newest/testing/newest.fixture.ts';

/** Devices of one driver, each with a second twin that computes a state from its values. */

export const script = `function decodeUplink(input) {
  const bytes = input.bytes;
  return { data: {
    temperature: ((bytes[0] << 8 | bytes[1]) << 16 >> 16) / 100,
    humidity: bytes[2] / 2,
    battery: (bytes[3] << 8 | bytes[4]) / 1000
  } };
}`;

const check = "return states.battery < 2.5 ? 'battery low' : null";

export const externalIdOf = (device: number) => device.toString(16).toUpperCase().padStart(16, '0');

/** A payload that differs with device and round. */
export function payloadOf(device: number, round: number): string {
  const temperature = 1_500 + ((device * 7 + round * 13) % 1_000);
  const humidity = 60 + ((device + round) % 80);
  const battery = 3_000 + ((device * 3 + round) % 600);
  const hex = (value: number, bytes: number) => value.toString(16).padStart(bytes * 2, '0');
  return hex(temperature, 2) + hex(humidity, 1) + hex(battery, 2);
}

/** One message as a LoRaWAN network server would send it. */
export const messageOf = (device: number, round: number) => ({
  id: externalIdOf(device),
  time: Date.now(),
  payload: payloadOf(device, round),
  meta: { lora: { fport: 2, fcnt: round, rssi: -101, snr: 7.5, sf: 7, freq: 868.1 } },
});

/**
 * Creates all objects in the topmost account. Device n is twin n; the computed twins follow. Requires an empty
 * database, where ids start at 1.
 */
export async function buildWorld(pool: pg.Pool, { devices, connectorId }: { devices: number; connectorId: number }) {
  const { rows } = await pool.query<{ id: number; scope: number }>(
    'select id, scope_id as scope from accounts order by id limit 1',
  );
  const [{ id: accountId, scope } = { id: 0, scope: 0 }] = rows;
  const driver = await pool.query<{ id: number }>(
    `insert into drivers (account_id, title) values ($1, 'Sensor') returning id`,
    [accountId],
  );
  const driverId = driver.rows[0]?.id;
  const entry = { identifier: 'battery', category: 'battery', severity: 'warning', message: 'Battery low' };
  const health = [{ ...entry, stateKeys: ['battery'], check, durationMinutes: 0 }];
  await pool.query(
    'insert into driver_versions (driver_id, number, parser, health, published_at) values ($1, 1, $2, $3, now())',
    [driverId, JSON.stringify({ type: 'javascript', script }), JSON.stringify(health)],
  );
  await pool.query(`insert into twins (id, account_id, path, scope_id, title, search_text, category) overriding system value
    select n, ${accountId}, n::text::ltree, ${scope}, 'Device ' || n, 'device ' || n,
      case when n <= ${devices} then 'virtualDevice' else 'digitalTwin' end from generate_series(1, ${devices * 2}) n`);
  await pool.query(`insert into devices (twin_id, connector_id, external_id, driver_id)
    select n, ${connectorId}, lpad(upper(to_hex(n)), 16, '0'), ${driverId} from generate_series(1, ${devices}) n`);
  const columns = 'id, twin_id, key, title, value_type, visualisation, source, config, position';
  const plain = `'{"thresholds":[],"direction":"ascending"}'`;
  await pool.query(`insert into states (${columns}) overriding system value
    select (n - 1) * 4 + nr, n, key, key, case when nr = 4 then 'json' else 'number' end, ${plain}, 'connector',
      jsonb_build_object('source', 'connector', 'identifier', '', 'variable', case when nr = 4 then '' else key end), nr
    from generate_series(1, ${devices}) n,
      unnest(array['temperature', 'humidity', 'battery', '_raw']) with ordinality as fed (key, nr)`);
  await pool.query(`insert into states (${columns}) overriding system value
    select ${devices * 4} + n, ${devices} + n, 'mean', 'Mean', 'number', ${plain}, 'aggregate',
      jsonb_build_object('source', 'aggregate', 'stateIds', jsonb_build_array((n - 1) * 4 + 1)), 1
    from generate_series(1, ${devices}) n`);
  await pool.query(`insert into state_sources (state_id, source_state_id)
    select ${devices * 4} + n, (n - 1) * 4 + 1 from generate_series(1, ${devices}) n`);
  await completeNewest(pool);
  await pool.query('vacuum analyze');
}
