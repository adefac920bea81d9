import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../../ui/code/CodeEditor.tsx';
import type { CodeWord } from '../../../../ui/code/code-words.ts';
import type { CodeProblem } from '../../../../ui/code/problems.ts';
import { useRuleTest } from '../tester/test-context.ts';

interface ScriptInputProps {
  script: string;
  aliases: readonly string[];
  onChange: ((script: string) => void) | undefined;
  error: string | undefined;
}

const fixedWords: readonly CodeWord[] = [
  { label: 'metrics' },
  { label: 'twin' },
  { label: 'now' },
  { label: 'return', kind: 'keyword' },
  { label: 'true', kind: 'keyword' },
  { label: 'false', kind: 'keyword' },
  ...['id', 'title', 'tags', 'keyValue'].map((label): CodeWord => ({ label, of: 'twin', kind: 'property' })),
  ...['getHours', 'getDay', 'getTime'].map((label): CodeWord => ({ label, of: 'now', kind: 'function' })),
  { label: 'console' },
  { label: 'log', of: 'console', kind: 'function' },
];
const noProblems: readonly CodeProblem[] = [];

/** Conditions as a script, in which every alias is a constant. */
export function ScriptInput({ script, aliases, onChange, error }: ScriptInputProps) {
  const { t } = useTranslation('rules');
  const { result } = useRuleTest();
  const names = aliases.join(' ');
  const words = useMemo(
    () => [
      ...names.split(' ').flatMap((label): CodeWord[] => [
        { label, detail: t('condition.metric') },
        { label, of: 'metrics', kind: 'property' },
      ]),
      ...fixedWords,
    ],
    [names, t],
  );
  const problem = result?.problem?.alias === null ? result.problem : null;
  const problems = useMemo(
    () => (problem?.line ? [{ line: problem.line, message: problem.message }] : noProblems),
    [problem],
  );
  const complaint = problem?.message ?? error;
  return (
    <CodeEditor
      label={t('condition.script')}
      help={t('condition.scriptHelp')}
      {...(complaint ? { error: complaint } : {})}
      language="javascript"
      rows={14}
      minRows={5}
      words={words}
      problems={problems}
      value={script}
      onChange={onChange}
    />
  );
}
