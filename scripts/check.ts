import { boundaries } from './boundaries.ts';
import { close, runBeside, step, type Tally, twoAtATime } from './steps.ts';

// Each further checker works out the same types once more: one is the fastest where there are two cores.
const types =
  (project: string, name = project) =>
  () =>
    step(`types of ${name}`, () => runBeside('tsc', ['-p', project, '--checkers', '1']));

/** Types, lint and format, boundaries. The architecture tests are ordinary unit tests. */
export const check = (): Promise<Tally> =>
  twoAtATime([
    types('apps/web'),
    types('apps/server'),
    // What both import is mostly the server: checked together they cost what one of them does.
    types('e2e', 'e2e and bench'),
    () => step('lint and format', () => runBeside('biome', ['ci', '--error-on-warnings', '.'])),
    () => step('boundaries', boundaries),
  ]);

if (import.meta.main) {
  const startedAt = Date.now();
  const tally = await check();
  process.exit(close([tally], `Took ${Math.round((Date.now() - startedAt) / 1000)} s`));
}
