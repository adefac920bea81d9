import { listConnectorConfigs } from '@stellwerk/contract/connector';
import { findStateMessage } from '@stellwerk/contract/state';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

export const useConnectorsOf = (tenantId: number | undefined) =>
  useQuery({
    queryKey: ['connectors', 'choices', tenantId, ''],
    queryFn: async ({ signal }) => (await call(listConnectorConfigs, { query: { tenantId } }, { signal })).data,
    enabled: tenantId !== undefined,
    staleTime: 60_000,
  });

export interface WantedMessage {
  twinId: number;
  /** Undefined until one is chosen. */
  connectorId: number | undefined;
  identifier: string;
}

/** The newest message that would feed a state; new ones are looked for now and then, while the form is open. */
export const useNewestMessage = ({ twinId, connectorId, identifier }: WantedMessage) =>
  useQuery({
    queryKey: ['states', 'message', twinId, connectorId, identifier],
    queryFn: async ({ signal }) => {
      if (connectorId === undefined) return null;
      const query = { connectorId, identifier };
      return (await call(findStateMessage, { params: { id: twinId }, query }, { signal })).data.message;
    },
    enabled: connectorId !== undefined && identifier !== '',
    refetchInterval: 10_000,
    gcTime: 0,
  });
