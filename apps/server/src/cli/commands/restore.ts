import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { type OutboxChoice, outboxChoices, restoreBackup } from '../../platform/backup/restore.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { type Command, UsageError } from '../command.ts';
import { withDatabase } from '../database.ts';
import { counted, formatSize } from '../format.ts';

// All tables and partitions stay locked until the single commit at the end.
const settings = { max_locks_per_transaction: '2048' };

const isChoice = (text: string | undefined): text is OutboxChoice => outboxChoices.some((choice) => choice === text);

/** Prompts on a terminal; scripts without a choice hold the messages, because sent messages cannot be recalled. */
async function askForChoice(count: number, signal: AbortSignal): Promise<OutboxChoice> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return 'hold';
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    const question = `The archive holds ${counted(count, 'message')} that had not been sent yet. Hold, send or discard? [hold] `;
    for (;;) {
      const answer = (await terminal.question(question, { signal })).trim().toLowerCase() || 'hold';
      if (isChoice(answer)) return answer;
    }
  } finally {
    terminal.close();
  }
}

const told = {
  hold: 'held until a system administrator sends or discards them on the start page',
  send: 'sent with the next start',
  discard: 'discarded',
} satisfies Record<OutboxChoice, string>;

export const command: Command = {
  name: 'restore',
  parameters: '<file> [--force] [--outbox hold|send|discard]',
  summary: 'replace database and files by those of an archive (--force: even if there is data)',
  async run(args, { env, signal }) {
    const options = { force: { type: 'boolean' }, outbox: { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name, ...rest] = positionals;
    if (name === undefined || rest.length > 0) throw new UsageError('Name one file.');
    const choice = values.outbox;
    if (choice !== undefined && !isChoice(choice)) throw new UsageError('--outbox takes hold, send or discard.');
    const config = await loadConfig(env);
    const restored = await withDatabase(config, { exclusive: true, create: true, settings }, (url) =>
      restoreBackup({
        url,
        file: resolve(name),
        dataDir: config.dataDir,
        secretKey: config.secretKey,
        force: values.force ?? false,
        decideOutbox: (count) => choice ?? askForChoice(count, signal),
        onWipe({ filled, sizeBytes, files }) {
          const tables = `${counted(filled.length, 'table')} (${filled.join(', ')})`;
          console.log(`Wiping ${formatSize(sizeBytes)} in ${tables} and ${counted(files, 'file')} …`);
        },
        signal,
      }),
    );
    const { manifest, outbox, secrets } = restored;
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Restored: ${counted(rows, 'row')} of ${counted(manifest.tables.length, 'table')}, as of ${manifest.createdAt}`,
    );
    if (outbox.count > 0) {
      console.log(`Not sent before the backup: ${counted(outbox.count, 'message')}, ${told[outbox.choice]}.`);
    }
    if (secrets.unreadable > 0) {
      console.error(
        `${secrets.unreadable} of ${secrets.total} stored secrets can't be read: they were encrypted with another key (${manifest.key.id ?? 'unknown'}), which is not in the archive. Set SECRET_KEY to that key or put its secret.key into ${config.dataDir}, or enter the secrets again.`,
      );
    }
  },
};
