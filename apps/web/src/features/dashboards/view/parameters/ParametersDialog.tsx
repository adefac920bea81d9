import { customParameters, type Dashboard, dashboardLimits } from '@stellwerk/contract/dashboard';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { showToast } from '../../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../../ui/form/FormDialog.tsx';
import { RowsInput } from '../../../twins/index.ts';
import { useDashboardActions } from '../../dashboard.queries.ts';

const schema = z.object({ customParameters });

interface ParametersDialogProps {
  dashboard: Pick<Dashboard, 'id' | 'customParameters'>;
  onClose: () => void;
}

/** Edits the list of parameters of a dashboard. */
export function ParametersDialog({ dashboard, onClose }: ParametersDialogProps) {
  const { t } = useTranslation('dashboards');
  const { configure } = useDashboardActions();
  return (
    <FormDialog
      open
      maxWidth="md"
      title={t('parameters.title')}
      schema={schema}
      defaultValues={{ customParameters: dashboard.customParameters }}
      onSubmit={async (body) => {
        await configure({ id: dashboard.id, body });
        showToast({ message: t('parameters.saved') });
      }}
      onClose={onClose}
    >
      <RowsInput
        name="customParameters"
        label={t('parameters.list')}
        help={t('parameters.help', { sample: '{{param.name}}' })}
        addLabel={t('parameters.add')}
        maxRows={dashboardLimits.parameters}
        complaint={t('parameters.complaint')}
        columns={[
          { name: 'name', label: t('parameters.name'), required: true, maxLength: 50 },
          { name: 'label', label: t('parameters.label'), maxLength: 100 },
          { name: 'defaultValue', label: t('parameters.default'), maxLength: 200 },
        ]}
      />
    </FormDialog>
  );
}
