import { eq } from 'drizzle-orm';
import { type NounFactories, onlyId } from '../../../../test/noun-factory.ts';
import { sessions } from '../session.table.ts';

export const nounFactories: NounFactories = {
  async session(server, account) {
    const { id: userId } = await server.make.user({ account });
    const { db } = server.database;
    return onlyId(await db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, userId)));
  },
};
