import { Alert, Box, Button, Typography } from '@mui/material';
import { listConsoleCommands, runConsoleCommand, unlockConsole } from '@stellwerk/contract/system-console';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, isApiError } from '../../lib/api.ts';
import { Form } from '../../ui/form/Form.tsx';
import { FormActions } from '../../ui/form/FormActions.tsx';
import { SecretInput } from '../../ui/form/SecretInput.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { monospaceFamily } from '../../ui/theme/tokens.ts';

/** Commands that read a large log take longer. */
const timeoutMs = 90_000;

interface Entry {
  id: number;
  line: string;
  lines: readonly string[];
  isError: boolean;
}

/** The password again, so that an open browser is not enough. */
function Unlock({ onUnlock }: { onUnlock: () => void }) {
  const { t } = useTranslation('system-console');
  return (
    <Card title={t('unlock.title')}>
      <Typography color="textSecondary" sx={{ mb: 2 }}>
        {t('unlock.text')}
      </Typography>
      <Box sx={{ maxWidth: (theme) => theme.spacing(50) }}>
        <Form
          schema={unlockConsole.body}
          defaultValues={{ password: '' }}
          guarded={false}
          onSubmit={async (body) => {
            await call(unlockConsole, { body });
            onUnlock();
          }}
        >
          <SecretInput
            name="password"
            label={t('unlock.password')}
            isStored={false}
            autoComplete="current-password"
            required
            autoFocus
          />
          <FormActions submitLabel={t('unlock.action')} />
        </Form>
      </Box>
    </Card>
  );
}

const useCommands = () =>
  useQuery({
    queryKey: ['system-console', 'commands'],
    queryFn: async ({ signal }) => (await call(listConsoleCommands, {}, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });

function Terminal({ onLocked }: { onLocked: () => void }) {
  const { t } = useTranslation('system-console');
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [line, setLine] = useState('');
  const [recall, setRecall] = useState(0);
  const end = useRef<HTMLDivElement>(null);
  const commands = useCommands().data ?? [];
  const run = useMutation({
    mutationFn: async (text: string) => (await call(runConsoleCommand, { body: { line: text } }, { timeoutMs })).data,
  });
  const matches = line.includes(' ') ? [] : commands.filter(({ name }) => name.startsWith(line) && name !== line);

  useEffect(() => {
    if (entries.length > 0) end.current?.scrollIntoView({ block: 'nearest' });
  }, [entries]);

  const add = (text: string, lines: readonly string[], isError: boolean) =>
    setEntries((known) => [...known.slice(-99), { id: (known.at(-1)?.id ?? 0) + 1, line: text, lines, isError }]);

  async function send(event: FormEvent) {
    event.preventDefault();
    const text = line.trim();
    if (text === '' || run.isPending) return;
    setLine('');
    setRecall(0);
    try {
      add(text, (await run.mutateAsync(text)).lines, false);
    } catch (error) {
      if (isApiError(error) && error.code === 'CONSOLE_LOCKED') onLocked();
      add(text, [error instanceof Error ? error.message : String(error)], true);
    }
  }

  /** Arrows recall earlier lines. Tab completes a command if only one fits; otherwise it leaves the field as always. */
  function onKey(event: KeyboardEvent) {
    const [only] = matches;
    if (event.key === 'Tab' && !event.shiftKey && line !== '' && only && matches.length === 1) {
      event.preventDefault();
      setLine(only.usage === '' ? only.name : `${only.name} `);
    }
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const next = Math.min(entries.length, Math.max(0, recall + (event.key === 'ArrowUp' ? 1 : -1)));
    setRecall(next);
    setLine(entries.at(-next)?.line ?? '');
  }

  return (
    <Card title={t('terminal')}>
      <Box
        role="log"
        aria-label={t('output')}
        tabIndex={0}
        sx={{
          height: (theme) => theme.spacing(45),
          overflow: 'auto',
          p: 2,
          mb: 1.5,
          borderRadius: 1,
          bgcolor: 'background.raised',
          fontFamily: monospaceFamily,
          fontSize: '0.8125rem',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {entries.length === 0 && <Box sx={{ color: 'text.secondary' }}>{t('begin')}</Box>}
        {entries.map((entry) => (
          <Box key={entry.id} sx={{ mb: 1.5 }}>
            <Box sx={{ fontWeight: 600 }}>{`> ${entry.line}`}</Box>
            <Box sx={entry.isError ? { color: 'error.main' } : {}}>{entry.lines.join('\n')}</Box>
          </Box>
        ))}
        <div ref={end} />
      </Box>
      <Box component="form" onSubmit={send} sx={{ display: 'flex', gap: 1 }}>
        <Box
          component="input"
          aria-label={t('command')}
          placeholder="help"
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          value={line}
          onChange={(event) => setLine(event.target.value)}
          onKeyDown={onKey}
          sx={{
            flex: 1,
            minWidth: 0,
            px: 1.5,
            py: 1,
            font: 'inherit',
            fontFamily: monospaceFamily,
            color: 'text.primary',
            bgcolor: 'background.paper',
            border: 1,
            borderColor: 'border.strong',
            borderRadius: 0.75,
          }}
        />
        <Button type="submit" variant="contained" loading={run.isPending}>
          {t('run')}
        </Button>
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1.5 }}>
        {matches.map(({ name, usage, description }) => (
          <Button key={name} size="small" title={description} onClick={() => setLine(usage === '' ? name : `${name} `)}>
            {`${name} ${usage}`.trim()}
          </Button>
        ))}
      </Box>
    </Card>
  );
}

/** Fixed commands for operators; every line is in the system log. */
export function TerminalPage() {
  const { t } = useTranslation('system-console');
  const [isUnlocked, setUnlocked] = useState(false);
  return (
    <Page id="superadmin-terminal" title={t('title')} description={t('description')}>
      <Alert severity="info" sx={{ mb: 2 }}>
        {t('logged')}
      </Alert>
      {isUnlocked ? <Terminal onLocked={() => setUnlocked(false)} /> : <Unlock onUnlock={() => setUnlocked(true)} />}
    </Page>
  );
}
