import { type NounFactories, onlyId } from '../../../../test/noun-factory.ts';
import { favourites } from '../index.ts';

export const nounFactories: NounFactories = {
  async favourite(server, account) {
    const { id: twinId } = await server.make.twin({ account });
    const { id: userId } = await server.make.user({ account });
    const values = { userId, twinId, position: 0 };
    return onlyId(await server.database.db.insert(favourites).values(values).returning({ id: favourites.id }));
  },
};
