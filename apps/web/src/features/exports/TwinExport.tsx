import { useTranslation } from 'react-i18next';
import { useTwinStates } from '../states/index.ts';
import type { TwinContext } from '../twins/index.ts';
import { ExportDialog } from './ExportDialog.tsx';

/** The export of one twin begins with all of its states. */
export function TwinExport({ twin, onClose }: TwinContext & { onClose: () => void }) {
  const { t } = useTranslation('exports');
  const { data } = useTwinStates(twin.id);
  if (!data) return null;
  const states = data
    .filter(({ key }) => !key.startsWith('_'))
    .map(({ id, key, title, unit }) => ({
      stateId: id,
      key,
      title,
      unit,
      dtwinId: twin.id,
      dtwinTitle: twin.title,
    }));
  return (
    <ExportDialog
      name={t('dialog.nameOf', { title: twin.title }).slice(0, 100)}
      states={states}
      tenantId={twin.tenantId}
      onClose={onClose}
    />
  );
}
