import { boundaries } from './boundaries.ts';
import { close, runBeside, step, twoAtATime } from './steps.ts';

// A single TypeScript process, because parallel ones would each check the same types again.
const types =
  (project: string, name = project) =>
  () =>
    step(`types of ${name}`, () => runBeside('tsc', ['-p', project, '--checkers', '1']));

/** Types, lint and format, and import boundaries. The architecture tests are ordinary unit tests. */
export const checks = [
  types('apps/web'),
  types('apps/server'),
  // Both mostly import the server, so checking them together costs as much as one.
  types('e2e', 'e2e and bench'),
  () => step('lint and format', () => runBeside('biome', ['ci', '--error-on-warnings', '.'])),
  () => step('boundaries', boundaries),
];

if (import.meta.main) {
  const startedAt = Date.now();
  const tally = await twoAtATime(checks);
  process.exit(close([tally], `Took ${Math.round((Date.now() - startedAt) / 1000)} s`));
}
