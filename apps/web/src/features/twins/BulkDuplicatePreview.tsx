import { Alert, Box, Typography } from '@mui/material';
import type { DuplicatePreview } from '@stellwerk/contract/twin-copy';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { type CsvText, LineCounts, LineErrors, type PreviewColumn, PreviewRows } from '../jobs/index.ts';
import { LeftOutRules } from './LeftOutRules.tsx';

const coordinateDigits = { maximum: 6 };

function FirstRows({ rows }: { rows: DuplicatePreview['rows'] }) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const coordinate = (value: number | null) => (value === null ? '' : formats.number(value, coordinateDigits));
  const columns: PreviewColumn<DuplicatePreview['rows'][number]>[] = [
    { title: t('column.title'), text: ({ title }) => title },
    { title: t('field.description'), text: ({ description }) => description },
    { title: t('column.tags'), text: ({ tags }) => tags.join(', ') },
    { title: t('field.address'), text: ({ address }) => address },
    { title: t('field.latitude'), isNumber: true, text: ({ latitude }) => coordinate(latitude) },
    { title: t('field.longitude'), isNumber: true, text: ({ longitude }) => coordinate(longitude) },
  ];
  return <PreviewRows label={t('csv.rows')} columns={columns} rows={rows} />;
}

/** What will happen: which copies are made, and which lines are left out and why. */
export function BulkDuplicatePreview({ preview, source }: { preview: DuplicatePreview; source: CsvText }) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { total, valid, rows, errors, errorCount, rules } = preview;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <LineCounts total={total} valid={valid} errorCount={errorCount} />
      {valid === 0 && <Alert severity="error">{t('csv.nothing')}</Alert>}
      {errorCount > 0 && <LineErrors errors={errors} count={errorCount} source={source} />}
      {rules.copied > 0 && (
        <Typography color="textSecondary">
          {t('csv.rules', { count: rules.copied, shown: formats.number(rules.copied) })}
        </Typography>
      )}
      <LeftOutRules when="before" lists={[{ id: 0, rules: rules.leftOut }]} />
      {rows.length > 0 && (
        <>
          <Typography variant="h3">{t('csv.rows')}</Typography>
          <FirstRows rows={rows} />
        </>
      )}
    </Box>
  );
}
