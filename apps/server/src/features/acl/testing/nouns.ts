import { randomUUID } from 'node:crypto';
import type { NounFactories, NounFactory } from '../../../../test/noun-factory.ts';
import { createRole } from '../../../platform/tenancy/role.store.ts';

const makeRole: NounFactory = (server, account) =>
  createRole(server.database.db, { scopeId: account.scopeId, name: `role ${randomUUID()}`, permissions: [] });

export const nounFactories: NounFactories = { role: makeRole, assignableRole: makeRole };
