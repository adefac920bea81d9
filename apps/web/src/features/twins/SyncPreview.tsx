import { Alert, Box, TableBody, TableCell, TableHead, TableRow, Typography } from '@mui/material';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import type { synchroniseTwin } from '@stellwerk/contract/twin-copy';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { FramedTable } from '../../ui/table/FramedTable.tsx';

import { LeftOutRules } from './LeftOutRules.tsx';

export type SyncAnswer = RouteAnswer<typeof synchroniseTwin>['data'];

interface SyncPreviewProps {
  answer: SyncAnswer;
  /** Why the last try failed. */
  problem: string | undefined;
}

/** What would happen: which twins get what, and which can't be changed. */
export function SyncPreview({ answer, problem }: SyncPreviewProps) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const { targets, refused } = answer;
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      {refused.length > 0 && (
        <Alert severity="warning">
          {t('sync.refused', { count: refused.length })}
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {refused.map(({ id, title }) => (
              <li key={id}>{title}</li>
            ))}
          </Box>
        </Alert>
      )}
      <LeftOutRules
        when="before"
        lists={targets.map(({ rules, ...target }) => ({ ...target, rules: rules.leftOut }))}
      />
      <Typography color="textSecondary">{t('sync.effect')}</Typography>
      <FramedTable label={t('sync.targets')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('column.title')}</TableCell>
            <TableCell align="right">{t('sync.creates')}</TableCell>
            <TableCell align="right">{t('sync.overwrites')}</TableCell>
            <TableCell align="right">{t('sync.rules')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {targets.map(({ id, title, creates, overwrites, rules }) => (
            <TableRow key={id}>
              <TableCell>{title}</TableCell>
              <TableCell align="right">{formats.number(creates)}</TableCell>
              <TableCell align="right">{formats.number(overwrites)}</TableCell>
              <TableCell align="right">{formats.number(rules.creates + rules.overwrites)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </FramedTable>
    </Box>
  );
}
