import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './steps.ts';

const [name = '', ...args] = process.argv.slice(2);
const file = join(root, 'bench', name, 'run.ts');
if (name === '' || !existsSync(file)) {
  const known = readdirSync(join(root, 'bench'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  console.error(`Usage: npm run bench -- <${known.map((entry) => entry.name).join(' | ')}>`);
  process.exit(2);
}
// Memory is compared after the garbage is gone.
process.exit(await run(process.execPath, ['--expose-gc', file, ...args]));
