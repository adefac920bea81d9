import type { FederatedKind } from '@stellwerk/contract/federated';
import type { Issue } from '@stellwerk/contract/issues';
import type { z } from 'zod';
import type { Db } from '../../platform/db/db.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import { fail } from '../../platform/errors/app-error.ts';
import { inspectType } from '../../platform/files/content-type.ts';
import { cleanImage } from '../../platform/files/image.ts';
import type { Ctx } from '../../platform/http/ctx.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { ClientAddresses } from './addresses.ts';
import * as store from './client.store.ts';
import { codesOf } from './error-codes.ts';
import { checkReachable } from './guarded-fetch.ts';

const maxLogoBytes = 65_536;
const logoLimits = { maxSide: 1_000, maxMegapixels: 1 };

interface Fields {
  displayName: string;
  logo: string;
  domain: string;
  active: boolean;
  clientId: string;
  clientSecret?: string | undefined;
  scope: string;
  createUsers: boolean;
}

interface ClientFamily<W> {
  kind: FederatedKind;
  wire: z.ZodType<W>;
  /** Settings of this kind only; the URLs among them receive the secret. */
  settings: readonly string[];
  addresses: readonly string[];
}

const refuse = (path: string, code: Issue['code']): never =>
  fail('VALIDATION_ERROR', {}, { issues: [{ path, code, params: {} }] });

/** Re-encodes the logo and checks its declared type, because everybody sees it before signing in. */
async function cleanLogo(logo: string): Promise<string> {
  if (logo === '') return '';
  const [head, content = ''] = logo.split(',');
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length === 0 || bytes.length > maxLogoBytes) refuse('logo', 'too_big');
  const [found] = (await inspectType(bytes)).finish();
  if (head !== `data:${found};base64`) refuse('logo', 'format');
  const clean = (await cleanImage(bytes, logoLimits)).bytes;
  if (clean.length > maxLogoBytes) refuse('logo', 'too_big');
  return `${head},${clean.toString('base64')}`;
}

interface ClientServiceOptions<W> {
  secrets: Secrets;
  egress: Egress;
  addresses: ClientAddresses;
  family: ClientFamily<W>;
}

/** Administration of OIDC or OAuth2 clients, which differ only in their settings. */
export function createClientService<W>({ secrets, egress, addresses, family }: ClientServiceOptions<W>) {
  function toWire({ settings, accountId, accountName, ...row }: store.FoundClient): W {
    const callbackUrl = addresses.callback(row);
    return family.wire.parse({ ...row, ...settings, tenantId: accountId, tenantName: accountName, callbackUrl });
  }

  interface Owner {
    accountId: number;
    /** Absent keeps the stored logo, because compressing it again would reduce its quality. */
    logo?: string;
  }

  async function checkedValues(db: Db, { accountId, logo: known }: Owner, fields: Fields): Promise<store.ClientValues> {
    const { displayName, logo, domain, active, clientId, scope, createUsers } = fields;
    if (domain !== '' && !(await store.isDomainOf(db, accountId, domain))) fail('TENANT_DOMAIN_INVALID', { domain });
    const cleanedLogo = logo === known ? logo : await cleanLogo(logo);
    const settings = Object.fromEntries(family.settings.map((name) => [name, String(Reflect.get(fields, name))]));
    for (const name of family.addresses) {
      if (!(await checkReachable(egress, settings[name] ?? ''))) refuse(name, 'https');
    }
    return { displayName, logo: cleanedLogo, domain, active, clientId, scope, createUsers, settings };
  }

  /** An empty secret is deleted. */
  async function keepSecret(db: Db, id: number, value: string): Promise<void> {
    if (value === '') await secrets.remove(db, store.clientSecret(id));
    else await secrets.put(db, { ...store.clientSecret(id), value });
  }

  const find = async (db: Db, id: number) => (await store.findClient(db, id)) ?? fail(codesOf[family.kind].notFound);

  return {
    async list(ctx: Ctx, query: store.ClientList) {
      const { rows, ...total } = await store.findClients(ctx.db, ctx.actor, family.kind, query);
      return { data: rows.map(toWire), ...total, offset: query.offset, limit: query.limit };
    },

    async create(ctx: Ctx, accountId: number, fields: Fields): Promise<W> {
      const values = await checkedValues(ctx.db, { accountId }, fields);
      const id = await store.insertClient(ctx.db, { ...values, accountId, kind: family.kind });
      await keepSecret(ctx.db, id, fields.clientSecret ?? '');
      ctx.activity.objects.push({ noun: 'federatedClient', id });
      return toWire(await find(ctx.db, id));
    },

    async update(ctx: Ctx, id: number, fields: Fields): Promise<W> {
      const before = await find(ctx.db, id);
      const values = await checkedValues(ctx.db, before, fields);
      await store.updateClient(ctx.db, id, values);
      const isMoved = family.addresses.some((name) => values.settings[name] !== before.settings[name]);
      // A changed URL drops the secret, because the new service must not receive the secret of the old one.
      const secret = fields.clientSecret ?? (isMoved ? '' : undefined);
      if (secret !== undefined) await keepSecret(ctx.db, id, secret);
      return toWire(await find(ctx.db, id));
    },

    async remove(ctx: Ctx, id: number): Promise<void> {
      await store.deleteClient(ctx.db, id);
      await secrets.remove(ctx.db, { owner: store.clientSecret(id).owner });
    },
  };
}
export type ClientService<W> = ReturnType<typeof createClientService<W>>;
