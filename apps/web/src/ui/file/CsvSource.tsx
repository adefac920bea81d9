import { Alert, Box, Button, Typography } from '@mui/material';
import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { csvFile, decodeText } from '../../lib/csv-text.ts';
import { saveFile } from '../../lib/download.ts';
import { TextField } from '../form/TextField.tsx';
import { FileDrop } from './FileDrop.tsx';

export interface CsvSourceProps {
  csv: string;
  onCsv: (csv: string) => void;
  /** Describes the format of the lines. */
  description: string;
  /** A sample file to fill in. */
  sample: { text: string; fileName: string };
  placeholder: string;
  maxSizeBytes: number;
  /** Why the server could not read the list. */
  problem: string | undefined;
}

/** A longer text is kept, but not shown: a text area with megabytes freezes the page. */
const editableLength = 200_000;

/** A list as CSV: a file, or pasted lines. */
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
          onChange={(text) => {
            setFiles([]);
            onCsv(text);
          }}
          rows={6}
          maxRows={14}
          placeholder={placeholder}
          attributes={{ spellCheck: false }}
        />
      )}
    </Box>
  );
}
