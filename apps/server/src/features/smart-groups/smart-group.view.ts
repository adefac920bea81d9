import { eq } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { inAccount } from '../../platform/tenancy/scoped-from.ts';
import { smartGroupFiles, smartGroups } from './smart-group.table.ts';

/** The columns of smart groups that other features may read and join. */
export const smartGroupView = new QueryBuilder()
  .select({ id: smartGroups.id, accountId: smartGroups.accountId, title: smartGroups.title })
  .from(smartGroups)
  .as('smart_group');

export const scopedSmartGroups = inAccount(smartGroups, smartGroups);

const fileGroups = new QueryBuilder()
  .select({ id: smartGroupFiles.id, accountId: smartGroups.accountId })
  .from(smartGroupFiles)
  .innerJoin(smartGroups, eq(smartGroups.id, smartGroupFiles.groupId))
  .as('smart_group_file');

export const scopedSmartGroupFiles = inAccount(fileGroups, fileGroups);
