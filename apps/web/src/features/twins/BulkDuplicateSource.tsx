import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { bulkDuplicateMaxBytes, bulkDuplicateMaxLines, duplicateColumns } from '@stellwerk/contract/twin-copy';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../lib/download.ts';
import { useFormats } from '../../lib/formats.ts';
import { FileDrop } from '../../ui/file/FileDrop.tsx';
import { csvFile, decodeText } from '../users/index.ts';

interface BulkDuplicateSourceProps {
  csv: string;
  onCsv: (csv: string) => void;
  /** Why the server could not make anything of it. */
  problem: string | undefined;
}

/** Above this a text is only kept, not shown: a text area with megabytes in it would not answer any more. */
const editableLength = 200_000;

/** A file that can be filled in: the columns, and one line of how they are meant. */
const sampleText = [
  [...duplicateColumns, 'ref.serial', 'prop.maker'].join(';'),
  'Room 2.16;Second floor;school,co2;Main Street 1;52.5200;13.4050;A-2016;Example',
  '',
].join('\r\n');

/** One line for each copy: a file, or lines that are pasted. */
export function BulkDuplicateSource({ csv, onCsv, problem }: BulkDuplicateSourceProps) {
  const { t } = useTranslation('twins');
  const formats = useFormats();
  const [files, setFiles] = useState<File[]>([]);

  async function take(chosen: File[]) {
    setFiles(chosen);
    const [file] = chosen;
    onCsv(file ? decodeText(new Uint8Array(await file.arrayBuffer())) : '');
  }

  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Box>
        <Typography color="textSecondary">
          {t('csv.text', { limit: formats.number(bulkDuplicateMaxLines), columns: duplicateColumns.join(', ') })}
        </Typography>
        <Button
          size="small"
          sx={{ mt: 1 }}
          startIcon={<FileDown aria-hidden />}
          onClick={() => saveFile(csvFile(sampleText), t('csv.sampleName'))}
        >
          {t('csv.sample')}
        </Button>
      </Box>
      {problem !== undefined && <Alert severity="error">{problem}</Alert>}
      <FileDrop
        label={t('csv.drop')}
        files={files}
        onChange={(chosen) => void take(chosen)}
        accept={['.csv', '.txt']}
        maxSizeBytes={bulkDuplicateMaxBytes}
      />
      {csv.length <= editableLength && (
        <TextField
          label={t('csv.paste')}
          value={csv}
          onChange={(event) => {
            setFiles([]);
            onCsv(event.target.value);
          }}
          multiline
          minRows={6}
          maxRows={14}
          placeholder={t('csv.placeholder')}
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
      )}
    </Box>
  );
}
