import type { ConnectorRow, ConnectorState as State } from '@stellwerk/contract/connector';
import { useTranslation } from 'react-i18next';
import { type Status, StatusChip } from '../../ui/status/StatusChip.tsx';

const statuses: Record<State, Status> = {
  waiting: 'unknown',
  connecting: 'info',
  connected: 'ok',
  error: 'error',
  disabled: 'unknown',
};

export function StateChip({ state, reason }: { state: State; reason?: string | undefined }) {
  const { t } = useTranslation('connectors');
  return <StatusChip status={statuses[state]} label={t(`state.${state}`)} {...(reason ? { reason } : {})} />;
}

/** A kind that is missing says so first: its state would mislead. */
export function ConnectorState({ connector }: { connector: ConnectorRow }) {
  const { t } = useTranslation('connectors');
  if (connector.isUnknown) return <StatusChip status="warning" label={t('state.unknown')} reason={t('unknown.text')} />;
  return <StateChip state={connector.state} reason={connector.stateReason?.message} />;
}
