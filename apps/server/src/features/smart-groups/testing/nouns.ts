import { type NounFactories, onlyId } from '../../../../test/noun-factory.ts';
import { smartGroupFiles, smartGroups } from '../smart-group.table.ts';

const blank = { title: 'test', description: '', filter: {}, packetThreshold: null, monitorsPackets: false };

export const nounFactories: NounFactories = {
  async smartGroup(server, { id: accountId }) {
    const values = { ...blank, accountId };
    return onlyId(await server.database.db.insert(smartGroups).values(values).returning({ id: smartGroups.id }));
  },

  async smartGroupAttachment(server, account) {
    const { db } = server.database;
    const groups = await db
      .insert(smartGroups)
      .values({ ...blank, accountId: account.id })
      .returning();
    const file = { kind: 'attachment' as const, key: 'none', name: 'test', type: 'text/plain', sizeBytes: 1 };
    const values = { ...file, groupId: onlyId(groups) };
    return onlyId(await db.insert(smartGroupFiles).values(values).returning({ id: smartGroupFiles.id }));
  },
};
