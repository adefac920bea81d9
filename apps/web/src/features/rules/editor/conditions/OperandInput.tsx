import { Box, InputAdornment, TextField } from '@mui/material';
import type { ConditionScalar } from '@stellwerk/contract/rule';
import { Replace } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../lib/formats.ts';
import { numberToText, parseNumberText } from '../../../../ui/form/number-text.ts';
import { ActionMenu } from '../../../../ui/page/ActionMenu.tsx';
import type { PageAction } from '../../../../ui/page/actions.ts';
import { PlainSelect } from '../PlainSelect.tsx';
import type { MetricFact } from './metric-facts.ts';
import type { When } from './tree-edit.ts';

interface OperandInputProps {
  value: When['value'];
  /** Undefined while none is chosen. */
  metric: MetricFact | undefined;
  metrics: readonly MetricFact[];
  onChange: (value: When['value']) => void;
  disabled: boolean;
  error: boolean;
}

interface ScalarProps {
  value: string | number;
  label: string;
  onChange: (value: ConditionScalar) => void;
  disabled: boolean;
  error: boolean;
}

const grow = { flex: '1 1 5rem', minWidth: '4rem', maxWidth: { sm: '14rem' } } as const;

function NumberField({ value, label, unit, onChange, ...state }: ScalarProps & { unit: string }) {
  const { locale } = useFormats();
  const textOf = (given: string | number) => (typeof given === 'number' ? numberToText(given, locale) : given);
  const [typed, setTyped] = useState({ text: textOf(value), value });
  if (!Object.is(typed.value, value)) setTyped({ text: textOf(value), value });
  const change = (text: string) => {
    const number = parseNumberText(text, locale);
    // What is no number yet counts as not entered.
    const next = number === undefined || Number.isNaN(number) ? '' : number;
    setTyped({ text, value: next });
    onChange(next);
  };
  return (
    <TextField
      {...state}
      value={typed.text}
      fullWidth={false}
      sx={grow}
      onChange={({ target }) => change(target.value)}
      slotProps={{
        htmlInput: { 'aria-label': label, inputMode: 'decimal' },
        input: unit ? { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> } : {},
      }}
    />
  );
}

/** What is compared with: a number, a text, yes or no, nothing, or another metric. */
export function OperandInput({ value, metric, metrics, onChange, disabled, error }: OperandInputProps) {
  const { t } = useTranslation('rules');
  const [isText, setText] = useState(typeof value === 'string' && value !== '');
  const label = t('condition.value');
  const state = { label, disabled, error };
  const kind = metric?.valueType ?? 'number';
  const others = metrics.filter(({ alias }) => alias !== metric?.alias);
  const other = typeof value === 'object' && value !== null ? value.metric : undefined;
  const isBoolean = typeof value === 'boolean' || (kind === 'boolean' && value === '' && !isText);

  const become = (next: When['value'], asText = false) => {
    setText(asText);
    onChange(next);
  };
  const kinds: PageAction[] = [
    { label: t('condition.kind.number'), onClick: () => become('') },
    { label: t('condition.kind.text'), onClick: () => become('', true) },
    { label: t('condition.kind.boolean'), onClick: () => become(true) },
    { label: t('condition.kind.none'), onClick: () => become(null) },
    {
      label: t('condition.kind.metric'),
      onClick: () => become({ metric: others[0]?.alias ?? '' }),
      disabledReason: others.length === 0 ? t('condition.kind.noMetric') : undefined,
    },
  ];

  function input() {
    if (value === null)
      return (
        <TextField
          value={t('words.noValue')}
          fullWidth={false}
          disabled
          sx={grow}
          slotProps={{ htmlInput: { 'aria-label': label } }}
        />
      );
    if (other !== undefined) {
      return (
        <PlainSelect
          label={t('condition.otherMetric')}
          value={other}
          options={others.map(({ alias, title }) => ({
            value: alias,
            label: alias === title ? alias : `${title} (${alias})`,
          }))}
          onChange={(alias) => onChange({ metric: alias })}
          placeholder={t('condition.chooseMetric')}
          disabled={disabled}
          error={error}
          sx={grow}
        />
      );
    }
    if (isBoolean) {
      return (
        <PlainSelect
          {...state}
          value={typeof value === 'boolean' ? String(value) : undefined}
          options={['true', 'false'].map((each) => ({
            value: each,
            label: t(each === 'true' ? 'words.yes' : 'words.no'),
          }))}
          onChange={(each) => onChange(each === 'true')}
          placeholder={t('condition.choose')}
          sx={grow}
        />
      );
    }
    if (isText || kind === 'string') {
      return (
        <TextField
          value={typeof value === 'object' ? '' : String(value)}
          fullWidth={false}
          disabled={disabled}
          error={error}
          sx={grow}
          onChange={({ target }) => onChange(target.value)}
          slotProps={{ htmlInput: { 'aria-label': label, maxLength: 500 } }}
        />
      );
    }
    return (
      <NumberField
        {...state}
        unit={metric?.unit ?? ''}
        value={typeof value === 'object' || typeof value === 'boolean' ? '' : value}
        onChange={onChange}
      />
    );
  }

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.25, flex: '1 1 8rem', minWidth: 0 }}>
      {input()}
      {!disabled && (
        <ActionMenu plain actions={kinds} label={t('condition.kind.label')} icon={<Replace aria-hidden />} />
      )}
    </Box>
  );
}
