import { defineFeature } from '../../platform/feature/define-feature.ts';
import { accountContents } from '../accounts/index.ts';
import { favouriteKinds } from '../favourites/index.ts';
import { searchKinds } from '../search/index.ts';
import { stateSenders } from '../states/index.ts';
import { connectorTopics } from './connector.events.ts';
import { connectorGuards } from './connector.policy.ts';
import { countConnectors } from './connector.store.ts';
import { createConnectors } from './create-connectors.ts';
import { connectorFavourite } from './favourite-kind.store.ts';
import {
  acceptPort,
  connectorDevicesPort,
  connectorIdentifiersPort,
  connectorPacketsPort,
  connectorRulesPort,
  connectorSettingsPort,
  connectorsPort,
} from './ports.ts';
import { connectorSearch } from './search-kind.store.ts';
import { createStateSenders } from './state-senders.ts';

export const feature = defineFeature({
  name: 'connectors',
  needs: {
    accept: acceptPort,
    packets: connectorPacketsPort,
    countDevices: connectorDevicesPort,
    identifiers: connectorIdentifiersPort,
    countRules: connectorRulesPort,
    settings: connectorSettingsPort.optional,
  },
  provides: { connectors: connectorsPort },
  async create(context, { accept, packets, countDevices, countRules, identifiers, settings }) {
    const { config, database, https, linkBase } = context;
    const connectors = await createConnectors({
      ...context,
      accept,
      packets,
      identifiers,
      uses: { countDevices, countRules },
      listen: {
        publicUrl: linkBase,
        host: config.host ?? '127.0.0.1',
        ports: config.listenerPorts ?? {},
        tls: https,
      },
      ...settings,
    });
    return {
      provides: { connectors },
      guards: connectorGuards,
      topics: connectorTopics(database.db),
      routes: connectors.routes,
      services: [{ name: 'connectors', stage: 'sources', start: connectors.start, stop: connectors.stop }],
      extensions: [
        accountContents.add(countConnectors),
        searchKinds.add(connectorSearch),
        stateSenders.add(createStateSenders(connectors.kinds, packets)),
        favouriteKinds.add(connectorFavourite(countDevices, connectors.kinds)),
      ],
    };
  },
});
