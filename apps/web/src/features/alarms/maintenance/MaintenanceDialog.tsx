import { Box, Button, Typography } from '@mui/material';
import { maintenanceFields } from '@stellwerk/contract/alarm';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useFormats } from '../../../lib/formats.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SwitchInput } from '../../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import type { TwinContext } from '../../twins/index.ts';
import { useMaintenanceActions, useMaintenances } from '../alarm.queries.ts';

const hourMs = 3_600_000;
const { includesBelow, reason } = maintenanceFields.shape;
const schema = z.object({
  from: z.string().min(1),
  hours: z.number().positive().max(8_760),
  includesBelow,
  reason,
});

const pad = (number: number) => String(number).padStart(2, '0');
/** The local time as the field writes it. */
const fieldTime = (at: Date) =>
  `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}T${pad(at.getHours())}:${pad(at.getMinutes())}`;

function Planned({ twinId }: { twinId: number }) {
  const { t } = useTranslation('alarms');
  const formats = useFormats();
  const { data = [] } = useMaintenances(twinId);
  const { remove } = useMaintenanceActions(twinId);
  if (data.length === 0) return null;
  return (
    <Box component="ul" aria-label={t('maintenance.planned')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {data.map(({ id, dtwinId, dtwinTitle, from, to, reason: why }) => (
        <Box component="li" key={id} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          <Typography variant="body2" sx={{ flex: 1 }}>
            {t('maintenance.span', { from: formats.dateTime(from), to: formats.dateTime(to) })}
            {[dtwinId === twinId ? '' : dtwinTitle, why].filter(Boolean).map((part) => ` · ${part}`)}
          </Typography>
          {dtwinId === twinId && (
            <Button size="small" variant="text" onClick={() => void remove(id)}>
              {t('maintenance.end')}
            </Button>
          )}
        </Box>
      ))}
    </Box>
  );
}

/** Mutes a twin and what lies below it for a time. */
export function MaintenanceDialog({ twin, onClose }: TwinContext & { onClose: () => void }) {
  const { t } = useTranslation('alarms');
  const { create } = useMaintenanceActions(twin.id);
  return (
    <FormDialog
      open
      title={t('maintenance.title', { title: twin.title })}
      description={t('maintenance.description')}
      submitLabel={t('maintenance.submit')}
      schema={schema}
      defaultValues={{ from: fieldTime(new Date()), hours: 2, includesBelow: true, reason: '' }}
      onClose={onClose}
      onSubmit={async ({ from, hours, ...rest }) => {
        const start = new Date(from);
        const to = new Date(start.getTime() + hours * hourMs).toISOString();
        await create({ ...rest, from: start.toISOString(), to });
        showToast({ message: t('maintenance.done', { title: twin.title }) });
      }}
    >
      <Planned twinId={twin.id} />
      <TextInput name="from" type="datetime-local" label={t('maintenance.from')} required />
      <NumberInput name="hours" label={t('maintenance.hours')} unit={t('maintenance.hourUnit')} required />
      <SwitchInput name="includesBelow" label={t('maintenance.includesBelow')} />
      <TextInput name="reason" label={t('maintenance.reason')} maxLength={500} />
    </FormDialog>
  );
}
