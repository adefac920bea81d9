import { expect, it, onTestFinished } from 'vitest';
import type { FlowTriggers } from '../../src/ingest/apply/ports.ts';
import { newestNumber } from '../../src/ingest/newest/testing/newest.fixture.ts';
import { systemClock } from '../../src/platform/clock/clock.ts';
import { useTestDatabase } from '../database.ts';
import { buildDevices } from './fault-world.ts';
import { openIngestion } from './ingestion.fixture.ts';

it('flows see packets before they are assigned and values after it, once each, also when the work is done twice', async () => {
  const database = await useTestDatabase();
  const { sender, devices } = await buildDevices(database, 1);
  const [device] = devices;
  if (!device) throw new Error('no device');
  await database.pool.query('create table told (n serial, what text, twin_id bigint, content jsonb, value_then jsonb)');
  let failures = 1;
  const newest = `to_jsonb(${newestNumber(device.stateId)})`;
  const flows: FlowTriggers = {
    takesUnknown: () => true,
    async before(db, packets) {
      for (const { deviceId, content } of packets) {
        await db.execute(
          `insert into told (what, twin_id, content, value_then) values ('before', ${deviceId}, '${content}', ${newest})`,
        );
      }
    },
    async after(db, applied) {
      for (const { twinId, value } of applied) {
        await db.execute(
          `insert into told (what, twin_id, content, value_then) values ('after', ${twinId}, '${value}', ${newest})`,
        );
      }
      failures -= 1;
      if (failures === 0) throw new Error('the connection broke');
    },
  };
  const ingestion = await openIngestion({ database, clock: systemClock, flows });
  onTestFinished(ingestion.close);
  await ingestion.accept(sender, [
    { id: device.externalId, payload: { n: 7 } },
    { id: 'nobody', payload: { n: 8 } },
  ]);
  await ingestion.idle();
  const { rows } = await database.pool.query<Record<string, unknown>>(
    'select what, twin_id, content, value_then from told order by what desc, twin_id',
  );
  expect(rows).toMatchObject([
    { what: 'before', twin_id: device.twinId, content: { payload: { n: 7 } }, value_then: null },
    { what: 'before', twin_id: null, content: { payload: { n: 8 } }, value_then: null },
    { what: 'after', twin_id: device.twinId, content: 7, value_then: 7 },
  ]);
  expect(failures, 'the work was done twice').toBe(-1);
});
