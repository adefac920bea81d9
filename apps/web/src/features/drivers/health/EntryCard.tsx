import { Autocomplete, Box, IconButton, MenuItem, TextField, Tooltip } from '@mui/material';
import { type HealthEntry, healthCategories, healthSeverities } from '@stellwerk/contract/health';
import { checkIn, keysOf, scriptOf } from '@stellwerk/contract/ready-checks';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { checkWords } from '../parser/code-words.ts';
import { ReadyCheckFields } from './ReadyCheckFields.tsx';

interface EntryCardProps {
  entry: HealthEntry;
  index: number;
  /** Of the states that devices of the driver have. */
  keys: readonly string[];
  isExpert: boolean;
  isRepeated: boolean;
  onChange: (part: Partial<HealthEntry>) => void;
  onRemove: () => void;
}

function GeneralFields({ entry, index, isRepeated, onChange }: EntryCardProps) {
  const { t } = useTranslation('drivers');
  const { mayEdit, issueAt } = useDraft();
  const problemOf = (part: string) => issueAt(`health.${index}.${part}`);
  const identifierProblem = isRepeated ? t('health.repeated') : problemOf('identifier');
  const durationProblem = problemOf('durationMinutes');
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '2fr 1fr 1fr 1fr' } }}>
      <TextField
        label={t('health.identifier')}
        value={entry.identifier}
        disabled={!mayEdit}
        error={identifierProblem !== undefined}
        helperText={identifierProblem ?? t('health.identifierHelp')}
        onChange={({ target }) => onChange({ identifier: target.value })}
      />
      <TextField
        select
        label={t('health.category')}
        value={entry.category}
        disabled={!mayEdit}
        onChange={({ target }) =>
          onChange({ category: healthCategories.find((name) => name === target.value) ?? entry.category })
        }
      >
        {healthCategories.map((name) => (
          <MenuItem key={name} value={name}>
            {t(`health.categories.${name}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        label={t('health.severity')}
        value={entry.severity}
        disabled={!mayEdit}
        onChange={({ target }) =>
          onChange({ severity: healthSeverities.find((name) => name === target.value) ?? entry.severity })
        }
      >
        {healthSeverities.map((name) => (
          <MenuItem key={name} value={name}>
            {t(`health.severities.${name}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        label={t('health.duration')}
        type="number"
        value={Number.isNaN(entry.durationMinutes) ? '' : entry.durationMinutes}
        disabled={!mayEdit}
        error={durationProblem !== undefined}
        helperText={durationProblem ?? t('health.durationHelp')}
        onChange={({ target }) =>
          onChange({ durationMinutes: target.value === '' ? Number.NaN : Number(target.value) })
        }
        slotProps={{ htmlInput: { min: 0 } }}
      />
    </Box>
  );
}

function ScriptFields({ entry, index, keys, onChange }: EntryCardProps) {
  const { t } = useTranslation('drivers');
  const { mayEdit, issueAt } = useDraft();
  const words = useMemo(() => checkWords(keys), [keys]);
  const problem = issueAt(`health.${index}.check`);
  return (
    <>
      <Autocomplete
        multiple
        freeSolo
        options={keys.filter((key) => !entry.stateKeys.includes(key))}
        value={entry.stateKeys}
        disabled={!mayEdit}
        onChange={(_, next) => onChange({ stateKeys: [...new Set(next)] })}
        renderInput={(params) => (
          <TextField {...params} label={t('health.stateKeys')} helperText={t('health.stateKeysHelp')} />
        )}
      />
      <CodeEditor
        label={t('health.check')}
        help={t('health.checkHelp')}
        {...(problem === undefined ? {} : { error: problem })}
        language="javascript"
        rows={10}
        words={words}
        value={entry.check}
        onChange={mayEdit ? (check) => onChange({ check }) : undefined}
      />
    </>
  );
}

/** One check. Those that a form can express are shown as one, unless somebody wants to see the script. */
export function EntryCard(props: EntryCardProps) {
  const { entry, index, keys, isExpert, onChange, onRemove } = props;
  const { t } = useTranslation('drivers');
  const { mayEdit, issueAt } = useDraft();
  const ready = useMemo(() => checkIn(entry.check), [entry.check]);
  const messageProblem = issueAt(`health.${index}.message`);
  return (
    <Box
      component="section"
      aria-label={t('health.entry', { name: entry.identifier })}
      sx={{ border: 1, borderColor: 'border.main', borderRadius: 1, p: 2, display: 'flex', gap: 1 }}
    >
      <Box sx={{ display: 'grid', gap: 2, flex: 1, minWidth: 0 }}>
        <GeneralFields {...props} />
        {ready && !isExpert ? (
          <ReadyCheckFields
            check={ready}
            keys={keys}
            disabled={!mayEdit}
            onChange={(check) => onChange({ check: scriptOf(check), stateKeys: keysOf(check) })}
          />
        ) : (
          <ScriptFields {...props} />
        )}
        <TextField
          label={t('health.message')}
          value={entry.message}
          disabled={!mayEdit}
          required
          error={messageProblem !== undefined}
          helperText={messageProblem ?? t('health.messageHelp')}
          onChange={({ target }) => onChange({ message: target.value })}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      </Box>
      {mayEdit && (
        <Tooltip title={t('health.remove')}>
          <IconButton
            aria-label={t('health.removeNamed', { name: entry.identifier })}
            onClick={onRemove}
            sx={{ alignSelf: 'flex-start' }}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}
