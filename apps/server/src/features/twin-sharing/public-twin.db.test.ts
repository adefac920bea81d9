import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toggleModule } from '@stellwerk/contract/module';
import { deleteShareKey, readPublicHistory, readPublicImage, readPublicTwin } from '@stellwerk/contract/twin-sharing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestTwin } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createFiles } from '../../platform/files/files.ts';
import { createLog } from '../../platform/log/log.ts';
import { twinFiles, twinReferences } from '../twins/index.ts';
import { createVisitors, place, publicCalls, type Visitors } from './testing/visitors.ts';

const lines: string[] = [];
let filesDir: string;
let server: TestServer;
let visitors: Visitors;
beforeAll(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'stellwerk-shared-'));
  const files = createFiles({ dir: filesDir });
  const log = createLog('trace', { write: (line) => void lines.push(line) });
  server = await startTestServer({ log, files });
  visitors = createVisitors(server, files);
});
afterAll(async () => {
  await server.close();
  await rm(filesDir, { recursive: true });
});

describe.each(publicCalls)('GET $path', ({ route, extra }) => {
  const refused = async (key: string, twin: TestTwin) => {
    const { status, body } = await visitors.visit(route, key, twin.id, extra);
    return [status, body.code];
  };
  const notFound = [404, 'SHARE_NOT_FOUND'];

  it('answers a stranger who has the key', async () => {
    const { key, building } = await visitors.shareBuilding();
    expect((await visitors.visit(route, key, building.id, extra)).status).toBe(200);
  });

  it('answers 404 to wrong, expired and ended keys, in the same words', async () => {
    const { key, building, manager } = await visitors.shareBuilding();
    expect(await refused('0'.repeat(32), building)).toEqual(notFound);
    await visitors.expire(building);
    const expired = await visitors.visit(route, key, building.id, extra);
    await server.call(deleteShareKey, { params: { id: building.id } }, { as: manager });
    const ended = await visitors.visit(route, key, building.id, extra);
    const wrong = await visitors.visit(route, '1'.repeat(32), building.id, extra);
    const told = ({ status, body }: typeof wrong) => ({ status, ...body, requestId: '' });
    expect([told(expired), told(ended)]).toEqual([told(wrong), told(wrong)]);
    expect(wrong.status).toBe(404);
  });

  it('answers 404 for twins above, beside and elsewhere', async () => {
    const { key, site } = await visitors.shareBuilding();
    const beside = await server.make.twin({ parent: site });
    const { building: foreign } = await visitors.shareBuilding();
    for (const twin of [site, beside, foreign]) expect(await refused(key, twin)).toEqual(notFound);
  });

  it('answers 404 for disabled twins and for what lies below them', async () => {
    const { key, building, room } = await visitors.shareBuilding();
    await visitors.change(building, { disabled: true });
    expect(await refused(key, building)).toEqual(notFound);
    expect(await refused(key, room)).toEqual(notFound);
  });

  it('answers 404 while the module is off', async () => {
    const { key, building, manager } = await visitors.shareBuilding();
    const turn = (active: boolean) =>
      server.call(
        toggleModule,
        { params: { id: manager.account.id, module: 'twin-sharing' }, body: { active } },
        { as: manager },
      );
    await turn(false);
    expect(await refused(key, building)).toEqual(notFound);
    await turn(true);
    expect((await visitors.visit(route, key, building.id, extra)).status).toBe(200);
  });

  it('answers 429 to a source that tries many keys, also to right ones, and still to others', async () => {
    const { key, building } = await visitors.shareBuilding();
    const guesser = `10.9.0.${publicCalls.findIndex((each) => each.route === route) + 1}`;
    for (let guess = 0; guess < 20; guess += 1) {
      const wrong = guess.toString(16).padStart(32, '0');
      expect((await visitors.visit(route, wrong, building.id, extra, guesser)).status).toBe(404);
    }
    const locked = await visitors.visit(route, key, building.id, extra, guesser);
    expect([locked.status, locked.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect((await visitors.visit(route, key, building.id, extra)).status).toBe(200);
  });
});

describe('GET /api/v1/public/{key}/twin/{dtwin}', () => {
  const read = async (key: string, twin: TestTwin) => (await visitors.visit(readPublicTwin, key, twin.id)).body.data;

  it('shows title, values, place and what lies right below', async () => {
    const { key, building, room, temperature } = await visitors.shareBuilding();
    const hidden = await server.make.twin({ parent: building, title: 'Cellar' });
    await visitors.change(hidden, { disabled: true });
    const twin = await read(key, building);
    expect(twin).toMatchObject({ id: building.id, title: 'Building', ...place, ancestors: [], hasOverlay: false });
    expect(twin.hasBackgroundImage).toBe(true);
    expect(twin.children.map((child: { id: number }) => child.id)).toEqual([room.id]);
    expect(twin.states).toMatchObject([
      { stateId: temperature.id, key: 'temperature', value: 21.5, status: 'warning' },
    ]);
  });

  it('begins the way at the shared twin, not above it', async () => {
    const { key, building, room } = await visitors.shareBuilding();
    expect((await read(key, room)).ancestors).toEqual([{ id: building.id, title: 'Building' }]);
  });

  it('leaves hidden states out, and shows buttons as values', async () => {
    const { key, building } = await visitors.shareBuilding();
    const [byLayout, byLook, button] = [
      await server.make.state({ twin: building, key: 'by_layout' }),
      await server.make.state({ twin: building, key: 'by_look' }),
      await server.make.state({ twin: building, key: 'button' }),
    ];
    await visitors.changeState(byLayout, { layout: 'hidden' });
    await visitors.show(byLook, { component: 'hidden' });
    await visitors.show(button, {
      component: 'button',
      buttonValue: 'open sesame',
      outbound: { connectorId: 1, command: 'open sesame' },
    });
    const { states: shown } = await read(key, building);
    expect(shown.map((state: { key: string }) => state.key).sort()).toEqual(['button', 'temperature']);
    expect(JSON.stringify(shown)).not.toContain('open sesame');
    const hiddenLine = { query: { key: 'by_layout', timeRange: '24h' } };
    expect((await visitors.visit(readPublicHistory, key, building.id, hiddenLine)).status).toBe(404);
  });
});

describe('GET /api/v1/public/{key}/twin/{dtwin}/history', () => {
  const line = (key: string, twin: TestTwin, query: object) =>
    visitors.visit(readPublicHistory, key, twin.id, { query });

  it('answers the line of the tile, and no more of the past than it shows', async () => {
    const { key, building, temperature } = await visitors.shareBuilding();
    const nowMs = Date.now();
    const point = { series: temperature.id, shard: 0, source: 'live' as const };
    await server.history.write(server.database.db, [
      { ...point, seq: 1, at: nowMs - 2 * 3_600_000, value: 1 },
      { ...point, seq: 2, at: nowMs - 600_000, value: 2 },
    ]);
    const values = async (timeRange: string) =>
      (await line(key, building, { key: 'temperature', timeRange })).body.data.points.map(
        ([, value]: number[]) => value,
      );
    expect(await values('1h')).toEqual([2]);
    expect(await values('1Y')).toEqual([2]);
    expect(await values('15m')).toEqual([2]);
  });

  it('answers 404 for states without a line, and for unknown ones', async () => {
    const { key, building } = await visitors.shareBuilding();
    await server.make.state({ twin: building, key: 'plain' });
    for (const name of ['plain', 'nothing']) {
      expect((await line(key, building, { key: name, timeRange: '1h' })).body.code).toBe('SHARE_NOT_FOUND');
    }
  });
});

describe('GET /api/v1/public/{key}/twin/{dtwin}/images/{kind}', () => {
  it('sends the image without its name, and 404 where there is none', async () => {
    const { key, building } = await visitors.shareBuilding();
    const image = await visitors.visit(readPublicImage, key, building.id, { params: { kind: 'background' } });
    expect(image.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(JSON.stringify(image.headers)).not.toContain('site.png');
    const none = await visitors.visit(readPublicImage, key, building.id, { params: { kind: 'overlay' } });
    expect([none.status, none.body.code]).toEqual([404, 'FILE_NOT_FOUND']);
  });
});

describe('what a stranger learns', () => {
  it('is nothing of contacts, attachments, properties, tags, references or sources', async () => {
    const { key, building, room, temperature } = await visitors.shareBuilding();
    const { db } = server.database;
    const leak = 'confidential';
    await visitors.change(building, {
      contacts: [{ name: leak, role: leak, email: `${leak}@example.com`, phone: leak }],
      keyValue: [{ key: leak, value: leak }],
      tags: [leak],
      description: leak,
      address: leak,
      room: leak,
      searchText: leak,
    });
    await db.insert(twinReferences).values({ twinId: building.id, name: leak, value: leak, position: 0 });
    await db.insert(twinFiles).values({
      twinId: building.id,
      kind: 'attachment',
      key: '0'.repeat(32),
      name: `${leak}.pdf`,
      type: 'application/pdf',
      sizeBytes: 1,
    });
    await visitors.changeState(temperature, { transformer: `return "${leak}"` });
    for (const { route, extra } of publicCalls) {
      for (const twin of [building, room]) {
        const { text, headers } = await visitors.visit(route, key, twin.id, extra);
        expect(text + JSON.stringify(headers)).not.toContain(leak);
        expect(text).not.toMatch(/contacts|attachments|keyValue|tags|transformer|config|tenant/);
      }
    }
  });

  it('leaves the key in no line of the log', async () => {
    const { key, building } = await visitors.shareBuilding();
    for (const { route, extra } of publicCalls) await visitors.visit(route, key, building.id, extra);
    await visitors.visit(readPublicTwin, key, 999_999_999);
    await server.app.inject({ method: 'GET', url: `/api/v1/public/${key}/unknown` });
    await server.app.inject({ method: 'POST', url: `/api/v1/public/${key}/twin/${building.id}` });
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes(key))).toEqual([]);
  });
});
