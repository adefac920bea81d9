import { Alert, Box, Button, IconButton, Tooltip, Typography } from '@mui/material';
import type { TargetVariable } from '@stellwerk/contract/driver';
import { valueTypes } from '@stellwerk/contract/state';
import { Plus, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { useRows } from '../../../ui/form/use-rows.ts';
import { Card } from '../../../ui/surface/Card.tsx';
import { useDraft } from '../draft/draft-context.ts';
import { CellChoice, CellText } from '../parser/cells.tsx';
import { nameProblems, stateKeyOf } from './variable-names.ts';

const maxVariables = 500;
const columns = 'minmax(9rem, 2fr) minmax(8rem, 2fr) 8rem 6rem minmax(9rem, 2fr) auto';
const headings = ['name', 'title', 'valueType', 'unit', 'expression'] as const;
const blank: TargetVariable = { name: '', title: '', valueType: 'number', unit: '', expression: '' };

interface RowProps {
  variable: TargetVariable;
  index: number;
  problem: string | undefined;
  onChange: (part: Partial<TargetVariable>) => void;
  onRemove: () => void;
}

function VariableRow({ variable, index, problem, onChange, onRemove }: RowProps) {
  const { t } = useTranslation('drivers');
  const { mayEdit, issueAt } = useDraft();
  const named = { name: variable.name || String(index + 1) };
  const namesOf = (part: string) => {
    const caption = t(`variables.${part}`);
    return { caption, label: t('fields.cell', { part: caption, ...named }) };
  };
  const common = { disabled: !mayEdit };
  return (
    <Box
      role="group"
      aria-label={t('variables.row', named)}
      sx={{
        display: 'grid',
        gap: 1,
        alignItems: 'start',
        gridTemplateColumns: { xs: '1fr 1fr', md: columns },
        pb: { xs: 2, md: 0 },
      }}
    >
      <Box>
        <CellText
          {...common}
          {...namesOf('name')}
          value={variable.name}
          placeholder={t('fields.sample')}
          error={problem ?? (variable.name === '' ? issueAt(`variables.${index}.name`) : undefined)}
          onChange={(name) => onChange({ name })}
        />
        {variable.name.includes('.') && (
          <Typography variant="caption" color="textSecondary">
            {t('variables.key', { key: stateKeyOf(variable.name) })}
          </Typography>
        )}
      </Box>
      <CellText {...common} {...namesOf('title')} value={variable.title} onChange={(title) => onChange({ title })} />
      <CellChoice
        {...common}
        {...namesOf('valueType')}
        value={variable.valueType}
        options={valueTypes.map((value) => ({ value, label: t(`valueType.${value}`) }))}
        onChange={(valueType) => onChange({ valueType })}
      />
      <CellText {...common} {...namesOf('unit')} value={variable.unit} onChange={(unit) => onChange({ unit })} />
      <CellText
        {...common}
        {...namesOf('expression')}
        value={variable.expression}
        placeholder={t('variables.expressionSample', { name: variable.name || 'value' })}
        error={issueAt(`variables.${index}.expression`)}
        onChange={(expression) => onChange({ expression })}
      />
      {mayEdit && (
        <Tooltip title={t('variables.remove')}>
          <IconButton
            aria-label={t('variables.removeNamed', named)}
            onClick={onRemove}
            sx={{ alignSelf: { xs: 'end', md: 'start' }, justifySelf: 'end' }}
          >
            <Trash2 aria-hidden />
          </IconButton>
        </Tooltip>
      )}
    </Box>
  );
}

/** What the parser gives: a device made from the driver gets one state for each. */
export function VariablesTab() {
  const { t } = useTranslation('drivers');
  const { content, change, mayEdit, issueAt } = useDraft();
  const { variables } = content;
  const { repeated, caseOnly } = useMemo(() => nameProblems(variables.map(({ name }) => name)), [variables]);
  const set = (next: TargetVariable[]) => change({ variables: next });
  const rows = useRows(variables, set);
  const add = () => set([...variables, blank]);
  const problemOf = ({ name }: TargetVariable, index: number) => {
    if (repeated.has(name)) return t('variables.repeated');
    return issueAt(`variables.${index}.name`) && name !== '' ? t('variables.nameRule') : undefined;
  };
  const addButton = mayEdit && (
    <Button startIcon={<Plus aria-hidden />} disabled={variables.length >= maxVariables} onClick={add}>
      {t('variables.add')}
    </Button>
  );
  return (
    <Card title={t('tab.variables')} action={variables.length > 0 && addButton}>
      <Typography color="textSecondary" sx={{ mb: 2, maxWidth: '48rem' }}>
        {t('variables.help')}
      </Typography>
      {caseOnly.size > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t('variables.caseOnly', { names: [...caseOnly].join(', ') })}
        </Alert>
      )}
      {variables.length === 0 ? (
        <EmptyState compact title={t('variables.none')} description={t('variables.noneText')} action={addButton} />
      ) : (
        <Box sx={{ display: 'grid', gap: 1 }}>
          <Box
            aria-hidden
            sx={{
              display: { xs: 'none', md: 'grid' },
              gap: 1,
              gridTemplateColumns: columns,
              typography: 'caption',
              color: 'text.secondary',
            }}
          >
            {headings.map((name) => (
              <span key={name}>{t(`variables.${name}`)}</span>
            ))}
            {/* As wide as the buttons below. */}
            <Box component="span" sx={{ width: (theme) => theme.spacing(mayEdit ? 4.5 : 0) }} />
          </Box>
          {rows.map(({ key, value: variable, index, change: changeRow, remove }) => (
            <VariableRow
              key={key}
              variable={variable}
              index={index}
              problem={problemOf(variable, index)}
              onChange={changeRow}
              onRemove={remove}
            />
          ))}
        </Box>
      )}
    </Card>
  );
}
