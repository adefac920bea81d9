import type { ConnectorRow } from '@stellwerk/contract/connector';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../ui/page/ActionMenu.tsx';
import { type ConnectorDialog, connectorActions } from './connector-actions.ts';

interface ConnectorMenuProps {
  connector: ConnectorRow;
  onAsk: (dialog: ConnectorDialog) => void;
}

export function ConnectorMenu({ connector, onAsk }: ConnectorMenuProps) {
  const { t } = useTranslation('connectors');
  return (
    <ActionMenu
      plain
      label={t('action.menu', { name: connector.name })}
      actions={connectorActions(connector, { t, onAsk })}
    />
  );
}
