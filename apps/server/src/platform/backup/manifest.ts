import { z } from 'zod';

/** Incremented when older programs can't read the archive any more. */
export const formatVersion = 1;
export const manifestName = 'manifest.json';
export const keyName = 'secret.key';

const count = z.number().int().nonnegative();
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const tableName = z.object({ schema: z.string().min(1), name: z.string().min(1) });
export type TableName = z.infer<typeof tableName>;

/** Inserted into SQL, so only literals and keywords are allowed, nothing that could end the statement. */
const literal = String.raw`(?:'(?:[^'\\]|'')*'|-?[0-9.]+|minvalue|maxvalue|null|true|false)`;
const literals = String.raw`\(${literal}(?:, ${literal})*\)`;
const bound = z
  .string()
  .regex(
    new RegExp(
      `^(?:default|for values (?:from ${literals} to ${literals}|in ${literals}|with \\(modulus [0-9]+, remainder [0-9]+\\)))$`,
      'i',
    ),
  );
const typeName = z.string().regex(/^[a-z0-9_ ".,()[\]]+$/i);
const partitionKey = z.string().regex(/^(?:range|list|hash) \([a-z0-9_ ,"]+\)$/i);
const storageOption = z.string().regex(/^[a-z_.]+=[a-z0-9_.-]+$/i);

const column = z.object({ name: z.string().min(1), type: typeName, isNotNull: z.boolean() });
const table = tableName.extend({
  columns: z.array(column).min(1),
  rows: count,
  folder: z.string().min(1),
});
const partition = tableName.extend({
  parent: tableName,
  bound,
  partitionKey: partitionKey.nullable(),
  storageOptions: z.array(storageOption),
});
const sequence = tableName.extend({ value: z.string().regex(/^-?[0-9]+$/) });
const entry = z.object({ name: z.string().min(1), sizeBytes: count, sha256 });
export type ArchiveEntry = z.infer<typeof entry>;

export const manifestSchema = z.object({
  format: z.literal('stellwerk-backup'),
  formatVersion: z.literal(formatVersion),
  programVersion: z.string(),
  postgresVersion: z.string(),
  createdAt: z.iso.datetime(),
  migrations: z.array(z.object({ tag: z.string().min(1), when: z.number(), hash: sha256 })).min(1),
  /** In the order of their data in the archive: after the tables that they reference. */
  tables: z.array(table),
  partitions: z.array(partition),
  sequences: z.array(sequence),
  /** The key of the stored secrets; the archive contains it only on request. */
  key: z.object({ id: z.string().nullable(), isIncluded: z.boolean() }),
  entries: z.array(entry),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type ArchivedTable = Manifest['tables'][number];
export type ArchivedPartition = Manifest['partitions'][number];

export const keyOf = ({ schema, name }: TableName) => `${schema}.${name}`;
