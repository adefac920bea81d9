import { Alert, Box, Button, TextField, Typography } from '@mui/material';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvFile, decodeText } from '../../lib/csv-text.ts';
import { saveFile } from '../../lib/download.ts';
import { FileDrop } from './FileDrop.tsx';

export interface CsvSourceProps {
  csv: string;
  onCsv: (csv: string) => void;
  /** What the lines must look like. */
  description: string;
  /** A file that can be filled in. */
  sample: { text: string; fileName: string };
  placeholder: string;
  maxSizeBytes: number;
  /** Why the server could not make anything of it. */
  problem: string | undefined;
}

/** Above this a text is only kept, not shown: a text area with megabytes in it would not answer any more. */
const editableLength = 200_000;

/** A list as CSV: a file, or lines that are pasted. */
export function CsvSource(props: CsvSourceProps) {
  const { csv, onCsv, description, sample, placeholder, maxSizeBytes, problem } = props;
  const { t } = useTranslation('ui');
  const [files, setFiles] = useState<File[]>([]);

  async function take(chosen: File[]) {
    setFiles(chosen);
    const [file] = chosen;
    onCsv(file ? decodeText(new Uint8Array(await file.arrayBuffer())) : '');
  }

  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Box>
        <Typography color="textSecondary">{description}</Typography>
        <Button
          size="small"
          sx={{ mt: 1 }}
          startIcon={<FileDown aria-hidden />}
          onClick={() => saveFile(csvFile(sample.text), sample.fileName)}
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
        maxSizeBytes={maxSizeBytes}
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
          placeholder={placeholder}
          slotProps={{ htmlInput: { spellCheck: false } }}
        />
      )}
    </Box>
  );
}
