import { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import { fail } from '../../platform/errors/app-error.ts';
import type { Files } from '../../platform/files/files.ts';
import { defineJob, type JobKind, type JobRun } from '../../platform/jobs/define-job.ts';
import { putOutbox } from '../../platform/outbox/outbox.store.ts';
import { decide } from '../../platform/policy/policy.ts';
import { defaultAccess } from '../accounts/index.ts';
import { replaceItems, undoDays, undoKindOf } from '../bulk/index.ts';
import { insertUsers } from './bulk.store.ts';
import { checkLines } from './bulk-check.service.ts';
import type { BulkLine } from './bulk-line.ts';
import { readImportedUsers } from './bulk-undo.store.ts';
import type { PasswordLinks } from './password-link.service.ts';
import { findHome } from './user.store.ts';

export const bulkCreateKind = 'users.bulk-create';

const payload = z.object({
  fileKey: z.string(),
  invite: z.boolean(),
  /** Roles that the caller was allowed to assign; an API key may allow fewer than its user. */
  roleIds: z.array(z.int()),
});

interface BulkJobOptions {
  files: Files;
  links: Pick<PasswordLinks, 'entryFor' | 'hasMailServer'>;
}

/** The current permissions of the user who started the job, because they may have changed since the call. */
async function grantsOfCreator(run: JobRun, path: string) {
  const grants = await run.grants();
  if (decide(grants, 'UserManagement.create', path).allowed) return grants;
  return fail('PERMISSION_DENIED', { subject: 'UserManagement', action: 'create' });
}

/** What the undoing of the job compares the users with. */
async function noteCreated(tx: Db, jobId: number, ids: ReadonlyMap<number, number>): Promise<void> {
  const fields = await readImportedUsers(tx, [...ids.values()]);
  await replaceItems(
    tx,
    [...ids].map(([item, objectId]) => ({ jobId, item, objectId, before: null, after: fields.get(objectId) ?? {} })),
  );
}

/** Creates the users of a CSV text. Restarts after a crash and skips existing users. */
export const bulkCreateJob = ({ files, links }: BulkJobOptions): JobKind =>
  defineJob({
    kind: bulkCreateKind,
    undo: { way: 'byJob', kind: undoKindOf('user'), withinDays: undoDays },
    hasText: true,
    payload,
    afterCrash: 'startOver',
    concurrency: 2,
    async run(run) {
      const { accountId, db, id: bulkJobId } = run;
      const { fileKey, invite, roleIds } = run.payload;
      const home = (await findHome(db, accountId)) ?? fail('ACCOUNT_NOT_FOUND');
      const grants = await grantsOfCreator(run, home.path);
      const byDefault = await defaultAccess(db, accountId);
      const isInviting = invite && (await links.hasMailServer(accountId));
      const accessOf = (line: BulkLine) =>
        line.roleIds.length === 0 ? byDefault : line.roleIds.map((roleId) => ({ scopeId: home.scopeId, roleId }));

      const create = (lines: readonly BulkLine[]) =>
        db.transaction(async (tx) => {
          const users = lines.map((line) => ({ ...line, access: accessOf(line) }));
          const ids = await insertUsers(tx, { accountId, bulkJobId, lines: users });
          const invited = lines.flatMap(({ line, active }) => {
            const id = ids.get(line);
            return isInviting && active && id !== undefined
              ? [links.entryFor({ id, accountId }, 'invite', run.userId)]
              : [];
          });
          await putOutbox(tx, invited);
          await noteCreated(tx, bulkJobId, ids);
          return ids;
        });

      const { stream: source } = await files.open(fileKey);
      const allowedRoleIds = new Set(roleIds);
      let done = 0;
      for await (const batch of checkLines({ db, source, grants, path: home.path, jobId: bulkJobId, allowedRoleIds })) {
        run.throwIfCanceled();
        for (const error of batch.errors) run.error(error);
        const ids = batch.lines.length > 0 ? await create(batch.lines) : new Map<number, number>();
        for (const { line } of batch.lines) if (!ids.has(line)) run.error({ line, code: 'USER_DUPLICATE_ENTRY' });
        done += batch.count;
        run.progress(done);
      }
      run.throwIfCanceled();
    },
  });
