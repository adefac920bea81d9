import { Box } from '@mui/material';
import { bulkUserMaxBytes, bulkUserMaxLines } from '@stellwerk/contract/user-bulk';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { CsvSource, type CsvSourceProps } from '../../ui/file/CsvSource.tsx';
import { SwitchField } from '../../ui/form/SwitchField.tsx';
import { sampleText } from './bulk-text.ts';

export interface BulkSourceProps extends Pick<CsvSourceProps, 'csv' | 'onCsv' | 'problem'> {
  invite: boolean;
  onInvite: (invite: boolean) => void;
}

/** The list of users, and whether they get an invitation. */
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
      <SwitchField
        label={t('bulk.source.invite')}
        help={t('bulk.source.inviteHelp')}
        value={invite}
        onChange={onInvite}
      />
    </Box>
  );
}
