import { Typography } from '@mui/material';
import { dashboardFields } from '@stellwerk/contract/dashboard';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ApiError } from '../../../lib/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { errorOnField } from '../../accounts/index.ts';
import { AccountChoiceInput } from '../AccountChoiceInput.tsx';
import { useDashboardActions } from '../dashboard.queries.ts';
import { type DashboardContent, maxFileBytes, readFileText } from '../dashboard-file.ts';
import { type CreationProps, placeErrorFields } from './CreateDashboardDialog.tsx';
import { useOwnAccount } from './use-own-account.ts';

const schema = z.object({ name: dashboardFields.shape.name, tenantId: z.int() });

interface FileInputProps {
  content: DashboardContent | undefined;
  onContent: (content: DashboardContent | undefined) => void;
}

/** Reads a file, shows its errors, and suggests its name. */
function FileInput({ content, onContent }: FileInputProps) {
  const { t } = useTranslation('dashboards');
  const formats = useFormats();
  const { setValue } = useFormContext();
  const [files, setFiles] = useState<File[]>([]);
  const [problem, setProblem] = useState<string>();

  async function take(chosen: File[]) {
    setFiles(chosen);
    setProblem(undefined);
    onContent(undefined);
    const [file] = chosen;
    if (!file) return;
    const read = readFileText(await file.text());
    if ('problem' in read)
      return setProblem(t(`file.problem.${read.problem}`, 'path' in read ? { path: read.path } : {}));
    onContent(read.dashboard);
    setValue('name', read.dashboard.name, { shouldDirty: true });
  }

  return (
    <>
      <FileDrop
        label={t('file.drop')}
        files={files}
        onChange={(chosen) => void take(chosen)}
        accept={['.json']}
        maxSizeBytes={maxFileBytes}
        error={problem}
      />
      {content && (
        <Typography color="textSecondary">
          {t('file.holds', { count: content.widgets.length, shown: formats.number(content.widgets.length) })}
        </Typography>
      )}
    </>
  );
}

/** Imports a dashboard from a file that this or another installation exported. */
export function ImportDialog({ onCreated, onClose }: CreationProps) {
  const { t } = useTranslation('dashboards');
  const { create } = useDashboardActions();
  const account = useOwnAccount();
  const [content, setContent] = useState<DashboardContent>();
  return (
    <FormDialog
      open
      title={t('file.import')}
      description={t('file.description')}
      submitLabel={t('file.submit')}
      schema={schema}
      defaultValues={{ name: '', ...(account ? { tenantId: account.id } : {}) }}
      onSubmit={async (values) => {
        if (!content) throw new ApiError(400, { code: 'VALIDATION_ERROR', message: t('file.missing') });
        const dashboard = await create({ ...content, ...values }).catch(errorOnField(placeErrorFields));
        showToast({ message: t('create.done', { name: dashboard.name }) });
        onCreated(dashboard);
      }}
      onClose={onClose}
    >
      <FileInput content={content} onContent={setContent} />
      <TextInput name="name" label={t('column.name')} required maxLength={200} />
      <AccountChoiceInput name="tenantId" initial={account} />
    </FormDialog>
  );
}
