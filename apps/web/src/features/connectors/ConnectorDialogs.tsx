import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { useConnectorActions } from './connector.queries.ts';
import type { ConnectorDialog } from './connector-actions.ts';

interface ConnectorDialogsProps {
  dialog: ConnectorDialog | undefined;
  onClose: () => void;
  /** After it was deleted. */
  onDeleted?: () => void;
}

/** Devices would be left without a source, so the server refuses: said before one types the name. */
function InUse({ name, text, onClose }: { name: string; text: string; onClose: () => void }) {
  const { t } = useTranslation('connectors');
  const titleId = useId();
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} maxWidth="xs" fullWidth>
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        {t('delete.inUse', { name })}
      </DialogTitle>
      <DialogContent>
        <Alert severity="warning">{text}</Alert>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('delete.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** Asks before something changes for the devices behind a connector. */
export function ConnectorDialogs({ dialog, onClose, onDeleted }: ConnectorDialogsProps) {
  const { t } = useTranslation('connectors');
  const formats = useFormats();
  const { update, reset, remove } = useConnectorActions();
  if (!dialog) return null;
  const { kind, connector } = dialog;
  const { id, name, deviceCount } = connector;
  const devices = { count: deviceCount, shown: formats.number(deviceCount) };

  async function run(): Promise<void> {
    if (kind === 'reset') await reset(id);
    else if (kind === 'delete') await remove(id);
    else await update({ id, body: { active: kind === 'activate' } });
    showToast({ message: t(`${kind}.done`, { name }) });
    if (kind === 'delete') onDeleted?.();
  }

  if (kind === 'delete' && deviceCount > 0) {
    return <InUse name={name} text={t('delete.devices', devices)} onClose={onClose} />;
  }
  return (
    <ConfirmDialog
      open
      title={t(`${kind}.question`, { name })}
      description={t(`${kind}.description`)}
      consequences={kind === 'deactivate' && deviceCount > 0 ? [t('deactivate.devices', devices)] : []}
      confirmLabel={t(`action.${kind}`)}
      typeToConfirm={kind === 'delete' ? name : undefined}
      danger={kind === 'delete' || kind === 'deactivate'}
      onConfirm={run}
      onClose={onClose}
    />
  );
}
