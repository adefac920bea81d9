import { Alert, Box, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { BulkEditField, BulkEditPreview } from '@stellwerk/contract/device-bulk';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { InternalLink } from '../../../ui/navigation/InternalLink.tsx';
import { FramedTable } from '../../../ui/table/FramedTable.tsx';
import { devicePath } from '../../devices/index.ts';

type Change = BulkEditPreview['items'][number]['changes'][number];

/** Texts for the values of a field, before and after. */
function useValueText(parents: BulkEditPreview['parents']) {
  const { t } = useTranslation(['device-bulk', 'devices']);
  const titles = new Map(parents.map(({ id, title }) => [id, title]));
  return (field: BulkEditField, value: Change['before']): string => {
    if (field === 'disabled') return t(value === true ? 'edit.value.disabled' : 'edit.value.enabled');
    if (field === 'operationalStatus') return t(`devices:operationalStatus.${String(value)}`);
    if (field === 'parentId') {
      if (typeof value !== 'number') return t('edit.value.top');
      return titles.get(value) ?? t('edit.value.hidden');
    }
    return Array.isArray(value) && value.length > 0 ? value.join(', ') : '—';
  };
}

/** The exact effect on each device, and the devices that stay as they are with the reason. */
export function EffectStep({ preview }: { preview: BulkEditPreview }) {
  const { t } = useTranslation('device-bulk');
  const formats = useFormats();
  const textOf = useValueText(preview.parents);
  const { total, changed, items, errors } = preview;
  const rows = items.filter(({ changes }) => changes.length > 0);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity={changed > 0 ? 'info' : 'warning'}>
        {t('edit.effect.summary', { count: changed, shown: formats.number(changed), total: formats.number(total) })}
      </Alert>
      <Typography color="textSecondary">{t('edit.effect.undo')}</Typography>
      {errors.length > 0 && (
        <>
          <Typography variant="h3">{t('edit.effect.errors')}</Typography>
          <FramedTable label={t('edit.effect.errors')}>
            <TableBody>
              {errors.map(({ id, title, message }) => (
                <TableRow key={id}>
                  <TableCell>{title}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{message}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </FramedTable>
        </>
      )}
      {rows.length > 0 && (
        <FramedTable label={t('edit.effect.changes')}>
          <TableHead>
            <TableRow>
              <TableCell>{t('edit.effect.device')}</TableCell>
              <TableCell>{t('edit.effect.field')}</TableCell>
              <TableCell>{t('edit.effect.before')}</TableCell>
              <TableCell>{t('edit.effect.after')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.flatMap(({ id, title, changes }) =>
              changes.map(({ field, before, after }) => (
                <TableRow key={`${id} ${field}`}>
                  <TableCell>
                    <InternalLink to={devicePath(id)}>{title}</InternalLink>
                  </TableCell>
                  <TableCell>{t(`edit.field.${field}`)}</TableCell>
                  <TableCell>{textOf(field, before)}</TableCell>
                  <TableCell>{textOf(field, after)}</TableCell>
                </TableRow>
              )),
            )}
          </TableBody>
        </FramedTable>
      )}
    </Box>
  );
}
