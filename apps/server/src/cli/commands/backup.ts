import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writeBackup } from '../../platform/backup/backup.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { version } from '../../version.ts';
import { type Command, UsageError } from '../command.ts';
import { withDatabase } from '../database.ts';
import { counted, formatSize } from '../format.ts';

export const command: Command = {
  name: 'backup',
  parameters: '<file> [--with-key] [--force]',
  summary: 'write database and files to one archive, also while the server runs',
  async run(args, { env, signal }) {
    const options = { 'with-key': { type: 'boolean' }, force: { type: 'boolean' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name, ...rest] = positionals;
    if (name === undefined || rest.length > 0) throw new UsageError('Name one file.');
    const config = await loadConfig(env);
    const file = resolve(name);
    const withKey = values['with-key'] ?? false;
    const result = await withDatabase(config, {}, (url) =>
      writeBackup({
        url,
        file,
        dataDir: config.dataDir,
        secretKey: config.secretKey,
        overwrite: values.force ?? false,
        withKey,
        programVersion: version,
        now: systemClock.now(),
        signal,
      }),
    );
    const { size } = await stat(file);
    const { rows, tables, files, vanishedFiles } = result;
    const content = `${counted(rows, 'row')} of ${counted(tables, 'table')}, ${counted(files, 'file')}`;
    console.log(`Written: ${file} (${formatSize(size)}; ${content})`);
    if (vanishedFiles > 0)
      console.error(`Removed by the server before it could be read: ${counted(vanishedFiles, 'file')}.`);
    console.log(
      withKey
        ? 'The key of the stored secrets is in it: keep the archive as safe as the key.'
        : 'The key of the stored secrets is not in it: keep SECRET_KEY or DATA_DIR/secret.key as well, or use --with-key.',
    );
  },
};
