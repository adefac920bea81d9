import { Dialog, DialogContent, DialogTitle, useMediaQuery } from '@mui/material';
import { type AlarmReport, newAlarmReport } from '@stellwerk/contract/alarm-report';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChosenAccount } from '../../../lib/chosen-account.ts';
import { currentLanguage } from '../../../lib/i18n.ts';
import { useSession } from '../../../lib/session.ts';
import { ConfirmDialog } from '../../../ui/feedback/ConfirmDialog.tsx';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { Form } from '../../../ui/form/Form.tsx';
import { Wizard } from '../../../ui/wizard/Wizard.tsx';
import { useReportActions } from '../report.queries.ts';
import { emptyReport, valuesOf } from '../report-values.ts';
import { CheckStep } from './CheckStep.tsx';
import { ContentStep } from './ContentStep.tsx';
import { MailsStep } from './MailsStep.tsx';
import { ReportStep } from './ReportStep.tsx';
import { TimesStep } from './TimesStep.tsx';

export interface ReportDialogProps {
  /** The report to change; with `copies`, the one whose values a new report begins with. */
  report?: AlarmReport;
  copies?: boolean;
  onClose: () => void;
}

/** The wizard for new reports and changes: each step is valid on its own, the last one shows the mail. */
export function ReportDialog({ report, copies = false, onClose }: ReportDialogProps) {
  const { t } = useTranslation(['alarm-reports', 'ui']);
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { account } = useChosenAccount();
  const session = useSession();
  const { create, change } = useReportActions();
  const unsaved = useRef(false);
  const [asking, setAsking] = useState(false);
  const [isChecking, setChecking] = useState(false);
  const changed = copies ? undefined : report;
  const close = () => (unsaved.current ? setAsking(true) : onClose());
  const copied = report && copies ? { name: t('copyOf', { name: report.name }).slice(0, 100) } : {};
  const initial = report
    ? { ...valuesOf(report), ...copied }
    : emptyReport({
        tenantId: account?.id ?? session?.tenantId ?? undefined,
        language: currentLanguage(),
        email: session?.user?.email,
      });
  return (
    <>
      <Dialog open onClose={close} fullScreen={isPhone} fullWidth maxWidth="md" aria-labelledby={titleId}>
        <DialogTitle id={titleId}>{changed ? t('change', { name: changed.name }) : t('create')}</DialogTitle>
        <DialogContent>
          <Form
            schema={newAlarmReport}
            defaultValues={initial}
            unsaved={unsaved}
            onSubmit={async (values) => {
              const { tenantId, ...body } = values;
              if (changed) await change({ id: changed.id, ...body });
              else await create(values);
              showToast({ message: t(changed ? 'changed' : 'created', { name: values.name }) });
              onClose();
            }}
          >
            <Wizard
              finishLabel={t(changed ? 'ui:save' : 'create')}
              onCancel={close}
              steps={[
                {
                  id: 'report',
                  title: t('step.report'),
                  fields: ['name', 'tenantId', 'type', 'smartGroupId'],
                  content: <ReportStep isNew={!changed} />,
                },
                {
                  id: 'content',
                  title: t('step.content'),
                  fields: ['tables', 'condition', 'language', 'subject'],
                  content: <ContentStep />,
                },
                {
                  id: 'times',
                  title: t('step.times'),
                  fields: ['timeFilter', 'hour', 'zone'],
                  content: <TimesStep />,
                },
                {
                  id: 'mails',
                  title: t('step.mails'),
                  fields: ['actions'],
                  validate: () => {
                    setChecking(true);
                    return true;
                  },
                  content: <MailsStep />,
                },
                { id: 'check', title: t('step.check'), content: isChecking && <CheckStep id={changed?.id} /> },
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
