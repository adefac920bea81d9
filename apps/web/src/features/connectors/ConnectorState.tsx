import type { ConnectorRow, ConnectorState as State } from '@stellwerk/contract/connector';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { type Status, StatusChip } from '../../ui/status/StatusChip.tsx';

const statuses: Record<State | 'refused', Status> = {
  refused: 'warning',
  waiting: 'unknown',
  connecting: 'info',
  connected: 'ok',
  error: 'error',
  disabled: 'unknown',
};

interface StateChipProps {
  state: State | 'refused';
  reason?: string | undefined;
  /** Kinds without a connection of their own are ready, not connected. */
  hasConnection?: boolean | undefined;
  /** Number of clients, for kinds that listen. */
  clientCount?: number | null | undefined;
}

export function StateChip({ state, reason, hasConnection = true, clientCount = null }: StateChipProps) {
  const { t } = useTranslation('connectors');
  const formats = useFormats();
  function label(): string {
    if (state !== 'connected' || hasConnection) return t(`state.${state}`);
    if (clientCount === null) return t('state.ready');
    return t('state.readyFor', { count: clientCount, shown: formats.number(clientCount) });
  }
  return <StatusChip status={statuses[state]} label={label()} {...(reason ? { reason } : {})} />;
}

/** A kind that is missing says so first: its state would mislead. */
export function ConnectorState({ connector }: { connector: ConnectorRow }) {
  const { t } = useTranslation('connectors');
  if (connector.isUnknown) return <StatusChip status="warning" label={t('state.unknown')} reason={t('unknown.text')} />;
  const { state, stateReason, hasConnection, clientCount } = connector;
  return (
    <StateChip state={state} reason={stateReason?.message} hasConnection={hasConnection} clientCount={clientCount} />
  );
}
