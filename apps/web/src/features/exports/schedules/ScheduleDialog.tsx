import { Dialog, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { type ExportSchedule, newSchedule } from '@stellwerk/contract/export-schedule';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { currentLanguage } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session.ts';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { Wizard } from '../../../ui/wizard/Wizard.tsx';
import { FormatFields, RowFields } from '../fields/LayoutFields.tsx';
import { CheckStep } from './CheckStep.tsx';
import { DeliveryStep } from './DeliveryStep.tsx';
import { ObjectsStep } from './ObjectsStep.tsx';
import { useScheduleActions } from './schedule.queries.ts';
import { emptySchedule, valuesOf } from './schedule-values.ts';
import { TimesStep } from './TimesStep.tsx';

export interface ScheduleDialogProps {
  /** The schedule to change; with `copies`, the one whose values a new schedule begins with. */
  schedule?: ExportSchedule;
  copies?: boolean;
  onClose: () => void;
}

/** The wizard for new schedules and changes: each step is valid on its own, the last one shows the effect. */
export function ScheduleDialog({ schedule, copies = false, onClose }: ScheduleDialogProps) {
  const { t } = useTranslation(['exports', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { account } = useChosenAccount();
  const session = useSession();
  const { create, change } = useScheduleActions();
  const unsaved = useRef(false);
  const [asking, setAsking] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const changed = copies ? undefined : schedule;
  const close = () => (unsaved.current ? setAsking(true) : onClose());
  const initial = schedule
    ? {
        ...valuesOf(schedule),
        ...(copies ? { name: t('schedule.copyOf', { name: schedule.name }).slice(0, 100) } : {}),
      }
    : emptySchedule(account?.id ?? session?.tenantId ?? undefined, currentLanguage());
  return (
    <>
      <Dialog open onClose={close} fullScreen={isPhone} fullWidth maxWidth="md" aria-labelledby={titleId}>
        <DialogTitle id={titleId}>
          {changed ? t('schedule.change', { name: changed.name }) : t('schedule.create')}
        </DialogTitle>
        <DialogContent>
          <Form
            schema={newSchedule}
            defaultValues={initial}
            unsaved={unsaved}
            onSubmit={async (values) => {
              const { tenantId, ...body } = values;
              if (changed) await change({ id: changed.id, body });
              else await create(values);
              showToast({ message: t(changed ? 'schedule.changed' : 'schedule.created', { name: values.name }) });
              onClose();
            }}
          >
            <Wizard
              finishLabel={t(changed ? 'ui:save' : 'schedule.create')}
              onCancel={close}
              steps={[
                {
                  id: 'objects',
                  title: t('step.objects'),
                  fields: ['name', 'tenantId', 'selection', 'stateKeys'],
                  content: <ObjectsStep isNew={!changed} />,
                },
                {
                  id: 'times',
                  title: t('step.times'),
                  fields: ['frequency', 'zone', 'timeRange'],
                  content: <TimesStep />,
                },
                {
                  id: 'file',
                  title: t('step.file'),
                  fields: ['aggregation', 'duration', 'method', 'format', 'language', 'delimiter', 'decimal'],
                  content: (
                    <>
                      <RowFields hasZone={false} />
                      <FormatFields />
                    </>
                  ),
                },
                {
                  id: 'delivery',
                  title: t('step.delivery'),
                  fields: ['mail', 'forward'],
                  validate: () => {
                    setChecking(true);
                    return true;
                  },
                  content: <DeliveryStep />,
                },
                { id: 'check', title: t('step.check'), content: isChecking && <CheckStep /> },
              ]}
            />
          </Form>
        </DialogContent>
      </Dialog>
      <ConfirmDialog
        open={asking}
        title={t('ui:form.leaveTitle')}
        description={t('ui:form.leaveDescription')}
        confirmLabel={t('ui:form.discard')}
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
