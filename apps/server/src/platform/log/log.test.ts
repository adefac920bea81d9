import { expect, it } from 'vitest';
import { createLog } from './log.ts';

const key = '0123456789abcdef'.repeat(2);

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('info', { write: (line) => void lines.push(line) }));
  return lines.join('');
}

it('keeps fields that hold secrets out of the log', () => {
  const text = logged((log) => log.info({ password: 'a-secret', user: { token: 'a-secret' } }, 'signed in'));
  expect(text).toContain('signed in');
  expect(text).not.toContain('a-secret');
});

it('cuts the keys of shared twins out of every address, wherever it stands', () => {
  const text = logged((log) => {
    log.info({ url: `/api/v1/public/${key}/twin/1` }, `called /public/${key}/map/1`);
    log.child({ part: 'http' }).error({ err: new Error(`reply sent twice in /api/v1/public/${key}/twin/2`) });
  });
  expect(text).toContain('/api/v1/public/[redacted]/twin/2');
  expect(text).not.toContain(key);
});

it('keeps texts and numbers of an error, and no object that hangs on it', () => {
  const socket = { fd: 7, peer: { address: '192.0.2.1' } };
  const cause = Object.assign(new Error('inner'), { code: 'E_INNER', socket });
  const error = Object.assign(new Error('outer', { cause }), { client: socket, attempts: 3 });
  const { err } = JSON.parse(logged((log) => log.error({ err: error }, 'failed')));
  expect(err).toEqual({ type: 'Error', message: 'outer: inner', attempts: 3, stack: expect.any(String) });
  expect(err.stack).toContain('log.test.ts');
  expect(JSON.stringify(err)).not.toContain('192.0.2.1');
});
