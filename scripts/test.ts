import { join } from 'node:path';
import { check } from './check.ts';
import { declaredMeansWorking } from './route-coverage.ts';
import { close, step, type Tally, vitest } from './steps.ts';
import { gatherTemporary } from './temporary.ts';

const startedAt = Date.now();
const record = join(gatherTemporary(), 'answers.txt');
const tallies: Tally[] = [
  await check(),
  await vitest('unit'),
  await vitest('db', [], { ROUTE_RECORD: record }),
  await vitest('browser', [], { ROUTE_RECORD: record }),
  await step('every declared route answers 2xx somewhere', () => declaredMeansWorking(record)),
];
process.exit(close(tallies, `Took ${Math.round((Date.now() - startedAt) / 1000)} s`));
