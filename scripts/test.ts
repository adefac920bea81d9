import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from './check.ts';
import { declaredMeansWorking } from './route-coverage.ts';
import { close, step, type Tally, vitest } from './steps.ts';

const startedAt = Date.now();
const folder = mkdtempSync(join(tmpdir(), 'stellwerk-routes-'));
const record = join(folder, 'answers.txt');
const tallies: Tally[] = [
  await check(),
  await vitest('unit'),
  await vitest('db', [], { ROUTE_RECORD: record }),
  await vitest('browser', [], { ROUTE_RECORD: record }),
  await step('every declared route answers 2xx somewhere', () => declaredMeansWorking(record)),
];
rmSync(folder, { recursive: true });
process.exit(close(tallies, `Took ${Math.round((Date.now() - startedAt) / 1000)} s`));
