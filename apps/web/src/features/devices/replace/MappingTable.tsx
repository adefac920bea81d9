import { Alert, Box, Typography } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { type Choices, doubled, newVariables, type Preview, variableFor } from './mapping.ts';

interface MappingTableProps {
  preview: Preview;
  choices: Choices;
  onChoose: (stateId: number, variable: string | null) => void;
}

const none = '';

/** Each data state with the variable of the new sensor that feeds it from now on. */
export function MappingTable({ preview, choices, onChoose }: MappingTableProps) {
  const { t } = useTranslation('devices');
  const { states, variables } = preview;
  const twice = doubled(preview, choices);
  const added = newVariables(preview, choices);
  const options = [
    { value: none, label: t('replace.none'), isNone: true },
    ...variables.map(({ name, unit }) => ({ value: name, label: unit ? `${name} (${unit})` : name })),
  ];
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Typography variant="h3">{t('replace.mapping')}</Typography>
      {states.length === 0 && <Typography color="textSecondary">{t('replace.noStates')}</Typography>}
      <Box component="ul" sx={{ display: 'grid', gap: 2, m: 0, p: 0, listStyle: 'none' }}>
        {states.map((state) => {
          const chosen = variableFor(state, choices);
          const found = variables.find(({ name }) => name === chosen);
          const help = () => {
            if (chosen === null) return t('replace.stays');
            if (found && found.valueType !== state.valueType) return t('replace.otherType');
            if (found && found.unit !== state.unit) return t('replace.otherUnit', { unit: found.unit || '—' });
            return undefined;
          };
          const error = chosen !== null && twice.has(chosen) ? t('replace.twice') : undefined;
          return (
            <Box
              component="li"
              key={state.id}
              sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, alignItems: 'start' }}
            >
              <Box sx={{ minWidth: 0 }}>
                <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
                  {state.unit ? `${state.title} (${state.unit})` : state.title}
                </Typography>
                <Typography variant="caption" color="textMuted">
                  {t('replace.until', { variable: state.variable })}
                </Typography>
              </Box>
              <SelectField
                label={t('replace.variableFor', { title: state.title })}
                hideLabel
                value={chosen ?? none}
                options={options}
                onChange={(name) => onChoose(state.id, name === none ? null : name)}
                help={help()}
                error={error}
              />
            </Box>
          );
        })}
      </Box>
      {added.length > 0 && (
        <Alert severity="info">{t('replace.added', { count: added.length, names: added.join(', ') })}</Alert>
      )}
    </Box>
  );
}
