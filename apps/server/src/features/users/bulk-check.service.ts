import { bulkUserMaxLines } from '@stellwerk/contract/user-bulk';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { type CsvRecord, readCsv } from '../../platform/files/read-csv.ts';
import { lacking } from '../../platform/policy/delegation.ts';
import { covers, type Grant } from '../../platform/policy/policy.ts';
import { type FoundRole, findRoles } from '../../platform/tenancy/role.store.ts';
import { findNamed } from './bulk.store.ts';
import { type BulkLine, headerOf, type LineError, type ReadLine, readLine } from './bulk-line.ts';

interface CheckOptions {
  db: Db;
  source: AsyncIterable<string | Uint8Array>;
  /** Permissions of the user who creates the users. */
  grants: readonly Grant[];
  path: string;
  /** A restarted job recognises users that it has already created. */
  jobId?: number;
  /** Other roles are refused, even if the grants allow them. */
  allowedRoleIds?: ReadonlySet<number>;
}

export interface CheckedBatch {
  /** Lines that can be created. */
  lines: BulkLine[];
  errors: LineError[];
  /** Number of lines in the batch, including refused ones. */
  count: number;
}

const batchSize = 100;

/** Roles that these grants allow to assign in the account's scope; each is checked once. */
function createRoleCheck({ db, grants, path, allowedRoleIds }: CheckOptions) {
  const known = new Map<number, FoundRole | undefined>();
  const isAssignable = (role: FoundRole) =>
    (allowedRoleIds?.has(role.id) ?? true) &&
    covers(role.scopePath, path) &&
    lacking(grants, role.permissions, path) === undefined;
  return async (ids: readonly number[]): Promise<(id: number) => boolean> => {
    const fresh = [...new Set(ids)].filter((id) => !known.has(id));
    const found = fresh.length > 0 ? await findRoles(db, fresh) : new Map<number, FoundRole>();
    for (const id of fresh) {
      const role = found.get(id);
      known.set(id, role && isAssignable(role) ? role : undefined);
    }
    return (id) => known.get(id) !== undefined;
  };
}

/** E-mail addresses and user names share one namespace, because both sign a user in; the first line keeps a name. */
function createNameCheck() {
  const lineOf = new Map<string, number>();
  return ({ line, email, username }: BulkLine): LineError | undefined => {
    const [address, name] = [email.toLowerCase(), username.toLowerCase()];
    const [byAddress, byName] = [lineOf.get(address), lineOf.get(name)];
    if (byAddress !== undefined) return { line, code: 'USER_CSV_DUPLICATE_EMAIL', params: { email, line: byAddress } };
    if (byName !== undefined) return { line, code: 'USER_CSV_DUPLICATE_USERNAME', params: { username, line: byName } };
    lineOf.set(address, line).set(name, line);
    return undefined;
  };
}

/** Reads lines without the header, each with its first problem, if any. */
async function* readLines(source: CheckOptions['source']): AsyncGenerator<ReadLine> {
  let unclosed: number | undefined;
  let columns: ReturnType<typeof headerOf>;
  let count = 0;
  const records: AsyncIterable<CsvRecord> = readCsv(source, {
    onUnclosed(line) {
      unclosed = line;
    },
    onUnreadable: (cause) => fail('USER_CSV_UNREADABLE', {}, { cause }),
  });
  for await (const { line, cells } of records) {
    if (count === 0 && columns === undefined) {
      columns = headerOf(cells);
      if (columns) continue;
    }
    count += 1;
    if (count > bulkUserMaxLines) fail('USER_CSV_TOO_MANY_LINES', { limit: bulkUserMaxLines });
    yield readLine(line, cells, columns);
  }
  if (unclosed !== undefined) yield { error: { line: unclosed, code: 'USER_CSV_UNCLOSED_QUOTE', params: {} } };
}

/** Checks the lines of a CSV text against each other and against the database, in batches. */
export async function* checkLines(options: CheckOptions): AsyncGenerator<CheckedBatch> {
  const roleCheck = createRoleCheck(options);
  const nameCheck = createNameCheck();

  async function check(read: readonly ReadLine[]): Promise<CheckedBatch> {
    const errors = read.flatMap((each) => ('error' in each ? [each.error] : []));
    const lines = read.flatMap((each) => ('line' in each ? [each.line] : []));
    const isKnownRole = await roleCheck(lines.flatMap(({ roleIds }) => roleIds));
    const names = lines.flatMap(({ email, username }) => [email.toLowerCase(), username.toLowerCase()]);
    const rows = names.length > 0 ? await findNamed(options.db, [...new Set(names)]) : [];
    const taken = new Map(rows.flatMap((row) => [row.email, row.username].map((name) => [name, row.bulkJobId])));
    const isOwn = (name: string) => options.jobId !== undefined && taken.get(name) === options.jobId;

    const valid = lines.filter((line) => {
      const unknownRole = line.roleIds.find((id) => !isKnownRole(id));
      const twice = nameCheck(line);
      if (twice) errors.push(twice);
      else if (unknownRole !== undefined)
        errors.push({ line: line.line, code: 'USER_CSV_UNKNOWN_ROLE', params: { role: unknownRole } });
      else if (isOwn(line.email.toLowerCase())) return false;
      else if (taken.has(line.email.toLowerCase()) || taken.has(line.username.toLowerCase()))
        errors.push({ line: line.line, code: 'USER_DUPLICATE_ENTRY', params: {} });
      else return true;
      return false;
    });
    return { lines: valid, errors: errors.sort((a, b) => a.line - b.line), count: read.length };
  }

  let batch: ReadLine[] = [];
  for await (const line of readLines(options.source)) {
    batch.push(line);
    if (batch.length < batchSize) continue;
    yield await check(batch);
    batch = [];
  }
  if (batch.length > 0) yield await check(batch);
}
