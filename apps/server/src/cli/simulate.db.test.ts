import { afterAll, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { cleanUp, makeDataDir, startProgram, stellwerk } from './testing/program.ts';

afterAll(cleanUp);

const timeoutMs = 120_000;

describe('stellwerk simulate', () => {
  it('says how it is used, also without a program', async () => {
    const help = await stellwerk(['simulate', '--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const option of ['--devices', '--rate', '--profile', '--seconds', '--url', '--keep']) {
      expect(help.stdout).toContain(option);
    }
    const mistyped = await stellwerk(['simulate', '--rate', 'fast']);
    expect(mistyped.code).toBe(2);
    expect(mistyped.stderr).toMatch(/^--rate takes a number from 1 to 100000\.\nUsage: stellwerk simulate/);
  });

  it('reports in one line that no program answers', async () => {
    const env = { DATA_DIR: await makeDataDir(), PORT: '9' };
    expect(await stellwerk(['simulate'], env)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'No Stellwerk answers at http://localhost:9: start it, or name its address with --url\n',
    });
  });

  it(
    'sends through the running program, reports a line a second and a summary, and leaves nothing behind',
    async () => {
      const database = await useTestDatabase();
      const env = { DATABASE_URL: database.url, DATA_DIR: await makeDataDir() };
      const program = startProgram(env);
      const url = await program.ready;
      const count = async (table: string) => {
        const { rows } = await database.pool.query<{ count: number }>(`select count(*)::int as count from ${table}`);
        return rows[0]?.count;
      };
      const accounts = await count('accounts');
      const args = ['simulate', '--devices', '30', '--rate', '60', '--seconds', '2', '--url', url];
      const { code, stdout, stderr } = await stellwerk([...args, '--profile', 'milesight-em300-th'], env);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain('30 devices of the make milesight-em300-th stand ready');
      expect(stdout).toMatch(/^ +1 s +sent +\d+\/s +refused 0 +answer p50/m);
      const [, sent] = /^Sent (\d+) messages/m.exec(stdout) ?? [];
      expect(Number(sent)).toBeGreaterThan(0);
      expect(stdout).toMatch(/applied \d+\.\d s after the last one/);
      for (const table of ['fleets', 'devices', 'connectors', 'drivers']) expect(await count(table), table).toBe(0);
      expect(await count('accounts')).toBe(accounts);

      const unknown = await stellwerk([...args, '--profile', 'nobody-knows'], env);
      expect(unknown.code).toBe(1);
      expect(unknown.stderr).toMatch(/^There is no profile nobody-knows: choose one of .*milesight-em300-th/);
      expect(await count('accounts')).toBe(accounts);
      await program.end('SIGTERM');
    },
    timeoutMs,
  );
});
