import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadProfiles } from './profiles.ts';

let dir = '';
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'profiles-'));
});
afterAll(() => rm(dir, { recursive: true }));

async function plant(kind: string, profile: string, driver?: string) {
  await mkdir(join(dir, kind));
  await writeFile(join(dir, kind, 'profile.ts'), profile);
  if (driver !== undefined) await writeFile(join(dir, kind, 'driver.js'), driver);
}

const source = (kind: string, signal: object) =>
  `export const profile = { kind: '${kind}', manufacturer: 'M', model: 'N', icon: '', intervalSeconds: 60,
    quantities: { a: ${JSON.stringify(signal)} }, states: [], encode: () => ({ payload: {} }) };`;

it('leaves out what is broken, and reports why', async () => {
  const fine = { kind: 'constant', value: 1 };
  await plant('fine', source('fine', fine), 'module.exports = () => ({})');
  await plant('misnamed', source('other', fine), '');
  await plant('mute', source('mute', fine));
  await plant('odd', source('odd', { kind: 'perpetual' }), '');
  await plant('torn', 'export const profile = {', '');
  await writeFile(join(dir, 'README.md'), '');

  const { profiles, broken } = await loadProfiles(dir);
  expect([...profiles.keys()]).toEqual(['fine']);
  expect(profiles.get('fine')?.driver).toBe('module.exports = () => ({})');
  expect(broken.map(({ kind }) => kind)).toEqual(['misnamed', 'mute', 'odd', 'torn']);
  const reasons = [/no profile of misnamed/, /driver\.js/, /perpetual/, /./];
  for (const [index, { reason }] of broken.entries()) expect(reason).toMatch(reasons[index] ?? /never/);
});
