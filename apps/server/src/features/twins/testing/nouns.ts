import { type NounFactories, type NounFactory, onlyId } from '../../../../test/noun-factory.ts';
import { twinFiles } from '../index.ts';

const makeTwin: NounFactory = async (server, account) => (await server.make.twin({ account })).id;

export const nounFactories: NounFactories = {
  twin: makeTwin,
  async twinAttachment(server, account) {
    const kind = 'attachment' as const;
    const file = { kind, key: '0'.repeat(32), name: 'test', type: 'text/plain', sizeBytes: 1 };
    const values = { ...file, twinId: await makeTwin(server, account) };
    return onlyId(await server.database.db.insert(twinFiles).values(values).returning({ id: twinFiles.id }));
  },
};
