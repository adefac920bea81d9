import { Box, FormControlLabel, FormHelperText, Switch } from '@mui/material';
import { bulkUserMaxBytes, bulkUserMaxLines } from '@stellwerk/contract/user-bulk';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { CsvSource, type CsvSourceProps } from '../../ui/file/CsvSource.tsx';
import { sampleText } from './bulk-text.ts';

export interface BulkSourceProps extends Pick<CsvSourceProps, 'csv' | 'onCsv' | 'problem'> {
  invite: boolean;
  onInvite: (invite: boolean) => void;
}

/** The list of users, and whether they are told. */
export function BulkSource({ invite, onInvite, ...source }: BulkSourceProps) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <CsvSource
        {...source}
        description={t('bulk.source.text', { limit: formats.number(bulkUserMaxLines) })}
        sample={{ text: sampleText, fileName: t('bulk.source.sampleName') }}
        placeholder={t('bulk.source.placeholder')}
        maxSizeBytes={bulkUserMaxBytes}
      />
      <Box>
        <FormControlLabel
          label={t('bulk.source.invite')}
          control={<Switch checked={invite} onChange={(_, checked) => onInvite(checked)} />}
        />
        <FormHelperText>{t('bulk.source.inviteHelp')}</FormHelperText>
      </Box>
    </Box>
  );
}
