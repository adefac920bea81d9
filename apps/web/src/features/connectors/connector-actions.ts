import type { ConnectorRow } from '@stellwerk/contract/connector';
import type { TFunction } from 'i18next';
import { Power, PowerOff, RotateCw, Trash2 } from 'lucide-react';
import type { PageAction } from '../../ui/page/actions.ts';

export interface ConnectorDialog {
  kind: 'activate' | 'deactivate' | 'reset' | 'delete';
  connector: ConnectorRow;
}

interface ActionOptions {
  t: TFunction<'connectors'>;
  onAsk: (dialog: ConnectorDialog) => void;
}

/** What can be done with a connector as it stands, in lists and on its page. */
export function connectorActions(connector: ConnectorRow, { t, onAsk }: ActionOptions): PageAction[] {
  const { active, isUnknown, hasConnection } = connector;
  const action = (kind: ConnectorDialog['kind'], icon: PageAction['icon'], more: Partial<PageAction> = {}) => ({
    label: t(`action.${kind}`),
    ...(icon ? { icon } : {}),
    onClick: () => onAsk({ kind, connector }),
    ...more,
  });
  return [
    ...(active && !isUnknown && hasConnection ? [action('reset', RotateCw, { prominent: true })] : []),
    active ? action('deactivate', PowerOff) : action('activate', Power),
    action('delete', Trash2, { danger: true }),
  ];
}
