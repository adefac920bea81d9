import { Alert, Box, Button, FormControlLabel, FormHelperText, Switch, TextField, Typography } from '@mui/material';
import { bulkUserMaxBytes, bulkUserMaxLines } from '@stellwerk/contract/user-bulk';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/download.ts';
import { useFormats } from '../../lib/formats.ts';
import { FileDrop } from '../../ui/file/FileDrop.tsx';
import { csvFile, decodeText, sampleText } from './csv-file.ts';

export interface BulkSourceProps {
  csv: string;
  onCsv: (csv: string) => void;
  invite: boolean;
  onInvite: (invite: boolean) => void;
  /** Why the server could not make anything of it. */
  problem: string | undefined;
}

/** Above this a text is only kept, not shown: a text area with megabytes in it would not answer any more. */
const editableLength = 200_000;

/** The list of users: a file, or lines that are pasted. */
export function BulkSource({ csv, onCsv, invite, onInvite, problem }: BulkSourceProps) {
  const { t } = useTranslation('users');
  const formats = useFormats();
  const [files, setFiles] = useState<File[]>([]);
  const isEditable = csv.length <= editableLength;

  async function take(chosen: File[]) {
    setFiles(chosen);
    const [file] = chosen;
    onCsv(file ? decodeText(new Uint8Array(await file.arrayBuffer())) : '');
  }

  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Box>
        <Typography color="textSecondary">
          {t('bulk.source.text', { limit: formats.number(bulkUserMaxLines) })}
        </Typography>
        <Button
          size="small"
          sx={{ mt: 1 }}
          startIcon={<FileDown aria-hidden />}
          onClick={() => saveFile(csvFile(sampleText), t('bulk.source.sampleName'))}
        >
          {t('bulk.source.sample')}
        </Button>
      </Box>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      <FileDrop
        label={t('bulk.source.drop')}
        files={files}
        onChange={(chosen) => void take(chosen)}
        accept={['.csv', '.txt']}
        maxSizeBytes={bulkUserMaxBytes}
      />
      {isEditable && (
        <TextField
          label={t('bulk.source.paste')}
          value={csv}
          onChange={(event) => {
            setFiles([]);
            onCsv(event.target.value);
          }}
          multiline
          minRows={6}
          maxRows={14}
          placeholder={t('bulk.source.placeholder')}
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
      )}
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
