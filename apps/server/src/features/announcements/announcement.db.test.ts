import {
  type announcementFields,
  createAnnouncement,
  deleteAnnouncement,
  dismissAnnouncement,
  listAnnouncements,
  listOwnAnnouncements,
  updateAnnouncement,
} from '@stellwerk/contract/announcement';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { TestUser } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/server.ts';

let server: TestServer;
/** In the past, because sessions of tests end an hour after the real time. */
const noon = new Date(Date.now() - 10 * 3_600_000);
let now = noon;
const later = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
beforeAll(async () => {
  server = await startTestServer({ clock: { now: () => now } });
});
afterAll(() => server.close());

const fields = {
  type: 'warning' as const,
  message: 'Maintenance <b>tonight</b>',
  active: true,
  start: null,
  end: null,
  link: { url: 'https://status.example.com', message: 'Status' },
  includeSubTenants: true,
};
type Fields = z.input<typeof announcementFields>;

async function family() {
  const top = await server.make.account();
  const child = await server.make.account({ parent: top });
  const admin = await server.make.user({ account: top, permissions: ['all.manage'] });
  const user = await server.make.user({ account: child });
  return { top, child, admin, user };
}
const create = async (as: TestUser, id: number, more: Partial<Fields> = {}) => {
  const body = { ...fields, ...more };
  const { status, body: answer } = await server.call(createAnnouncement, { params: { id }, body }, { as });
  expect(status).toBe(201);
  return answer.data;
};
const seenBy = async (as: TestUser) =>
  (await server.call(listOwnAnnouncements, {}, { as })).body.data.map(({ id }) => id);

describe('announcements', () => {
  it('are shown to users of the account, and of sub-accounts if they are included', async () => {
    const { top, child, admin, user } = await family();
    const forAll = await create(admin, top.id);
    const forTop = await create(admin, top.id, { includeSubTenants: false });
    const inactive = await create(admin, child.id, { active: false });
    expect(await seenBy(user)).toEqual([forAll.id]);
    expect(await seenBy(admin)).toEqual([forTop.id, forAll.id]);
    expect(inactive.state).toBe('inactive');
    const { body } = await server.call(listOwnAnnouncements, {}, { as: user });
    expect(body.data[0]).toMatchObject({ message: fields.message, type: 'warning', link: fields.link });
  });

  it('begin with their start and are over at their end; an open bound is no bound', async () => {
    const { child, admin, user } = await family();
    const start = later(2).toISOString();
    const end = later(3).toISOString();
    const { id, state } = await create(admin, child.id, { start, end });
    expect([state, await seenBy(user)]).toEqual(['planned', []]);
    const stateAt = async (time: Date) => {
      now = time;
      const { body } = await server.call(listAnnouncements, { params: { id: child.id }, query: {} }, { as: admin });
      return [body.data[0]?.state, await seenBy(user)];
    };
    // An hour before its start clients know of it, so that they show it in time.
    expect(await stateAt(later(1.5))).toEqual(['planned', [id]]);
    expect(await stateAt(later(2))).toEqual(['shown', [id]]);
    expect(await stateAt(later(3))).toEqual(['expired', []]);
    now = noon;
  });

  it('stay dismissed', async () => {
    const { child, admin, user } = await family();
    const one = await create(admin, child.id);
    const other = await create(admin, child.id);
    const dismiss = (id: number, as: TestUser) => server.call(dismissAnnouncement, { params: { id } }, { as });
    expect((await dismiss(one.id, user)).status).toBe(200);
    expect(await seenBy(user)).toEqual([other.id]);
    // Only announcements that are shown can be dismissed.
    expect((await dismiss(one.id, user)).body.code).toBe('ANNOUNCEMENT_NOT_FOUND');
  });

  it('are changed and deleted in their account only', async () => {
    const { top, child, admin } = await family();
    const { id } = await create(admin, child.id);
    const change = (account: number, as: TestUser) =>
      server.call(
        updateAnnouncement,
        { params: { id: account, announcementId: id }, body: { ...fields, message: 'New' } },
        { as },
      );
    expect((await change(child.id, admin)).body.data.message).toBe('New');
    expect((await change(top.id, admin)).body.code).toBe('ANNOUNCEMENT_NOT_FOUND');
    const { admin: stranger, top: foreign } = await family();
    expect((await change(child.id, stranger)).status).toBe(404);
    expect((await change(foreign.id, stranger)).status).toBe(404);
    const listed = await server.call(listAnnouncements, { params: { id: child.id }, query: {} }, { as: stranger });
    expect(listed.status).toBe(404);
    const params = { id: child.id, announcementId: id };
    expect((await server.call(deleteAnnouncement, { params }, { as: admin })).body.data).toEqual({ deleted: true });
    expect((await server.call(deleteAnnouncement, { params }, { as: admin })).status).toBe(404);
  });

  it.each([
    { link: { url: 'javascript:alert(1)', message: 'x' } },
    { start: '2027-03-02T00:00:00Z', end: '2027-03-01T00:00:00Z' },
    { message: '' },
  ])('are refused with %j', async (more) => {
    const { child, admin } = await family();
    const params = { id: child.id };
    const answer = await server.call(createAnnouncement, { params, body: { ...fields, ...more } }, { as: admin });
    expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});
