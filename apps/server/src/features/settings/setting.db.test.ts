import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateAccount } from '@stellwerk/contract/account';
import { verify } from '@stellwerk/contract/session';
import {
  brandingTopic,
  readBranding,
  readBrandingImage,
  readSettings,
  type settingChange,
  updateSettings,
} from '@stellwerk/contract/setting';
import { readMapStyles } from '@stellwerk/contract/twin-map';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import type { z } from 'zod';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';

const page =
  '<html lang="de" data-theme="light"><head><title>Stellwerk</title><link rel="icon" type="image/svg+xml" href="/favicon.svg" /></head><body></body></html>';

let server: TestServer;
beforeAll(async () => {
  const webDir = await mkdtemp(join(tmpdir(), 'stellwerk-web-'));
  await writeFile(join(webDir, 'index.html'), page);
  server = await startTestServer({ webDir });
});
afterAll(() => server.close());

type Change = z.input<typeof settingChange>;
const set = (as: TestUser, tenantId: number, own: Change) =>
  server.call(updateSettings, { params: { tenantId }, body: { own } }, { as });
const read = async (as: TestUser, tenantId: number) =>
  (await server.call(readSettings, { params: { tenantId } }, { as })).body.data;

async function family() {
  const top = await server.make.account();
  const child = await server.make.account({ parent: top });
  const admin = await server.make.user({ account: top, permissions: ['all.manage'] });
  const childAdmin = await server.make.user({ account: child, permissions: ['all.manage'] });
  return { top, child, admin, childAdmin };
}

async function mapDomain(admin: TestUser, id: number): Promise<string> {
  const domain = `iot${id}.example.com`;
  const { status } = await server.call(updateAccount, { params: { id }, body: { domains: [domain] } }, { as: admin });
  expect(status).toBe(200);
  return domain;
}

const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const picture = (width: number, height: number, type: 'png' | 'jpeg' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#336699' } })
    [type]()
    .toBuffer();

describe('settings of an account', () => {
  it('are inherited one by one, with the account that each is from', async () => {
    const { top, child, admin, childAdmin } = await family();
    await set(admin, top.id, { pageTitleDe: 'Stadtwerke', primaryColour: '#AA3300', 'rd-7759-iot-shop': true });
    const { body } = await set(admin, child.id, { pageTitleDe: 'Bäder', footerDe: false });
    expect(body.data.own).toEqual({ pageTitleDe: 'Bäder', footerDe: false });
    expect(body.data.inherited).toMatchObject({
      pageTitleDe: 'Stadtwerke',
      primaryColour: '#aa3300',
      footerDe: true,
      'rd-7759-iot-shop': true,
    });
    const from = { id: top.id, name: expect.any(String) };
    expect(body.data.sources).toEqual({ pageTitleDe: from, primaryColour: from, 'rd-7759-iot-shop': from });
    // The administrator of the child does not see the account above.
    expect((await read(childAdmin, child.id)).sources.primaryColour).toBeNull();
    const reset = await set(admin, child.id, { pageTitleDe: null });
    expect(reset.body.data.own).toEqual({ footerDe: false });
  });

  it('keep the address for feedback at the account', async () => {
    const { child, admin } = await family();
    await set(admin, child.id, { feedbackRecipient: 'help@example.com' });
    expect((await read(admin, child.id)).own).toEqual({ feedbackRecipient: 'help@example.com' });
    await set(admin, child.id, { feedbackRecipient: null });
    expect((await read(admin, child.id)).own).toEqual({});
  });

  it('of other accounts can’t be read or changed', async () => {
    const { top, child, childAdmin } = await family();
    const { childAdmin: stranger } = await family();
    for (const [as, tenantId] of [
      [stranger, child.id],
      [childAdmin, top.id],
    ] as const) {
      const found = await server.call(readSettings, { params: { tenantId } }, { as });
      expect([found.status, found.body.code]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
      expect((await set(as, tenantId, { pageTitleDe: 'Mine' })).status).toBe(404);
    }
    const reader = await server.make.user({ account: child, permissions: ['all.read'] });
    expect((await set(reader, child.id, { pageTitleDe: 'Mine' })).status).toBe(403);
  });

  it.each([
    { imprintDe: 'javascript:alert(1)' },
    { drawerIconLink: 'data:text/html,x' },
    { dashboardUrl: 'ftp://example.com' },
    { primaryColour: 'red;}' },
    { pageTitleDe: 'a\nb' },
    { mapDefault: 'https://{s}.example.com/{z}' },
    { logo: 'https://example.com/logo.png' },
    { unknown: 1 } as Change,
  ])('refuse %j', async (own) => {
    const { child, admin } = await family();
    const { status, body } = await set(admin, child.id, own as Change);
    expect([status, body.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect((await read(admin, child.id)).own).toEqual({});
  });
});

describe('a change', () => {
  it('reaches the open clients of its users over the live connection', async () => {
    const { top, child, admin, childAdmin } = await family();
    const { child: foreign, admin: stranger } = await family();
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const url = `${address.replace('http', 'ws')}/api/v1/live`;
    const socket = new WebSocket(url, { headers: { authorization: `Bearer ${childAdmin.token}` } });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    const heard: unknown[] = [];
    socket.on('message', (data) => heard.push(JSON.parse(String(data))));
    socket.send(JSON.stringify({ subscribe: brandingTopic }));
    await expect.poll(() => heard).toEqual([{ subscribed: brandingTopic }]);
    await set(stranger, foreign.id, { pageTitleDe: 'Not for them' });
    await set(admin, top.id, { pageTitleDe: 'For all below' });
    await set(admin, child.id, { pageTitleDe: 'New' });
    // Nothing of the setting itself: each client reads what it may see.
    const message = { topic: brandingTopic, data: {} };
    await expect.poll(() => heard.slice(1)).toEqual([message, message]);
  });
});

describe('images', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

  it('are re-encoded, shown to everybody, and forgotten with their last use', async () => {
    const { child, admin } = await family();
    const { body } = await set(admin, child.id, { logo: dataUrl(await picture(8, 8)) });
    const address = body.data.own.logo ?? '';
    const hash = address.split('/').at(-1) ?? '';
    const shown = await server.call(readBrandingImage, { params: { hash } });
    expect([shown.status, shown.headers['content-type']]).toEqual([200, 'image/png']);
    // The address of the stored image means no change.
    expect((await set(admin, child.id, { logo: address, pageTitleEn: 'X' })).body.data.own.logo).toBe(address);
    await set(admin, child.id, { logo: null });
    expect((await server.call(readBrandingImage, { params: { hash } })).status).toBe(404);
    expect((await set(admin, child.id, { logo: address })).body.code).toBe('SETTING_IMAGE_UNKNOWN');
  });

  it.each([
    ['an SVG', 'FILE_TYPE_NOT_ALLOWED', async () => ({ logo: dataUrl(svg, 'image/svg+xml') })],
    ['an SVG that claims to be a PNG', 'FILE_TYPE_NOT_ALLOWED', async () => ({ logo: dataUrl(svg) })],
    ['a program', 'FILE_TYPE_NOT_ALLOWED', async () => ({ logo: dataUrl(Buffer.from('MZ\x90\x00'.repeat(200))) })],
    ['a logo that is not square', 'SETTING_LOGO_NOT_SQUARE', async () => ({ logo: dataUrl(await picture(8, 4)) })],
    ['too many pixels', 'FILE_IMAGE_TOO_LARGE', async () => ({ logo: dataUrl(await picture(1025, 1025)) })],
    ['a JPEG as favicon', 'SETTING_FAVICON_NOT_PNG', async () => ({ favicon: dataUrl(await picture(8, 8, 'jpeg')) })],
    ['too many bytes', 'VALIDATION_ERROR', async () => ({ favicon: dataUrl(Buffer.alloc(140_000)) })],
  ] as const)('refuse %s', async (_, code, image) => {
    const { child, admin } = await family();
    expect((await set(admin, child.id, await image())).body.code).toBe(code);
    expect((await read(admin, child.id)).own).toEqual({});
  });
});

describe('the branding of a domain', () => {
  const pageOf = (host: string) => server.app.inject({ url: '/', headers: { host } });

  it('is in the first response of the login page', async () => {
    const { child, admin } = await family();
    const domain = await mapDomain(admin, child.id);
    await set(admin, child.id, {
      pageTitleDe: 'Bäder </title><script>alert(1)</script>',
      primaryColour: '#aa3300',
      colourMode: 'dark',
      language: 'en',
      favicon: dataUrl(await picture(8, 8)),
      mapDefault: 'https://tiles.example.com/{z}/{x}/{y}.png',
    });
    const { statusCode, body, headers } = await pageOf(`${domain}:8443`);
    expect(statusCode).toBe(200);
    expect(body).toContain('<title>Bäder &lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>');
    expect(body).not.toContain('<script>alert');
    expect(body).toContain('<html data-language="en" data-mode="dark" lang="de" data-theme="light">');
    expect(body).toMatch(/<link rel="icon" type="image\/png" href="\/api\/v1\/theming\/images\/[0-9a-f]{64}" \/>/);
    expect(body).toContain('html[data-theme="dark"]{--stellwerk-palette-primary-main:#');
    expect(headers['content-security-policy']).toContain("connect-src 'self' https://tiles.example.com");
    const json = /<script id="branding" type="application\/json">(.*?)<\/script>/.exec(body)?.[1] ?? '';
    const { body: answer } = await server.call(readBranding, { query: { domain } });
    expect(JSON.parse(json)).toEqual(answer.data);
    // Another host shows the topmost account, which has none of this.
    expect((await pageOf('other.example.com')).body).not.toContain('Bäder');
  });

  it('of the visited domain beats that of the user’s account; links and contact are those of the user', async () => {
    const visited = await family();
    const domain = await mapDomain(visited.admin, visited.child.id);
    await set(visited.admin, visited.child.id, { pageTitleEn: 'Visited', dashboardUrl: 'https://visited.example' });
    const { child, admin, childAdmin } = await family();
    const shop = 'https://shop.example';
    await set(admin, child.id, { pageTitleEn: 'Own', dashboardUrl: 'https://own.example', shopEn: shop });
    const brandingFor = async () =>
      (await server.call(readBranding, { query: { domain } }, { as: childAdmin })).body.data;
    const { page, dashboardUrl } = await brandingFor();
    expect([page.en.title, dashboardUrl, page.en.shop]).toEqual(['Visited', 'https://own.example', null]);
    await set(admin, child.id, { 'rd-7759-iot-shop': true });
    expect((await brandingFor()).page.en.shop).toBe(shop);
  });

  it('sets feature flags of users and map styles of the domain', async () => {
    const { child, admin, childAdmin } = await family();
    const domain = await mapDomain(admin, child.id);
    await set(admin, child.id, { 'rd-7725-show-dashboards': false, mapStreets: 'https://maps.example.com/style.json' });
    const session = await server.call(verify, { query: {} }, { as: childAdmin });
    expect(session.body.data.featureFlags.flags['rd-7725-show-dashboards']).toBe(false);
    const styles = await server.call(readMapStyles, {}, { headers: { host: domain } });
    expect(styles.body.data).toMatchObject({ streets: 'https://maps.example.com/style.json', satellite: null });
  });
});
