import { Box, FormLabel } from '@mui/material';
import { exportOrderFields, exportOrderProblems, maxExportedStates } from '@stellwerk/contract/data-export';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { currentLanguage } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextInput } from '../../ui/form/TextInput.tsx';
import { TimeRange } from '../../ui/time/TimeRange.tsx';
import { relative, resolveTimeRange, type TimeRangeValue } from '../../ui/time/time-range.ts';
import { viewerZone } from '../../ui/time/zone-time.ts';
import { type PickedState, SourceStatesInput } from '../states/index.ts';
import { ExportProgress } from './ExportProgress.tsx';
import { useStartExport } from './export.queries.ts';
import { FormatFields, RowFields } from './fields/LayoutFields.tsx';
import { MailFields } from './fields/MailFields.tsx';

/** The times are resolved when the form is sent. */
const schema = z.object(exportOrderFields).superRefine(exportOrderProblems);
const fallbackRange = relative(30, 'd');

export interface ExportDialogProps {
  /** Initial name of the export. */
  name: string;
  /** States that are chosen at first. */
  states: readonly PickedState[];
  tenantId: number | undefined;
  onClose: () => void;
}

/** Chooses states, time and form of a file, then follows its job until the file can be downloaded. */
export function ExportDialog(props: ExportDialogProps) {
  const [started, setStarted] = useState<{ id: number; jobId: number }>();
  return started ? (
    <ExportProgress {...started} onClose={props.onClose} />
  ) : (
    <OrderDialog {...props} onStarted={setStarted} />
  );
}

interface OrderDialogProps extends ExportDialogProps {
  onStarted: (started: { id: number; jobId: number }) => void;
}

function OrderDialog({ name, states, tenantId, onClose, onStarted }: OrderDialogProps) {
  const { t } = useTranslation('exports');
  const session = useSession();
  const start = useStartExport();
  const rangeId = useId();
  const [range, setRange] = useState<TimeRangeValue>(fallbackRange);
  const isStarted = useRef(false);
  const language = currentLanguage();
  return (
    <FormDialog
      open
      maxWidth="md"
      title={t('dialog.title')}
      description={t('dialog.description')}
      submitLabel={t('dialog.submit')}
      schema={schema}
      defaultValues={{
        name,
        stateIds: states.slice(0, maxExportedStates).map(({ stateId }) => stateId),
        format: 'csv',
        aggregation: 'ALL',
        duration: '1h',
        method: 'avg',
        zone: viewerZone(),
        language,
        delimiter: language === 'de' ? ';' : ',',
        decimal: language === 'de' ? ',' : '.',
        mail: null,
      }}
      onSubmit={async (values) => {
        const { fromMs, toMs } = resolveTimeRange(range, Date.now(), values.zone);
        const span = { startDate: new Date(fromMs).toISOString(), endDate: new Date(toMs).toISOString() };
        const { id, job } = await start.mutateAsync({ ...values, ...span });
        isStarted.current = true;
        onStarted({ id, jobId: job.id });
      }}
      // The form closes after success, too: the progress then takes its place.
      onClose={() => {
        if (!isStarted.current) onClose();
      }}
    >
      <TextInput name="name" label={t('field.name')} required />
      <SourceStatesInput name="stateIds" label={t('field.states')} known={states} disabledIds={[]} />
      <Box role="group" aria-labelledby={rangeId}>
        <FormLabel component="div" id={rangeId} sx={{ mb: 0.75 }}>
          {t('field.range')}
        </FormLabel>
        <TimeRange value={range} onChange={setRange} />
      </Box>
      <RowFields />
      <FormatFields />
      <MailFields tenantId={tenantId} suggestion={session?.user?.email} />
    </FormDialog>
  );
}
