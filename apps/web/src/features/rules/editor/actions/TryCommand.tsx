import { Alert, AlertTitle, Box, Button } from '@mui/material';
import { ruleCommand, ruleMetric } from '@stellwerk/contract/rule';
import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../../ui/feedback/ConfirmDialog.tsx';
import { failureOf } from '../../../../ui/feedback/failure.ts';
import { monospaceFamily } from '../../../../ui/theme/tokens.ts';
import { useCommandTexts } from '../../commands/use-command-texts.ts';
import { useCommandTest } from '../../rule.queries.ts';
import { useEditor } from '../editor-context.ts';
import { commandsIn, type RuleDraft } from '../rule-draft.ts';

type Outcome = NonNullable<ReturnType<typeof useCommandTest>['data']>;

function AnswerText({ answer }: { answer: unknown }) {
  if (answer === null || answer === undefined || answer === '') return null;
  return (
    <Box
      component="pre"
      sx={{
        m: 0,
        mt: 1,
        fontFamily: monospaceFamily,
        fontSize: '0.8125rem',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
      }}
    >
      {typeof answer === 'string' ? answer : JSON.stringify(answer, null, 2)}
    </Box>
  );
}

function OutcomeAlert({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('rules');
  const { isDone, target, answer, problem } = outcome;
  return (
    <Alert severity={isDone ? 'success' : 'error'} sx={{ overflowWrap: 'anywhere' }}>
      <AlertTitle>{isDone ? t('command.try.done', { target }) : t('command.try.failed', { target })}</AlertTitle>
      {problem?.message}
      <AnswerText answer={answer} />
    </Alert>
  );
}

/** Executes a command once, after describing its real effect. */
export function TryCommand({ index }: { index: number }) {
  const { t } = useTranslation(['rules', 'ui']);
  const { twin } = useEditor();
  const { getValues, trigger } = useFormContext<RuleDraft>();
  const texts = useCommandTexts();
  const test = useCommandTest();
  const [isAsking, setAsking] = useState(false);
  const command = commandsIn(getValues('commands'))[index];
  const type = command?.type ?? '';

  async function ask() {
    test.reset();
    // The form's types do not contain this path, because options nest without limit.
    if (await trigger(`commands.${index}` as 'commands', { shouldFocus: true })) setAsking(true);
  }

  async function run() {
    const given = ruleCommand.parse(commandsIn(getValues('commands'))[index]);
    const metrics = getValues('metrics').flatMap((metric) => ruleMetric.safeParse(metric).data ?? []);
    // An error stays visible below the command.
    await test
      .mutateAsync({ dtwinId: twin.id, metrics, command: given, ruleTitle: getValues('title') })
      .catch(() => undefined);
  }

  return (
    <>
      <Button
        size="small"
        startIcon={<FlaskConical aria-hidden />}
        loading={test.isPending}
        onClick={() => void ask()}
        sx={{ justifySelf: 'start' }}
      >
        {t('command.try.action')}
      </Button>
      <Box role="status">
        {test.data && <OutcomeAlert outcome={test.data} />}
        {test.error && <Alert severity="error">{failureOf(test.error).message ?? t('ui:error.unexpected')}</Alert>}
      </Box>
      <ConfirmDialog
        open={isAsking}
        title={t('command.try.title', { kind: texts.title(type) })}
        description={t(type === 'mail' ? 'command.try.mailText' : 'command.try.text')}
        confirmLabel={t('command.try.confirm')}
        danger={false}
        onConfirm={run}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
