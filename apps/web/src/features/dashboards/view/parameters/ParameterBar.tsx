import { Box, IconButton, Tooltip } from '@mui/material';
import { maxParameterLength } from '@stellwerk/contract/widget';
import { RotateCcw } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { useDebouncedValue } from '../../../../ui/use-debounced-value.ts';
import type { Parameters } from './parameter-values.ts';

interface ParameterFieldProps {
  parameter: Parameters[number];
  value: string;
  onChange: (value: string) => void;
}

function ParameterField({ parameter: { name, label, defaultValue }, value, onChange }: ParameterFieldProps) {
  const { t } = useTranslation('dashboards');
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  // "Back" and links change the address without the field.
  if (known !== value) {
    setKnown(value);
    setTyped(value);
  }
  const rested = useDebouncedValue(typed);
  const tell = useEffectEvent((next: string) => next !== value && onChange(next));
  useEffect(() => void tell(rested), [rested]);
  const shown = label || name;
  return (
    <TextField
      label={shown}
      value={typed}
      onChange={setTyped}
      onKeyDown={({ key }) => key === 'Enter' && typed !== value && onChange(typed)}
      maxLength={maxParameterLength}
      suffix={
        value !== defaultValue && (
          <Tooltip title={t('parameters.reset')}>
            <IconButton
              size="small"
              edge="end"
              aria-label={t('parameters.resetNamed', { name: shown })}
              onClick={() => onChange(defaultValue)}
            >
              <RotateCcw aria-hidden />
            </IconButton>
          </Tooltip>
        )
      }
      sx={{ width: { xs: '100%', sm: '14rem' } }}
    />
  );
}

interface ParameterBarProps {
  parameters: Parameters;
  values: ReadonlyMap<string, string>;
  onChange: (values: ReadonlyMap<string, string>) => void;
}

/** One field per parameter; its value is in the address, so that a link shows the same data. */
export function ParameterBar({ parameters, values, onChange }: ParameterBarProps) {
  const { t } = useTranslation('dashboards');
  if (parameters.length === 0) return null;
  return (
    <Box
      role="group"
      aria-label={t('parameters.title')}
      data-print="hide"
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, pb: 2 }}
    >
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={parameter}
          value={values.get(parameter.name) ?? ''}
          onChange={(value) => onChange(new Map([...values, [parameter.name, value]]))}
        />
      ))}
    </Box>
  );
}
