import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

/** Generates a migration from the tables. Drizzle compares with the newest snapshot only, so older ones are deleted. */
const server = join(root, 'apps/server');
const { status } = spawnSync('drizzle-kit', ['generate', ...process.argv.slice(2)], { cwd: server, stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);

const meta = join(server, 'migrations/meta');
const snapshots = readdirSync(meta).filter((file) => file.endsWith('_snapshot.json'));
for (const file of snapshots.sort().slice(0, -1)) rmSync(join(meta, file));
