import { cancelJob, readJob, undoJob } from '@stellwerk/contract/job';
import { listUsers } from '@stellwerk/contract/user';
import { bulkCreateUsers } from '@stellwerk/contract/user-bulk';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { endedTexts } from '../../platform/files/job-text.store.ts';
import { type JobChange, jobChannel, jobTask } from '../../platform/jobs/job.store.ts';
import { jobs } from '../../platform/jobs/job.table.ts';
import type { MailTransport } from '../../platform/mail/transport.ts';
import { outbox } from '../../platform/outbox/outbox.table.ts';
import { createRole } from '../../platform/tenancy/role.store.ts';
import { userRoles, users } from '../../platform/tenancy/user.table.ts';
import { accountDefaultRoles } from '../accounts/index.ts';
import { bulkCreateKind } from './bulk.job.ts';

/** Nothing is delivered here: the outbox is never started. */
const systemMail: MailTransport = {
  host: '127.0.0.1',
  port: 9,
  secure: false,
  requireTls: false,
  from: 'noreply@example.org',
  trusted: true,
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ systemMail });
});
afterAll(() => server.close());

const creator = () => server.make.user({ permissions: ['UserManagement.manage'] });
const bulk = (as: TestUser, csv: string, dryRun = true, invite = true) =>
  server.call(
    bulkCreateUsers,
    { params: { tenantId: as.account.id }, body: { csv, dryRun, invite } },
    { as, headers: { 'accept-language': 'en' } },
  );
const preview = async (as: TestUser, csv: string) => (await bulk(as, csv)).body.data.preview;
const createdBy = (jobId: number) =>
  server.database.db.select().from(users).where(eq(users.bulkJobId, jobId)).orderBy(users.id);

/** Runs the queued jobs until this one has ended. */
async function finish(as: TestUser, id: number) {
  const client = await server.database.pool.connect();
  const ended = Promise.withResolvers<void>();
  client.on('notification', ({ payload = '' }) => {
    const change: JobChange = JSON.parse(payload);
    if (change.id === id && ['done', 'error', 'canceled'].includes(change.state)) ended.resolve();
  });
  await client.query(`listen ${jobChannel}`);
  await server.jobs.start();
  await ended.promise;
  await server.jobs.stop();
  client.release(true);
  return (await server.call(readJob, { params: { id } }, { as })).body.data;
}

describe('the preview of a list of users', () => {
  it('shows what would be created, with the default roles, and creates nothing', async () => {
    const user = await creator();
    const { id: accountId, scopeId } = user.account;
    const { db } = server.database;
    const everyone = await createRole(db, { scopeId, name: 'Everyone', permissions: [] });
    const watch = await createRole(db, { scopeId, name: 'Watch', permissions: ['UserManagement.read'] });
    await db.insert(accountDefaultRoles).values({ accountId, scopeId, roleId: everyone });
    const csv = `\ufeffVorname;Nachname;E-Mail;Benutzername;Rollen;Eigenschaften;Aktiv\r\nAda;"Love;lace";ada-${accountId}@example.com\r\nBob;"O""Neil";bob-${accountId}@example.com;bob-${accountId};${watch};"{""desk"":4}";nein\r\n`;
    expect(await preview(user, csv)).toEqual({
      total: 2,
      valid: 2,
      rows: [
        {
          line: 2,
          firstName: 'Ada',
          lastName: 'Love;lace',
          email: `ada-${accountId}@example.com`,
          username: `ada-${accountId}@example.com`,
          roles: ['Everyone'],
          active: true,
        },
        {
          line: 3,
          firstName: 'Bob',
          lastName: 'O"Neil',
          email: `bob-${accountId}@example.com`,
          username: `bob-${accountId}`,
          roles: ['Watch'],
          active: false,
        },
      ],
      errors: [],
      errorCount: 0,
      canInvite: true,
    });
    expect((await server.call(listUsers, { query: {} }, { as: user })).body.total).toBe(1);
  });

  it('reports each bad line with its number, in the caller’s language', async () => {
    const user = await creator();
    const n = user.id;
    const more = await createRole(server.database.db, {
      scopeId: user.account.scopeId,
      name: 'More',
      permissions: ['all.manage'],
    });
    const foreign = await server.make.account();
    const theirs = await createRole(server.database.db, { scopeId: foreign.scopeId, name: 'Theirs', permissions: [] });
    const csv = [
      `First,Valid,first-${n}@example.com`,
      'two,fields',
      'No,Mail,nobody',
      `Again,Twice,FIRST-${n}@example.com`,
      `Name,Taken,other-${n}@example.com,first-${n}@example.com`,
      `Here,Already,${user.email.toUpperCase()}`,
      `More,Rights,more-${n}@example.com,,${more}`,
      `Foreign,Role,foreign-${n}@example.com,,${theirs}`,
      `Bad,Json,json-${n}@example.com,,,{oops`,
      `Open,"quote`,
      'swallowed,by,it@example.com',
    ].join('\n');
    const shown = await preview(user, csv);
    expect(shown).toMatchObject({ total: 10, valid: 1, errorCount: 9 });
    expect(shown.errors.map(({ line, code }) => [line, code])).toEqual([
      [2, 'USER_CSV_TOO_FEW_FIELDS'],
      [3, 'USER_CSV_INVALID_VALUE'],
      [4, 'USER_CSV_DUPLICATE_EMAIL'],
      [5, 'USER_CSV_DUPLICATE_USERNAME'],
      [6, 'USER_DUPLICATE_ENTRY'],
      [7, 'USER_CSV_UNKNOWN_ROLE'],
      [8, 'USER_CSV_UNKNOWN_ROLE'],
      [9, 'USER_CSV_INVALID_PROPERTIES'],
      [10, 'USER_CSV_UNCLOSED_QUOTE'],
    ]);
    expect(shown.errors[2]?.message).toBe(`The e-mail address FIRST-${n}@example.com already stands in line 1.`);
    const real = await bulk(user, 'two,fields', false);
    expect([real.status, real.body.data.job]).toEqual([200, null]);
  });

  it('refuses junk, too many lines, foreign accounts and readers', async () => {
    const user = await creator();
    for (const junk of ['PK\u0003\u0004\u0000\u0000', '\u0000\u0001\u0002', 'a,\ufffd\ufffd']) {
      const { status, body } = await bulk(user, junk);
      expect([status, body.code]).toEqual([400, 'USER_CSV_UNREADABLE']);
    }
    const many = await bulk(user, 'a,b,c\n'.repeat(50_001));
    expect([many.status, many.body.code]).toEqual([400, 'USER_CSV_TOO_MANY_LINES']);
    const foreign = await server.make.account();
    const body = { csv: 'a,b,c@example.com', dryRun: true };
    const elsewhere = await server.call(bulkCreateUsers, { params: { tenantId: foreign.id }, body }, { as: user });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    const reader = await server.make.user({ permissions: ['UserManagement.read'] });
    expect((await bulk(reader, body.csv)).status).toBe(403);
  });
});

describe('creating a list of users', () => {
  const lines = (n: number, prefix: string) =>
    Array.from({ length: n }, (_, index) => `Nr,${index},${prefix}-${index}@example.com`).join('\n');

  it('creates the valid lines in the background, with roles and invitations, and reports the others', async () => {
    const user = await creator();
    const { scopeId } = user.account;
    const roleId = await createRole(server.database.db, {
      scopeId,
      name: 'Watch',
      permissions: ['UserManagement.read'],
    });
    const csv = `A,One,one-${user.id}@example.com,,${roleId}\nbroken\nB,Two,two-${user.id}@example.com,,,,false\n`;
    const started = await bulk(user, csv, false);
    expect(started.body.data.preview).toMatchObject({ total: 3, valid: 2, errorCount: 1 });
    const id = started.body.data.job?.id ?? 0;
    const job = await finish(user, id);
    expect(job).toMatchObject({
      type: 'users.bulk-create',
      state: 'done',
      progress: { done: 3, total: 3 },
      errorCount: 1,
      errors: [{ line: 2, code: 'USER_CSV_TOO_FEW_FIELDS' }],
    });
    const created = await createdBy(id);
    expect(
      created.map(({ firstName, email, active, passwordHash }) => [firstName, email, active, passwordHash]),
    ).toEqual([
      ['A', `one-${user.id}@example.com`, true, null],
      ['B', `two-${user.id}@example.com`, false, null],
    ]);
    const { db } = server.database;
    const held = await db
      .select()
      .from(userRoles)
      .where(
        inArray(
          userRoles.userId,
          created.map((each) => each.id),
        ),
      );
    expect(held).toEqual([{ userId: created[0]?.id, scopeId, roleId }]);
    const entries = await db
      .select()
      .from(outbox)
      .where(eq(outbox.target, `user-mail:${user.account.id}`));
    expect(entries.map(({ payload }) => payload)).toEqual([
      { userId: created[0]?.id, purpose: 'invite', inviterId: user.id },
    ]);
    expect(await endedTexts(db, [bulkCreateKind], new Date(Date.now() - 60_000))).toHaveLength(1);
  });

  it('invites nobody when it was not asked to', async () => {
    const user = await creator();
    const started = await bulk(user, lines(3, `quiet-${user.id}`), false, false);
    await finish(user, started.body.data.job?.id ?? 0);
    const { db } = server.database;
    expect(
      await db
        .select()
        .from(outbox)
        .where(eq(outbox.target, `user-mail:${user.account.id}`)),
    ).toEqual([]);
  });

  it('goes by the permissions at the time of the work', async () => {
    const user = await creator();
    const roleId = await createRole(server.database.db, {
      scopeId: user.account.scopeId,
      name: 'Now',
      permissions: [],
    });
    const first = await bulk(user, `A,B,late-${user.id}@example.com,,${roleId}`, false);
    const { db } = server.database;
    await db.execute(`update roles set permissions = '{all.manage}' where id = ${roleId}`);
    const job = await finish(user, first.body.data.job?.id ?? 0);
    expect([job.state, job.errors.map(({ code }) => code)]).toEqual(['done', ['USER_CSV_UNKNOWN_ROLE']]);
    const second = await bulk(user, `A,B,never-${user.id}@example.com`, false);
    await db.delete(userRoles).where(eq(userRoles.userId, user.id));
    const refused = await finish(user, second.body.data.job?.id ?? 0);
    expect([refused.state, refused.errors.map(({ code }) => code)]).toEqual(['error', ['PERMISSION_DENIED']]);
    expect(await createdBy(second.body.data.job?.id ?? 0)).toEqual([]);
  });

  it('starts over after a crash without creating or complaining twice', async () => {
    const user = await creator();
    const started = await bulk(user, lines(600, `again-${user.id}`), false);
    const id = started.body.data.job?.id ?? 0;
    await finish(user, id);
    const { db, pool } = server.database;
    const before = (await createdBy(id)).map((each) => each.id);
    // As a process leaves it that was killed behind its last batch but before the end.
    const [gone] = before.slice(-1);
    await db.delete(users).where(eq(users.id, gone ?? 0));
    await db.update(jobs).set({ state: 'created', finishedAt: null, done: 250 }).where(eq(jobs.id, id));
    await pool.query(`select graphile_worker.add_job($1, json_build_object('jobId', $2::int))`, [jobTask, id]);
    const job = await finish(user, id);
    expect(job).toMatchObject({ state: 'done', errorCount: 0, progress: { done: 600, total: 600 } });
    expect((await createdBy(id)).map((each) => each.id).slice(0, -1)).toEqual(before.slice(0, -1));
    expect(await createdBy(id)).toHaveLength(600);
  });

  it('can be cancelled by whoever started it', async () => {
    const user = await creator();
    const started = await bulk(user, lines(5, `stop-${user.id}`), false);
    const id = started.body.data.job?.id ?? 0;
    expect((await server.call(cancelJob, { params: { id } }, { as: user })).body.data.state).toBe('canceled');
    expect(await createdBy(id)).toEqual([]);
  });

  it('takes 50,000 lines, and creates thousands', async () => {
    const user = await creator();
    const listOf = (count: number) =>
      `firstName;lastName;email\r\n${lines(count, `mass-${user.id}`).replaceAll(',', ';').replaceAll('\n', '\r\n')}`;
    expect(await preview(user, listOf(50_000))).toMatchObject({ total: 50_000, valid: 50_000, errorCount: 0 });
    const started = await bulk(user, listOf(5_000), false, false);
    const job = await finish(user, started.body.data.job?.id ?? 0);
    expect(job).toMatchObject({ state: 'done', errorCount: 0, progress: { done: 5_000, total: 5_000 } });
    const { body } = await server.call(listUsers, { query: { search: `mass-${user.id}-4999@` } }, { as: user });
    expect(body.data.map(({ lastName }) => lastName)).toEqual(['4999']);
  });
});

describe('the undoing of an import of users', () => {
  const namesOf = (user: TestUser) =>
    ['a', 'b', 'c'].map((name) => `Nr,${name},${name}-undo-${user.id}@example.com`).join('\n');

  it('deletes the new users, except for those who were changed or have signed in since', async () => {
    const user = await creator();
    const id = (await bulk(user, namesOf(user), false)).body.data.job?.id ?? 0;
    expect((await finish(user, id)).undo).toMatchObject({ way: 'byJob' });
    const [changed, signedIn] = await createdBy(id);
    const { db } = server.database;
    await db
      .update(users)
      .set({ firstName: 'New' })
      .where(eq(users.id, changed?.id ?? 0));
    await db
      .update(users)
      .set({ lastSignInAt: new Date() })
      .where(eq(users.id, signedIn?.id ?? 0));
    const started = await server.call(undoJob, { params: { id } }, { as: user });
    const undone = await finish(user, started.body.data.id);
    expect(undone).toMatchObject({ state: 'done', errorCount: 2 });
    expect(undone.errors.map(({ code }) => code).sort()).toEqual(['BULK_UNDO_CHANGED_SINCE', 'BULK_UNDO_HAS_DATA']);
    expect((await createdBy(id)).map((each) => each.id)).toEqual([changed?.id, signedIn?.id]);
  });

  it('needs the permission to manage users', async () => {
    const user = await creator();
    const id = (await bulk(user, namesOf(user), false)).body.data.job?.id ?? 0;
    await finish(user, id);
    const colleague = await server.make.user({ account: user.account, permissions: ['DigitalTwin.manage'] });
    const started = await server.call(undoJob, { params: { id } }, { as: colleague });
    const undone = await finish(colleague, started.body.data.id);
    expect(undone.errors.map(({ code }) => code)).toEqual([
      'PERMISSION_DENIED',
      'PERMISSION_DENIED',
      'PERMISSION_DENIED',
    ]);
    expect(await createdBy(id)).toHaveLength(3);
  });
});
