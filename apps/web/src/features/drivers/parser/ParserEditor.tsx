import { Alert, Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import type { CodeProblem } from '../../../ui/code/problems.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { useKeyText } from '../draft/use-key-text.ts';
import { BitStrip } from './BitStrip.tsx';
import { CasesEditor } from './CasesEditor.tsx';
import { parserWords } from './code-words.ts';
import { FieldsEditor } from './FieldsEditor.tsx';
import type { ParserOf } from './parser-types.ts';
import type { Workbench } from './use-workbench.ts';

const scriptRows = 30;
const minScriptRows = 18;

function ScriptEditor({ parser, bench }: { parser: ParserOf<'javascript' | 'elixir'>; bench: Workbench }) {
  const { t } = useTranslation('drivers');
  const { change, mayEdit } = useDraft();
  const keyText = useKeyText();
  const error = bench.run.data?.error;
  const problems = useMemo(
    (): CodeProblem[] => (error && error.line !== null ? [{ line: error.line, message: error.message }] : []),
    [error],
  );
  const isScript = parser.type === 'javascript';
  return (
    <CodeEditor
      label={t('parser.script')}
      help={isScript && mayEdit ? t('parser.scriptHelp', { run: keyText('Enter'), save: keyText('S') }) : ''}
      language="javascript"
      value={parser.script}
      rows={scriptRows}
      minRows={minScriptRows}
      {...(isScript ? { words: parserWords, problems } : {})}
      tabIndents
      onRun={bench.runNow}
      onChange={mayEdit ? (script) => change({ parser: { ...parser, script } }) : undefined}
    />
  );
}

function UrlEditor({ parser }: { parser: ParserOf<'url'> }) {
  const { t } = useTranslation('drivers');
  const { change, mayEdit, issueAt } = useDraft();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="info">{t('parser.urlHelp')}</Alert>
      <TextField
        label={t('parser.url')}
        type="url"
        value={parser.url}
        disabled={!mayEdit}
        placeholder="https://parser.example.com/parse"
        error={issueAt('parser.url')}
        onChange={(url) => change({ parser: { ...parser, url } })}
      />
    </Box>
  );
}

function SingleEditor({ parser, bench }: { parser: ParserOf<'single'>; bench: Workbench }) {
  const { change } = useDraft();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <BitStrip fields={parser.fields} bench={bench} />
      <FieldsEditor
        fields={parser.fields}
        path="parser.fields"
        onChange={(fields) => change({ parser: { ...parser, fields } })}
      />
    </Box>
  );
}

/** The parser itself, in the way its type is written. */
export function ParserEditor({ bench }: { bench: Workbench }) {
  const { t } = useTranslation('drivers');
  const { parser } = useDraft().content;
  switch (parser.type) {
    case 'javascript':
      return <ScriptEditor parser={parser} bench={bench} />;
    case 'elixir':
      return (
        <Box sx={{ display: 'grid', gap: 2 }}>
          <Alert severity="warning">{t('parser.elixirHelp')}</Alert>
          <ScriptEditor parser={parser} bench={bench} />
        </Box>
      );
    case 'single':
      return <SingleEditor parser={parser} bench={bench} />;
    case 'multi':
      return <CasesEditor parser={parser} bench={bench} />;
    case 'url':
      return <UrlEditor parser={parser} />;
    case 'none':
      return <EmptyState compact title={t('parser.none')} description={t('parser.noneText')} />;
  }
}
