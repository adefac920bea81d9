import type { NounFactories } from '../../../../test/noun-factory.ts';

export const nounFactories: NounFactories = {
  dashboard: async (server, account) => (await server.make.dashboard({ account })).id,
  async widget(server, account) {
    const { widgetIds } = await server.make.dashboard({ account, widgets: [{ type: 'chart' }] });
    return widgetIds[0] ?? 0;
  },
};
