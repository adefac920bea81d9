import { Readable } from 'node:stream';
import type { RouteInput } from '@stellwerk/contract/core/route';
import type { Language } from '@stellwerk/contract/text';
import { type BulkUserPreview, type bulkCreateUsers, bulkUserMaxBytes } from '@stellwerk/contract/user-bulk';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { renderError } from '../../platform/errors/render.ts';
import type { Files } from '../../platform/files/files.ts';
import { piecesOf } from '../../platform/files/read-csv.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { findRoles } from '../../platform/tenancy/role.store.ts';
import { defaultAccess } from '../accounts/index.ts';
import { bulkCreateKind } from './bulk.job.ts';
import { checkLines } from './bulk-check.service.ts';
import type { BulkLine, LineError } from './bulk-line.ts';
import type { PasswordLinks } from './password-link.service.ts';
import { findHome } from './user.store.ts';

interface BulkServiceOptions {
  files: Files;
  jobs: Pick<Jobs, 'enqueue'>;
  links: Pick<PasswordLinks, 'hasMailServer'>;
}

const shownRows = 20;
const shownErrors = 1_000;

async function roleNames(db: Db, accountId: number, lines: readonly BulkLine[]) {
  const byDefault = (await defaultAccess(db, accountId)).map(({ roleId }) => roleId);
  const found = await findRoles(db, [...new Set([...byDefault, ...lines.flatMap(({ roleIds }) => roleIds)])]);
  return ({ roleIds }: BulkLine) =>
    [...new Set(roleIds.length > 0 ? roleIds : byDefault)].flatMap((id) => found.get(id)?.name ?? []);
}

const toWire = ({ line, code, params }: LineError, language: Language) => ({
  line,
  code,
  message: renderError({ code, params, issues: [] }, language, '').message,
});

export function createBulkService({ files, jobs, links }: BulkServiceOptions) {
  async function preview({ db, actor, language }: Ctx, accountId: number, path: string, csv: string) {
    const [lines, errors]: [BulkLine[], LineError[]] = [[], []];
    const roleIds = new Set<number>();
    let [total, valid, errorCount] = [0, 0, 0];
    for await (const batch of checkLines({ db, source: piecesOf(csv), grants: actor.grants, path })) {
      total += batch.count;
      valid += batch.lines.length;
      errorCount += batch.errors.length;
      lines.push(...batch.lines.slice(0, shownRows - lines.length));
      errors.push(...batch.errors.slice(0, shownErrors - errors.length));
      for (const line of batch.lines) for (const id of line.roleIds) roleIds.add(id);
    }
    const rolesOf = await roleNames(db, accountId, lines);
    const shown: BulkUserPreview = {
      total,
      valid,
      rows: lines.map((row) => {
        const { line, firstName, lastName, email, username, active } = row;
        return { line, firstName, lastName, email, username, active, roles: rolesOf(row) };
      }),
      errors: errors.map((error) => toWire(error, language)),
      errorCount,
      canInvite: await links.hasMailServer(accountId),
    };
    return { shown, roleIds: [...roleIds] };
  }

  return {
    async start(ctx: Ctx, accountId: number, { csv, dryRun, invite }: RouteInput<typeof bulkCreateUsers>['body']) {
      const home = (await findHome(ctx.db, accountId)) ?? fail('ACCOUNT_NOT_FOUND');
      const { shown, roleIds } = await preview(ctx, accountId, home.path, csv);
      if (dryRun || shown.valid === 0) return { preview: shown, job: null };
      const options = { maxBytes: bulkUserMaxBytes * 4, allowedTypes: 'any', name: 'users.csv' } as const;
      const { key } = await files.put(Readable.from(piecesOf(csv)), options);
      const id = await jobs.enqueue(ctx.db, {
        accountId,
        scopeId: home.scopeId,
        userId: ctx.actor.userId,
        apiKeyId: ctx.actor.apiKeyId,
        kind: bulkCreateKind,
        title: home.name,
        format: 'csv',
        resource: 'user',
        total: shown.total,
        payload: { fileKey: key, invite, roleIds },
      });
      ctx.activity.objects.push({ noun: 'job', id });
      ctx.activity.details = { lines: shown.total, valid: shown.valid };
      return { preview: shown, job: { id } };
    },
  };
}
export type BulkService = ReturnType<typeof createBulkService>;
