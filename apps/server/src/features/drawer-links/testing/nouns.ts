import { type NounFactories, onlyId } from '../../../../test/noun-factory.ts';
import { drawerLinks } from '../index.ts';

export const nounFactories: NounFactories = {
  async drawerLink(server, account) {
    const texts = { icon: 'link' as const, titleDe: 'x', titleEn: 'x', url: 'https://example.com' };
    const values = { accountId: account.id, ...texts, position: 0 };
    return onlyId(await server.database.db.insert(drawerLinks).values(values).returning({ id: drawerLinks.id }));
  },
};
