import { readPageLinks, updateAccount } from '@stellwerk/contract/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const none = { imprint: '', aboutUs: '', dataProtection: '' };
const https = (path: string) => `https://stadtwerke.example/${path}`;

describe('GET /page-links', () => {
  it('takes each value from the nearest account that has one', async () => {
    const top = await server.make.account();
    const child = await server.make.account({ parent: top });
    const admin = await server.make.user({ account: top, permissions: ['all.manage'] });
    const user = await server.make.user({ account: child });
    const linksOf = async () => (await server.call(readPageLinks, { query: {} }, { as: user })).body.data;
    const change = (id: number, data: { feedback: { bug: string }; links?: typeof none }) =>
      server.call(updateAccount, { params: { id }, body: { data } }, { as: admin });
    await change(top.id, {
      feedback: { bug: 'help@stadtwerke.example' },
      links: { ...none, imprint: https('imprint'), aboutUs: https('about') },
    });
    await change(child.id, { feedback: { bug: '' }, links: { ...none, imprint: https('own') } });
    const expected = { imprint: https('own'), aboutUs: https('about'), dataProtection: '' };
    expect(await linksOf()).toEqual({ ...expected, contact: 'help@stadtwerke.example' });
    // A call that names no links keeps them.
    await change(child.id, { feedback: { bug: 'us@stadtwerke.example' } });
    expect(await linksOf()).toEqual({ ...expected, contact: 'us@stadtwerke.example' });
    const broken = await change(child.id, {
      feedback: { bug: '' },
      links: { ...none, imprint: 'javascript:alert(1)' },
    });
    expect(broken.status).toBe(400);
  });

  it('knows a stranger by the domain', async () => {
    const account = await server.make.account();
    const admin = await server.make.user({ account, permissions: ['all.manage'] });
    const domain = `iot${account.id}.example.com`;
    const body = { domains: [domain], data: { feedback: { bug: '' }, links: { ...none, imprint: https('theirs') } } };
    expect((await server.call(updateAccount, { params: { id: account.id }, body }, { as: admin })).status).toBe(200);
    const { status, body: answer } = await server.call(readPageLinks, { query: { domain: domain.toUpperCase() } });
    expect([status, answer.data.imprint]).toEqual([200, https('theirs')]);
  });
});
