import { Box } from '@mui/material';
import { Replace } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../../ui/form/NumberField.tsx';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { TextField } from '../../../../ui/form/TextField.tsx';
import { ActionMenu } from '../../../../ui/page/ActionMenu.tsx';
import type { PageAction } from '../../../../ui/page/actions.ts';
import type { MetricFact } from './metric-facts.ts';
import type { When } from './tree-edit.ts';

interface OperandInputProps {
  value: When['value'];
  /** Undefined until a metric is chosen. */
  metric: MetricFact | undefined;
  metrics: readonly MetricFact[];
  onChange: (value: When['value']) => void;
  disabled: boolean;
  error: boolean;
}

const grow = { width: 'auto', flex: '1 1 5rem', minWidth: '4rem', maxWidth: { sm: '14rem' } } as const;

/** The operand of a comparison: a number, a text, a boolean, nothing, or another metric. */
export function OperandInput({ value, metric, metrics, onChange, disabled, error }: OperandInputProps) {
  const { t } = useTranslation('rules');
  const [isText, setText] = useState(typeof value === 'string' && value !== '');
  const label = t('condition.value');
  // The sentence around the field is its label, and the row shows the error.
  const common = { label, hideLabel: true, disabled, error, sx: grow };
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
    if (value === null) return <TextField {...common} value={t('words.noValue')} disabled />;
    if (other !== undefined) {
      return (
        <SelectField
          {...common}
          label={t('condition.otherMetric')}
          value={other}
          options={others.map(({ alias, title }) => ({
            value: alias,
            label: alias === title ? alias : `${title} (${alias})`,
          }))}
          onChange={(alias) => onChange({ metric: alias })}
          emptyText={t('condition.chooseMetric')}
        />
      );
    }
    if (isBoolean) {
      return (
        <SelectField
          {...common}
          value={value}
          options={[true, false].map((each) => ({ value: each, label: t(each ? 'words.yes' : 'words.no') }))}
          onChange={onChange}
          emptyText={t('condition.choose')}
        />
      );
    }
    if (isText || kind === 'string') {
      return (
        <TextField
          {...common}
          value={typeof value === 'object' ? '' : String(value)}
          onChange={onChange}
          maxLength={500}
        />
      );
    }
    return (
      <NumberField
        {...common}
        unit={metric?.unit}
        value={typeof value === 'object' || typeof value === 'boolean' ? '' : value}
        // A text that is not a number counts as not entered.
        otherwise={() => ''}
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
