import {
  Alert,
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { failureOf } from '../../../ui/feedback/failure.ts';
import { showToast } from '../../../ui/feedback/toast-store.ts';
import { FileDrop } from '../../../ui/file/FileDrop.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { useWorkbenchActions } from '../workbench.queries.ts';
import { readExamples } from './codec-examples.ts';

const maxBytes = 1_000_000;

interface CodecFiles {
  script: string;
  examples: string;
  onScript: (text: string) => void;
  onExamples: (text: string) => void;
}

function CodecFields({ script, examples, onScript, onExamples }: CodecFiles) {
  const { t } = useTranslation('drivers');
  const reading = readExamples(examples);
  async function take(files: File[]) {
    for (const file of files) {
      const text = await file.text();
      if (file.name.toLowerCase().endsWith('.json')) onExamples(text);
      else onScript(text);
    }
  }
  return (
    <>
      <FileDrop
        label={t('codec.drop')}
        files={[]}
        multiple
        onChange={(files) => void take(files)}
        accept={['.js', '.cjs', '.mjs', '.txt', '.json']}
        maxSizeBytes={maxBytes}
      />
      <CodeEditor
        label={t('codec.script')}
        help={t('codec.scriptHelp')}
        language="javascript"
        rows={10}
        value={script}
        onChange={onScript}
      />
      <CodeEditor
        label={t('codec.examples')}
        help={
          'examples' in reading && examples.trim() !== ''
            ? t('codec.found', { count: reading.examples.length, skipped: reading.skipped })
            : t('codec.examplesHelp')
        }
        {...('problem' in reading ? { error: t(`codec.problem.${reading.problem}`) } : {})}
        language="json"
        rows={8}
        value={examples}
        onChange={onExamples}
      />
    </>
  );
}

/** Takes over the codec that a maker publishes for a device, with its examples as tests. */
export function ImportCodecDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('drivers');
  const titleId = useId();
  const isPhone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { driver, isDirty, change } = useDraft();
  const { takeCodec } = useWorkbenchActions(driver.id);
  const [script, setScript] = useState('');
  const [examples, setExamples] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const reading = readExamples(examples);
  const isReady = script.trim() !== '' && 'examples' in reading;

  async function run() {
    if (!('examples' in reading)) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const { driver: changed, tests } = await takeCodec({ script, examples: reading.examples });
      // What else is unsaved stays; the parser on the screen is the imported one in any case.
      if (isDirty && changed.draft) change({ parser: changed.draft.parser });
      showToast({ message: t('codec.done', { count: tests }) });
      onClose();
    } catch (error) {
      setProblem(failureOf(error).message ?? t('codec.failed'));
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" fullScreen={isPhone} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('codec.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Typography color="textSecondary">{t('codec.description')}</Typography>
        <CodecFields script={script} examples={examples} onScript={setScript} onExamples={setExamples} />
        <Box aria-live="polite">{problem !== undefined && <Alert severity="error">{problem}</Alert>}</Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isBusy}>
          {t('cancel')}
        </Button>
        <Button variant="contained" disabled={!isReady} loading={isBusy} onClick={() => void run()}>
          {t('codec.submit')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
