import { boundaries } from './boundaries.ts';
import { run, step, type Tally, total } from './steps.ts';

/** Types, lint and format, boundaries. The architecture tests are ordinary unit tests. */
export async function check(): Promise<Tally> {
  const tallies: Tally[] = [];
  for (const project of ['apps/server', 'apps/web', 'e2e']) {
    tallies.push(await step(`types of ${project}`, async () => (await run('tsc', ['-p', project])) === 0));
  }
  tallies.push(
    await step('lint and format', async () => (await run('biome', ['ci', '--error-on-warnings', '.'])) === 0),
  );
  tallies.push(await step('boundaries', boundaries));
  return total(tallies);
}

if (import.meta.main) {
  const { passed, failed } = await check();
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
