import { normalEui } from '@stellwerk/contract/eui';
import type { StateSenders } from '../states/index.ts';
import { findUsableConnector } from './connector.store.ts';
import { choosableConnectors } from './guard.store.ts';
import type { ConnectorKinds } from './kinds.ts';
import { masked } from './mask-secrets.ts';
import type { ConnectorPacketsPort } from './ports.ts';

const newest = 100;

/** Functions of connectors that data states use. */
export const createStateSenders = (
  kinds: Pick<ConnectorKinds, 'find'>,
  packets: Pick<ConnectorPacketsPort, 'listTraffic'>,
): StateSenders => ({
  async find(db, { connectorId, accountId }) {
    const connector = await findUsableConnector(db, connectorId, accountId);
    if (!connector) return undefined;
    const kind = kinds.find(connector.type);
    const usesEuis = connector.usesEuis || kind?.identifier === 'eui64';
    return {
      feedsStates: kind?.capabilities.states ?? false,
      storedIdentifier: (given) => (usesEuis ? normalEui(given) : undefined) ?? given,
    };
  },

  choosable: choosableConnectors,

  async newestMessages(db, connectorId) {
    const sent = await packets.listTraffic(db, connectorId, newest);
    const accepted = sent.filter(({ outcome }) => outcome !== 'rejected');
    return accepted.map((message) => ({ ...message, payload: masked(message.payload) }));
  },
});
