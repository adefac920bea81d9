import { Alert, Box, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { FramedTable } from '../../../ui/table/FramedTable.tsx';
import type { ReparsePreview } from './reparse.queries.ts';
import { reparseChanges } from './reparse-changes.ts';

/** The preview compares no more packets than these. */
const compared = 1_000;

const text = (value: unknown, number: (value: number) => string): string => {
  if (value === undefined) return '—';
  if (typeof value === 'number') return number(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
};

interface DifferencesProps {
  preview: ReparsePreview;
  /** What was asked for; packets from before `keptSince` are gone. */
  fromMs: number;
}

/** What another run would change, and what can no longer be changed. */
export function Differences({ preview, fromMs }: DifferencesProps) {
  const { t } = useTranslation('devices');
  const formats = useFormats();
  const { packets, keptSince, changed, samples } = preview;
  const number = (value: number) => formats.number(value, { maximum: 6 });
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Alert severity={packets === 0 ? 'warning' : changed > 0 ? 'info' : 'success'}>
        {packets === 0 && t('reparse.nothing')}
        {packets > 0 && t('reparse.packets', { count: packets, shown: formats.number(packets) })}
        {packets > 0 && ' '}
        {packets > 0 &&
          t(packets > compared ? 'reparse.changedOfFirst' : 'reparse.changed', {
            count: changed,
            shown: formats.number(changed),
          })}
      </Alert>
      {keptSince !== null && Date.parse(keptSince) > fromMs && (
        <Alert severity="warning">{t('reparse.gone', { at: formats.dateTime(keptSince) })}</Alert>
      )}
      {samples.length > 0 && (
        <>
          <Typography variant="h3">{t('reparse.samples')}</Typography>
          <FramedTable label={t('reparse.samples')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('packet.receivedAt')}</TableCell>
                <TableCell>{t('reparse.key')}</TableCell>
                <TableCell>{t('reparse.before')}</TableCell>
                <TableCell>{t('reparse.after')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {withUniqueKeys(samples, ({ receivedAt }) => receivedAt).flatMap(({ key: name, item: sample }) => {
                const changes = reparseChanges(sample);
                return changes.map(({ key, before, after }, place) => (
                  <TableRow key={`${name} ${key}`}>
                    <TableCell sx={{ whiteSpace: 'nowrap' }}>
                      {place === 0 ? formats.dateTime(sample.receivedAt) : ''}
                    </TableCell>
                    <TableCell>{key || t('reparse.failed')}</TableCell>
                    <TableCell sx={{ overflowWrap: 'anywhere' }}>{text(before, number)}</TableCell>
                    <TableCell sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>{text(after, number)}</TableCell>
                  </TableRow>
                ));
              })}
            </TableBody>
          </FramedTable>
        </>
      )}
    </Box>
  );
}
