import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { connect, type Db } from '../platform/db/db.ts';
import { createLog } from '../platform/log/log.ts';
import { openSecrets } from '../platform/secrets/rotate.ts';
import { cleanUp, createRandom, makeDataDir, runStellwerk } from './testing/program.ts';

const runs = Number(process.env.FAULT_RUNS ?? 1);
const seed = Number(process.env.FAULT_SEED ?? Math.floor(Math.random() * 2 ** 31));
const count = 300;

afterAll(cleanUp);

it(
  'no secret is lost when a change of the key is killed at any moment',
  async () => {
    console.log(`kills while the key is changed: FAULT_SEED=${seed}`);
    const random = createRandom(seed);
    const { url } = await useTestDatabase();
    const dataDir = await makeDataDir();
    // The command refuses to work while anybody is connected.
    async function withDb<T>(use: (db: Db) => Promise<T>): Promise<T> {
      const { db, close } = connect({ url });
      return use(db).finally(close);
    }
    const open = (db: Db) => openSecrets({ db, dataDir, secretKey: undefined, log: createLog('silent') });
    const owner = (index: number) => ({ owner: `connector:${index}`, name: 'password' });
    await withDb(async (db) => {
      const secrets = await open(db);
      for (let index = 0; index < count; index += 1)
        await secrets.put(db, { ...owner(index), value: `value ${index}` });
    });
    for (let round = 0; round < runs; round += 1) {
      const program = runStellwerk(['secret', 'rotate'], { DATABASE_URL: url, DATA_DIR: dataDir });
      // The rotation begins when the next key file appears; a kill before that changes nothing.
      const begun = (async () => {
        while (program.child.exitCode === null && !(await readdir(dataDir)).includes('secret.key.next')) await delay(1);
      })();
      await Promise.race([begun, program.ended]);
      await delay(random() * 150);
      await program.end('SIGKILL');
      await withDb(async (db) => {
        const secrets = await open(db);
        for (let index = 0; index < count; index += 1) {
          expect(await secrets.get(db, owner(index))).toBe(`value ${index}`);
        }
      });
      expect(await readdir(dataDir)).toEqual(['secret.key']);
    }
  },
  30_000 + runs * 15_000,
);
