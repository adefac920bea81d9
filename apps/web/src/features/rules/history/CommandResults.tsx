import { Box, Typography } from '@mui/material';
import type { CommandState, RuleExecution } from '@stellwerk/contract/rule-run';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { type Status, StatusChip } from '../../../ui/status/StatusChip.tsx';
import { useCommandTexts } from '../commands/use-command-texts.ts';

type RunCommand = RuleExecution['commands'][number];

const statuses: Record<CommandState, Status> = {
  queued: 'info',
  sent: 'ok',
  failed: 'error',
  limited: 'warning',
  cut: 'warning',
  muted: 'unknown',
};

/** Nothing happens until somebody sets up a mail server. */
const isWithoutServer = ({ state, problem }: RunCommand) =>
  state === 'queued' && problem?.code === 'MAIL_INVALID_TRANSPORT';

const statusOf = (command: RunCommand): Status => (isWithoutServer(command) ? 'warning' : statuses[command.state]);
const wordOf = (command: RunCommand) => (isWithoutServer(command) ? ('noMailServer' as const) : command.state);

/** Commands of a run in one line: each kind with its worst result. */
export function CommandSummary({ commands }: { commands: readonly RunCommand[] }) {
  const { t } = useTranslation('rules');
  const texts = useCommandTexts();
  const formats = useFormats();
  const groups = Map.groupBy(commands, (command) => `${command.type} ${wordOf(command)}`);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {[...groups].map(([key, [first, ...others]]) =>
        first ? (
          <StatusChip
            key={key}
            status={statusOf(first)}
            label={[
              ...(others.length > 0 ? [t('history.multiple', { number: formats.number(others.length + 1) })] : []),
              `${texts.title(first.type)}: ${t(`history.commandState.${wordOf(first)}`)}`,
            ].join(' ')}
          />
        ) : null,
      )}
    </Box>
  );
}

/** Every command of a run: its target, its result and its number of attempts. */
export function CommandList({ commands }: { commands: readonly RunCommand[] }) {
  const { t } = useTranslation('rules');
  const formats = useFormats();
  const texts = useCommandTexts();
  if (commands.length === 0) return <Typography color="textSecondary">{t('history.noCommands')}</Typography>;
  return (
    <Box
      component="ul"
      aria-label={t('history.commands')}
      sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}
    >
      {withUniqueKeys(commands, ({ type, target }) => `${type} ${target}`).map(
        ({ key, item: command, item: { type, at, attempts, problem, target } }) => (
          <Box
            component="li"
            key={key}
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5, rowGap: 0.25, minWidth: 0 }}
          >
            <StatusChip status={statusOf(command)} label={t(`history.commandState.${wordOf(command)}`)} />
            <Typography component="span" sx={{ overflowWrap: 'anywhere' }}>
              {texts.title(type)}
              {target !== '' && ` → ${target}`}
            </Typography>
            <Typography component="span" variant="caption" color="textMuted">
              {[
                at === null ? '' : formats.exactTime(at),
                attempts > 0 ? t('history.attempts', { count: attempts, number: formats.number(attempts) }) : '',
              ]
                .filter((part) => part !== '')
                .join(' · ')}
            </Typography>
            {problem && (
              <Typography variant="body2" sx={{ flexBasis: '100%', color: 'error.main', overflowWrap: 'anywhere' }}>
                {problem.message}
              </Typography>
            )}
          </Box>
        ),
      )}
    </Box>
  );
}
