import { listActivity } from '@stellwerk/contract/activity';
import { listConsoleCommands, runConsoleCommand, unlockConsole } from '@stellwerk/contract/system-console';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { hashPassword } from '../../platform/auth/password.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const password = 'Right-Horse-7';
const operator = async () =>
  server.make.user({ permissions: ['super.system.manage'], passwordHash: await hashPassword(password) });
const unlock = (as: TestUser, entered = password) =>
  server.call(unlockConsole, { body: { password: entered } }, { as });
const run = (as: TestUser, line: string) => server.call(runConsoleCommand, { body: { line } }, { as });

describe('the terminal', () => {
  it('runs fixed commands after the password was entered again, and logs them', async () => {
    const user = await operator();
    expect((await run(user, 'jobs')).body.code).toBe('CONSOLE_LOCKED');
    expect((await unlock(user, 'wrong')).body.code).toBe('AUTH_LOGIN_PASSWORD_MISMATCH');
    expect((await run(user, 'jobs')).body.code).toBe('CONSOLE_LOCKED');
    expect((await unlock(user)).status).toBe(200);
    const { body: listed } = await server.call(listConsoleCommands, {}, { as: user });
    for (const { name, usage } of listed.data) {
      if (usage !== '' && !usage.startsWith('[')) continue;
      const { status, body } = await run(user, name);
      expect([name, status, body.data.lines.length > 0]).toEqual([name, 200, true]);
    }
    expect((await run(user, 'help')).body.data.lines).toHaveLength(listed.data.length);
    const { body: log } = await server.call(listActivity, { query: { search: 'system-console' } }, { as: user });
    expect(JSON.stringify(log.data)).toContain('outbox');
  });

  it.each([
    ['rm -rf /', 'CONSOLE_COMMAND_UNKNOWN'],
    ['select 1', 'CONSOLE_COMMAND_UNKNOWN'],
    ['constructor', 'CONSOLE_COMMAND_UNKNOWN'],
    ['jobs; drop table users', 'CONSOLE_COMMAND_UNKNOWN'],
    ['jobs --all', 'CONSOLE_ARGUMENTS_INVALID'],
    ['job-cancel 1 or 1', 'CONSOLE_ARGUMENTS_INVALID'],
    ['sessions-end x', 'CONSOLE_ARGUMENTS_INVALID'],
  ])('refuses %s', async (line, code) => {
    const user = await operator();
    await unlock(user);
    expect((await run(user, line)).body.code).toBe(code);
  });

  it('ends the sessions of a user', async () => {
    const user = await operator();
    const other = await server.make.user();
    await unlock(user);
    expect((await run(user, `sessions-end ${other.id}`)).body.data.lines).toEqual(['ended 1']);
  });

  it('is for operators of the whole installation', async () => {
    const top = await server.make.account();
    const account = await server.make.account({ parent: top });
    const admin = await server.make.user({ account, permissions: ['all.manage'] });
    expect((await unlock(admin)).status).toBe(403);
  });
});
