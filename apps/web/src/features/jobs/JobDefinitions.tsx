import { TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { JobDefinition } from '@stellwerk/contract/job';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { ErrorState } from '../../ui/feedback/ErrorState.tsx';
import { failureOf } from '../../ui/feedback/failure.ts';
import { Skeletons } from '../../ui/feedback/Skeletons.tsx';
import { showToast } from '../../ui/feedback/toast-store.ts';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { FramedTable } from '../../ui/table/FramedTable.tsx';
import { useJobDefinitions, useSetJobDefinition } from './job.queries.ts';
import { useJobTypeName } from './use-job-type-name.ts';

function DefinitionRow({ definition }: { definition: JobDefinition }) {
  const { t } = useTranslation(['jobs', 'ui']);
  const formats = useFormats();
  const name = useJobTypeName()(definition.kind);
  const { mutateAsync } = useSetJobDefinition();
  const { kind, active, undo, isRetryable, resumes, abilities } = definition;
  async function set(next: boolean) {
    try {
      await mutateAsync({ kind, active: next });
    } catch (error) {
      showToast({ message: failureOf(error).message ?? t('ui:error.unexpected'), status: 'error' });
    }
  }
  return (
    <TableRow>
      <TableCell>
        <SwitchField label={name} value={active} disabled={!abilities.update} onChange={(next) => void set(next)} />
      </TableCell>
      <TableCell>
        {t(`undo.how.${kind}`, { defaultValue: t(`undo.way.${undo.way}`) })}
        {undo.withinDays !== null && (
          <Typography variant="caption" component="div" color="textSecondary">
            {t('definition.withinDays', { count: undo.withinDays, shown: formats.number(undo.withinDays) })}
          </Typography>
        )}
      </TableCell>
      <TableCell>{t(resumes ? 'definition.resumes' : 'definition.startsOver')}</TableCell>
      <TableCell>{t(isRetryable ? 'definition.retryable' : 'definition.notRetryable')}</TableCell>
    </TableRow>
  );
}

/** The kinds of background jobs. System administrators switch them on and off. */
export function JobDefinitions() {
  const { t } = useTranslation('jobs');
  const found = useJobDefinitions();
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeletons shape="block" />;
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('definition.description')}
      </Typography>
      <FramedTable label={t('definition.title')} isWhole>
        <TableHead>
          <TableRow>
            <TableCell>{t('definition.kind')}</TableCell>
            <TableCell>{t('column.undo')}</TableCell>
            <TableCell>{t('definition.crash')}</TableCell>
            <TableCell>{t('definition.retry')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {found.data.map((definition) => (
            <DefinitionRow key={definition.kind} definition={definition} />
          ))}
        </TableBody>
      </FramedTable>
    </>
  );
}
