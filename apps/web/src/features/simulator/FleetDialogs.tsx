import { type Fleet, updateFleet } from '@stellwerk/contract/fleet';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { errorOnField } from '../accounts/index.ts';
import { FaultFields, PaceFields } from './FleetFields.tsx';
import { useFleetActions } from './fleet.queries.ts';
import type { FleetDialog } from './use-fleet-menu.ts';

const schema = updateFleet.body.pick({ name: true, intervalSeconds: true, faults: true }).required();

function EditFleetDialog({ fleet, onClose }: { fleet: Fleet; onClose: () => void }) {
  const { t } = useTranslation('simulator');
  const { update } = useFleetActions();
  const { id, name, deviceCount, intervalSeconds, faults, revision } = fleet;
  return (
    <FormDialog
      open
      title={t('edit.title', { name })}
      description={t('edit.description')}
      schema={schema}
      defaultValues={{ name, intervalSeconds, faults }}
      onSubmit={async (fields) => {
        await update({ id, body: { ...fields, revision } }).catch(errorOnField({ FLEET_TOO_FAST: 'intervalSeconds' }));
        showToast({ message: t('edit.done', { name: fields.name }) });
      }}
      onClose={onClose}
    >
      <TextInput name="name" label={t('form.name')} required maxLength={200} />
      <PaceFields deviceCount={deviceCount} />
      <FaultFields />
    </FormDialog>
  );
}

interface FleetDialogsProps {
  dialog: FleetDialog | undefined;
  onClose: () => void;
}

/** Confirmations before actions on a fleet. */
export function FleetDialogs({ dialog, onClose }: FleetDialogsProps) {
  const { t } = useTranslation('simulator');
  const formats = useFormats();
  const { remove, cancel } = useFleetActions();
  if (!dialog) return null;
  const { kind, fleet } = dialog;
  if (kind === 'edit') return <EditFleetDialog fleet={fleet} onClose={onClose} />;
  const { id, name, jobId, deviceCount } = fleet;

  async function run(): Promise<void> {
    if (kind === 'delete') await remove(id);
    else if (jobId !== null) await cancel(jobId);
    showToast({ message: t(`${kind}.done`, { name }) });
  }

  return (
    <ConfirmDialog
      open
      title={t(`${kind}.question`, { name })}
      description={t(`${kind}.description`)}
      consequences={
        kind === 'delete' ? [t('delete.devices', { count: deviceCount, shown: formats.number(deviceCount) })] : []
      }
      confirmLabel={t(`action.${kind}`)}
      danger
      onConfirm={run}
      onClose={onClose}
    />
  );
}
