import { Box, Button } from '@mui/material';
import { Code2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../../ui/code/CodeEditor.tsx';
import type { CodeWord } from '../../../../ui/code/code-words.ts';
import type { CodeProblem } from '../../../../ui/code/problems.ts';
import { useField } from '../../../../ui/form/form-context.ts';
import { useRuleTest } from '../tester/test-context.ts';

const words: readonly CodeWord[] = [
  { label: 'value' },
  { label: 'values' },
  { label: 'alias' },
  { label: 'state' },
  { label: 'twin' },
  { label: 'now' },
  { label: 'return', kind: 'keyword' },
  ...['id', 'key', 'title', 'unit'].map((label): CodeWord => ({ label, of: 'state', kind: 'property' })),
  ...['id', 'title', 'tags', 'keyValue'].map((label): CodeWord => ({ label, of: 'twin', kind: 'property' })),
  ...['map', 'filter', 'reduce', 'length', 'at'].map((label): CodeWord => ({ label, of: 'values', kind: 'property' })),
  { label: 'console' },
  { label: 'log', of: 'console', kind: 'function' },
];
const noProblems: readonly CodeProblem[] = [];

/** A script that transforms a metric; most metrics have none. */
export function TransformerInput({ name, alias }: { name: string; alias: string }) {
  const { t } = useTranslation('rules');
  const field = useField(name);
  const { result } = useRuleTest();
  const script = typeof field.value === 'string' ? field.value : '';
  const [isOpen, setOpen] = useState(script !== '');
  const problem = result?.problem?.alias === alias ? result.problem : null;
  const problems = useMemo(
    () => (problem?.line ? [{ line: problem.line, message: problem.message }] : noProblems),
    [problem],
  );
  if (!isOpen) {
    return (
      <Button
        size="small"
        variant="text"
        startIcon={<Code2 aria-hidden />}
        disabled={field.disabled}
        onClick={() => {
          field.setValue('return value;');
          setOpen(true);
        }}
      >
        {t('metric.addTransformer')}
      </Button>
    );
  }
  const error = problem?.message ?? field.error;
  return (
    <Box sx={{ flex: '1 1 100%', minWidth: 0 }}>
      <CodeEditor
        label={t('metric.transformer')}
        help={t('metric.transformerHelp')}
        {...(error ? { error } : {})}
        language="javascript"
        rows={8}
        minRows={3}
        words={words}
        problems={problems}
        value={script}
        onChange={field.disabled ? undefined : field.setValue}
      />
    </Box>
  );
}
