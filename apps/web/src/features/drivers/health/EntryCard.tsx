import { Box, IconButton, Tooltip } from '@mui/material';
import { type HealthEntry, healthCategories, healthSeverities } from '@stellwerk/contract/health';
import { checkIn, keysOf, scriptOf } from '@stellwerk/contract/ready-checks';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../../ui/code/CodeEditor.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { TagsField } from '../../../ui/form/TagsField.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { ReadyCheckFields } from '../../devices/index.ts';
import { useDraft } from '../draft/draft-context.ts';
import { checkWords } from '../parser/code-words.ts';

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
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr', lg: '2fr 1fr 1fr 1fr' } }}>
      <TextField
        label={t('health.identifier')}
        value={entry.identifier}
        disabled={!mayEdit}
        error={isRepeated ? t('health.repeated') : problemOf('identifier')}
        help={t('health.identifierHelp')}
        onChange={(identifier) => onChange({ identifier })}
      />
      <SelectField
        label={t('health.category')}
        value={entry.category}
        disabled={!mayEdit}
        options={healthCategories.map((value) => ({ value, label: t(`health.categories.${value}`) }))}
        onChange={(category) => onChange({ category })}
      />
      <SelectField
        label={t('health.severity')}
        value={entry.severity}
        disabled={!mayEdit}
        options={healthSeverities.map((value) => ({ value, label: t(`health.severities.${value}`) }))}
        onChange={(severity) => onChange({ severity })}
      />
      <NumberField
        label={t('health.duration')}
        value={entry.durationMinutes}
        disabled={!mayEdit}
        error={problemOf('durationMinutes')}
        help={t('health.durationHelp')}
        otherwise={() => Number.NaN}
        onChange={(durationMinutes) => onChange({ durationMinutes })}
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
      <TagsField
        label={t('health.stateKeys')}
        help={t('health.stateKeysHelp')}
        suggestions={keys}
        value={entry.stateKeys}
        disabled={!mayEdit}
        onChange={(stateKeys) => onChange({ stateKeys })}
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
          error={issueAt(`health.${index}.message`)}
          help={t('health.messageHelp')}
          onChange={(message) => onChange({ message })}
          maxLength={500}
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
