import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from '../../platform/backup/restore.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { type Command, UsageError } from '../command.ts';
import { withDatabase } from '../database.ts';
import { counted, formatSize } from '../format.ts';

// All tables and partitions are locked until the one commit at the end.
const settings = { max_locks_per_transaction: '2048' };

export const command: Command = {
  name: 'restore',
  parameters: '<file> [--force]',
  summary: 'replace database and files by those of an archive (--force: even if there is data)',
  async run(args, { env, signal }) {
    const options = { force: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name, ...rest] = positionals;
    if (name === undefined || rest.length > 0) throw new UsageError('Name one file.');
    const config = loadConfig(env);
    const { manifest, secrets } = await withDatabase(config, { exclusive: true, create: true, settings }, (url) =>
      restoreBackup({
        url,
        file: resolve(name),
        dataDir: config.dataDir,
        secretKey: config.secretKey,
        force: values.force ?? false,
        onWipe({ filled, sizeBytes, files }) {
          const tables = `${counted(filled.length, 'table')} (${filled.join(', ')})`;
          console.log(`Wiping ${formatSize(sizeBytes)} in ${tables} and ${counted(files, 'file')} …`);
        },
        signal,
      }),
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Restored: ${counted(rows, 'row')} of ${counted(manifest.tables.length, 'table')}, as of ${manifest.createdAt}`,
    );
    if (secrets.unreadable > 0) {
      console.error(
        `${secrets.unreadable} of ${secrets.total} stored secrets can't be read: they were encrypted with another key (${manifest.key.id ?? 'unknown'}), which is not in the archive. Set SECRET_KEY to that key or put its secret.key into ${config.dataDir}, or enter the secrets again.`,
      );
    }
  },
};
