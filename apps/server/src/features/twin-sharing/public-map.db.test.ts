import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { breakOpenPublicCluster, readPublicGeoClusters, readPublicGeoMeta } from '@stellwerk/contract/twin-sharing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTwin } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createFiles } from '../../platform/files/files.ts';
import { createVisitors, type Visitors, world } from './testing/visitors.ts';

let filesDir: string;
let server: TestServer;
let visitors: Visitors;
beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'stellwerk-shared-'));
  const files = createFiles({ dir: filesDir });
  server = await startTestServer({ files });
  visitors = createVisitors(server, files);
});
afterAll(async () => {
  await server.close();
  await rm(filesDir, { recursive: true });
});

describe('the map of a shared twin', () => {
  const contentOf = async (key: string, twin: TestTwin, query: object = {}) =>
    (await visitors.visit(readPublicGeoClusters, key, twin.id, { query: { ...world, ...query } })).body.data;

  it('counts and shows what lies below, without disabled twins and those below them', async () => {
    const { key, building, room, site } = await visitors.shareBuilding();
    const desk = await server.make.twin({ parent: room });
    const far = { latitude: -33.9, longitude: 151.2 };
    await visitors.put(desk, far);
    await visitors.put(site, far);
    const meta = async () => (await visitors.visit(readPublicGeoMeta, key, building.id)).body.data;
    expect((await meta()).count).toBe(3);
    const { clusters, twins: singles } = await contentOf(key, building);
    expect(clusters).toMatchObject([{ count: 2 }]);
    expect(singles).toMatchObject([{ id: desk.id }]);
    const inside = await visitors.visit(breakOpenPublicCluster, key, building.id, {
      params: { cluster: clusters[0].id },
    });
    expect(inside.body.data.map((twin: { id: number }) => twin.id)).toEqual([building.id, room.id]);
    await visitors.change(room, { disabled: true });
    expect((await meta()).count).toBe(1);
    expect((await contentOf(key, building)).twins).toMatchObject([{ id: building.id }]);
  });

  it('prints values of shown states at markers, never of hidden ones', async () => {
    const { key, building, room, temperature } = await visitors.shareBuilding();
    await visitors.change(room, { x: null, y: null, latitude: null, longitude: null });
    const valuesAt = async () => (await contentOf(key, building, { stateKeys: 'temperature' })).twins[0].values;
    expect(await valuesAt()).toMatchObject([{ key: 'temperature', value: 21.5 }]);
    await visitors.show(temperature, { component: 'hidden' });
    expect(await valuesAt()).toEqual([]);
    await visitors.show(temperature, { component: 'none' });
    await visitors.changeState(temperature, { layout: 'hidden' });
    expect(await valuesAt()).toEqual([]);
  });
});
