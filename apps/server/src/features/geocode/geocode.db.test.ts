import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { geocode } from '@stellwerk/contract/geo';
import { createTwin, type newTwin, type twinChange, updateTwin } from '@stellwerk/contract/twin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { startTestServer, type TestServer } from '../../../test/server.ts';
import { createEgress } from '../../platform/egress/egress.ts';
import { createLog } from '../../platform/log/log.ts';

/** Speaks the format of Nominatim's search, jsonv2, as its documentation shows it; it is not Nominatim itself. */
const questions: URL[] = [];
let service: Server;
let server: TestServer;
let withoutService: TestServer;

const found = (name: string, lat: string, lon: string) => ({
  place_id: 240109189,
  licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  osm_type: 'relation',
  lat,
  lon,
  category: 'boundary',
  type: 'administrative',
  place_rank: 16,
  importance: 0.7,
  display_name: name,
  boundingbox: ['48.9', '49.1', '8.2', '8.6'],
});

beforeAll(async () => {
  service = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://service');
    questions.push(url);
    const text = url.searchParams.get('q') ?? '';
    response.setHeader('content-type', 'application/json; charset=utf-8');
    if (text.startsWith('broken')) response.end('<html>');
    else if (text.startsWith('refused')) response.writeHead(503).end('{}');
    else if (text.startsWith('nowhere')) response.end('[]');
    else {
      const places = Array.from({ length: 7 }, (_, index) => found(`${text} ${index}`, `49.00${index}`, '8.4037'));
      response.end(JSON.stringify([found('off the map', '123', '8'), ...places]));
    }
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => service.once('listening', resolve));
  const { port } = service.address() as AddressInfo;
  const config = { trustProxy: [], publicUrl: undefined, tls: undefined, metricsToken: undefined };
  const log = createLog('silent');
  server = await startTestServer({
    config: { ...config, geocodeUrl: `http://127.0.0.1:${port}/nominatim/` },
    egress: createEgress({ allow: [`127.0.0.1:${port}`], log }),
  });
  withoutService = await startTestServer();
});
afterAll(async () => {
  await server.close();
  await withoutService.close();
  service.close();
});

describe('geocode', () => {
  it('finds up to five places, in the language of the caller', async () => {
    const user = await server.make.user();
    const headers = { 'accept-language': 'en' };
    const answer = await server.call(geocode, { query: { address: 'Kaiserstraße 1' } }, { as: user, headers });
    expect(answer.status).toBe(200);
    expect(answer.body.data.isAvailable).toBe(true);
    expect(answer.body.data.places).toHaveLength(5);
    expect(answer.body.data.places[0]).toEqual({ label: 'Kaiserstraße 1 0', latitude: 49, longitude: 8.4037 });
    const asked = questions.at(-1);
    expect(asked?.pathname).toBe('/nominatim/search');
    expect(Object.fromEntries(asked?.searchParams ?? [])).toEqual({
      format: 'jsonv2',
      limit: '5',
      'accept-language': 'en',
      q: 'Kaiserstraße 1',
    });
  });

  it('fills the coordinates when a twin is saved with an address alone', async () => {
    const user = await server.make.user({ permissions: ['DigitalTwin.write'] });
    const create = async (body: Partial<z.input<typeof newTwin>>) => {
      const given = { title: 'House', tenantId: user.account.id, ...body };
      const answer = await server.call(createTwin, { body: given }, { as: user });
      expect(answer.status).toBe(201);
      return answer.body.data;
    };
    const made = await create({ address: 'Saved street 1' });
    expect(made).toMatchObject({ latitude: 49, longitude: 8.4037, isAddressLinked: true });
    const change = async (body: z.input<typeof twinChange>) =>
      (await server.call(updateTwin, { params: { id: made.id }, body }, { as: user })).body.data;
    const before = questions.length;
    expect(await change({ title: 'Same house', address: 'Saved street 1' })).toMatchObject({ latitude: 49 });
    expect(questions.length).toBe(before);
    // Given coordinates win; a service that fails or finds nothing prevents nothing.
    const given = { latitude: 1, longitude: 2, isAddressLinked: true };
    expect(await change({ address: 'Second street 2', ...given })).toMatchObject({ latitude: 1 });
    expect(await change({ address: 'broken street 3' })).toMatchObject({ address: 'broken street 3', latitude: 1 });
    expect(await change({ address: 'nowhere street 4' })).toMatchObject({ latitude: 1 });
    expect(await change({ address: 'Third street 5' })).toMatchObject({ latitude: 49, longitude: 8.4037 });
    // Coordinates by hand are set apart from the address.
    await change({ latitude: 3, longitude: 4 });
    expect(await change({ address: 'Saved street 1' })).toMatchObject({ address: 'Saved street 1', latitude: 3 });
  });

  it('saves an address without coordinates where no service is named', async () => {
    const user = await withoutService.make.user({ permissions: ['DigitalTwin.write'] });
    const body = { title: 'House', tenantId: user.account.id, address: 'Kaiserstraße 1' };
    const { body: answer } = await withoutService.call(createTwin, { body }, { as: user });
    expect(answer.data).toMatchObject({ address: 'Kaiserstraße 1', latitude: null, longitude: null });
  });

  it('asks once for the same address', async () => {
    const user = await server.make.user();
    const before = questions.length;
    for (const address of ['Same street 5', 'same  street 5']) {
      const answer = await server.call(geocode, { query: { address } }, { as: user });
      expect(answer.body.data.places).toHaveLength(5);
    }
    expect(questions.length).toBe(before + 1);
  });

  it('finds nothing where there is nothing', async () => {
    const answer = await server.call(geocode, { query: { address: 'nowhere 1' } }, { as: await server.make.user() });
    expect(answer.body.data).toEqual({ isAvailable: true, places: [] });
  });

  it.each(['broken 1', 'refused 1'])('fails with a reason if the service responds wrongly: %s', async (address) => {
    const answer = await server.call(geocode, { query: { address } }, { as: await server.make.user() });
    expect(answer.status).toBe(502);
    expect(answer.body.code).toBe('GEOCODE_UNREACHABLE');
  });

  it('lets nobody ask too often, and others still', async () => {
    const user = await server.make.user();
    const codes = new Set<number>();
    for (let index = 0; index < 61; index += 1) {
      const answer = await server.call(geocode, { query: { address: `nowhere often ${index}` } }, { as: user });
      codes.add(answer.status);
    }
    expect(codes).toContain(429);
    const other = await server.make.user();
    const answer = await server.call(geocode, { query: { address: 'nowhere else' } }, { as: other });
    expect(answer.status).toBe(200);
  });

  it('is not available where the operator has named no service', async () => {
    const user = await withoutService.make.user();
    const answer = await withoutService.call(geocode, { query: { address: 'Kaiserstraße 1' } }, { as: user });
    expect(answer.body.data).toEqual({ isAvailable: false, places: [] });
  });

  it('tells a form without an address whether there is a service, and asks nobody', async () => {
    const before = questions.length;
    const known = await server.call(geocode, { query: {} }, { as: await server.make.user() });
    expect([known.body.data, questions.length]).toEqual([{ isAvailable: true, places: [] }, before]);
    const user = await withoutService.make.user();
    const unknown = await withoutService.call(geocode, { query: {} }, { as: user });
    expect(unknown.body.data.isAvailable).toBe(false);
  });

  it('is for those who are signed in, and needs some text', async () => {
    expect((await server.call(geocode, { query: { address: 'Kaiserstraße 1' } })).status).toBe(401);
    const user = await server.make.user();
    expect((await server.call(geocode, { query: { address: 'x' } }, { as: user })).status).toBe(400);
  });
});
