import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writePlugin } from '../../../../../../scripts/new-plugin.ts';
import { root } from '../../../../../../scripts/steps.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createWidgetKinds } from './kinds.ts';

const log = createLog('silent');
const kinds = await createWidgetKinds({ log });

describe('the kinds of widgets', () => {
  it('are the folders that there are, each with a schema for forms', async () => {
    const folders = (await readdir(new URL('../../../../../../plugins/widgets', import.meta.url))).sort();
    expect(folders).toContain('chart');
    expect(kinds.all().map(({ manifest }) => manifest.type)).toEqual(folders);
    for (const { type, optionsSchema } of kinds.wire()) {
      expect([type, optionsSchema]).toEqual([
        kinds.find(type)?.manifest.type,
        expect.objectContaining({ type: 'object' }),
      ]);
    }
  });

  it('have defaults for everything, so that a new one can be drawn', () => {
    for (const { manifest } of kinds.all()) expect(kinds.parse(manifest.type, {})).toEqual(manifest.options.parse({}));
  });

  it('report which option is wrong', () => {
    const wrong = (type: string, options: object) => {
      try {
        return kinds.parse(type, options);
      } catch (error) {
        return error;
      }
    };
    expect(wrong('constructor', {})).toMatchObject({ code: 'WIDGET_TYPE_UNKNOWN', params: { type: 'constructor' } });
    expect(wrong('chart', { data: { interval: '3h' } })).toMatchObject({
      code: 'WIDGET_OPTIONS_INVALID',
      params: { field: 'data.interval' },
      issues: [{ path: 'options.data.interval', code: 'option' }],
    });
  });

  it('name the dashboard that one of them shows inside', () => {
    expect(kinds.nestedIdOf('dashboard', { dashboard: '12' })).toBe(12);
    for (const dashboard of ['', '{{param.which}}', 12])
      expect(kinds.nestedIdOf('dashboard', { dashboard })).toBeNull();
    expect(kinds.nestedIdOf('chart', { dashboard: '12' })).toBeNull();
  });

  it('do without one that is broken', async () => {
    const pluginsDir = await mkdtemp(join(tmpdir(), 'stellwerk-kinds-'));
    onTestFinished(() => rm(pluginsDir, { recursive: true }));
    const make = async (type: string, create: string) => {
      const folder = join(pluginsDir, type);
      await mkdir(folder);
      await writeFile(join(folder, 'package.json'), '{"type":"module"}');
      const options = '{ _zod: { def: { type: "object", shape: {} } } }';
      await writeFile(
        join(folder, 'manifest.ts'),
        `export const manifest = { type: '${type}', version: 1, options: ${options} };`,
      );
      await writeFile(join(folder, 'server.ts'), `export const server = { type: '${type}', create: ${create} };`);
    };
    await make('torn', '() => {');
    await make('failing', '() => { throw new Error("no"); }');
    expect((await createWidgetKinds({ log, pluginsDir })).all()).toEqual([]);
  });

  it('include one that was just written by `npm run new widget`', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stellwerk-widget-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    writePlugin('widget', 'tankLevels', folder);
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const written = await createWidgetKinds({ log, pluginsDir: join(folder, 'plugins/widgets') });
    expect(written.parse('tankLevels', {})).toMatchObject({ unit: '' });
    expect(written.all().map(({ manifest }) => manifest.type)).toEqual(['tankLevels']);
  });
});
