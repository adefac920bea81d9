import { Alert, Box, Table, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { ValueText } from '../values/ValueText.tsx';
import type { Computed } from './use-computed.ts';

const firstInputs = 20;

function Inputs({ inputs }: { inputs: NonNullable<Computed['data']>['inputs'] }) {
  const { t } = useTranslation('states');
  if (inputs.length === 0) return null;
  return (
    <Box sx={{ maxHeight: '14rem', overflow: 'auto' }} tabIndex={0} role="group" aria-label={t('preview.inputs')}>
      <Table size="small" aria-label={t('preview.inputs')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('preview.input')}</TableCell>
            <TableCell align="right">{t('column.value')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {inputs.slice(0, firstInputs).map(({ stateId, title, dtwinTitle, unit, value, timestamp }) => (
            <TableRow key={stateId}>
              <TableCell>
                <Typography variant="body2">{title ?? t('lineage.hidden')}</Typography>
                <Typography variant="caption" color="textSecondary">
                  {dtwinTitle}
                </Typography>
              </TableCell>
              <TableCell align="right">
                <ValueText value={value} unit={unit ?? ''} decimals={null} />
                <Typography variant="caption" component="div">
                  <Age at={timestamp} />
                </Typography>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {inputs.length > firstInputs && (
        <Typography variant="caption" color="textSecondary">
          {t('preview.moreInputs', { count: inputs.length - firstInputs })}
        </Typography>
      )}
    </Box>
  );
}

/** The value that would be computed now, with what went in and what the script said. */
export function ComputedValue({ computed, unit }: { computed: Computed; unit: string }) {
  const { t } = useTranslation(['states', 'ui']);
  const formats = useFormats();
  const { data, error } = computed;
  if (error) return <Alert severity="error">{failureOf(error).message ?? t('ui:error.unexpected')}</Alert>;
  if (!data) return null;
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1 }} aria-busy={computed.isFetching}>
      <Typography component="div" role="status">
        {t('preview.result')} <ValueText value={data.value} unit={unit} decimals={null} timestamp={data.timestamp} />
      </Typography>
      {data.problem && <Alert severity="error">{data.problem.message}</Alert>}
      {data.window && (
        <Typography variant="caption" color="textSecondary">
          {t('preview.window', {
            start: formats.dateTime(data.window.start),
            end: formats.dateTime(data.window.end),
          })}
        </Typography>
      )}
      <Inputs inputs={data.inputs} />
      {data.logs.length > 0 && (
        <Box
          component="pre"
          aria-label={t('preview.logs')}
          sx={{
            m: 0,
            p: 1,
            bgcolor: 'background.raised',
            overflow: 'auto',
            fontFamily: monospaceFamily,
            typography: 'caption',
          }}
        >
          {data.logs.join('\n')}
        </Box>
      )}
    </Box>
  );
}
