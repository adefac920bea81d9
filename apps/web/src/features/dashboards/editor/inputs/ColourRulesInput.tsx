import { Box } from '@mui/material';
import { markerOperators } from '@stellwerk/contract/widget';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../../ui/form/SelectInput.tsx';
import { TextInput } from '../../../../ui/form/TextInput.tsx';
import { ColourInput } from './ColourInput.tsx';
import { blankRule, byValue, ruleParts } from './colour-rules.ts';
import { Cell, FieldChoice } from './FieldChoice.tsx';
import type { WidgetInputProps } from './input-props.ts';
import { RowsInput } from './RowsInput.tsx';

/**
 * The colours for values. Thresholds begin at their value and are sorted by it; rules compare, and the first match
 * counts, so that the user orders them.
 */
export function ColourRulesInput(props: WidgetInputProps) {
  const { t } = useTranslation('dashboards');
  const parts = ruleParts(props.schema);
  const { hasField, hasOperator, hasNumber } = parts;
  const word = hasOperator ? 'rule' : 'threshold';
  const Value = hasNumber ? NumberInput : TextInput;
  return (
    <RowsInput
      {...props}
      addLabel={t(`editor.colours.${word}.add`)}
      emptyText={t(`editor.colours.${word}.none`)}
      blank={(rows) => blankRule(parts, rows)}
      sortable={hasOperator}
      {...(hasOperator ? {} : { inOrder: byValue })}
    >
      {(path) => {
        const operator = (
          <SelectInput
            name={`${path}.operator`}
            label={t('editor.colours.operator')}
            options={markerOperators.map((value) => ({ value, label: t(`editor.operator.${value}`) }))}
          />
        );
        const value = <Value name={`${path}.value`} label={t(`editor.colours.${word}.value`)} required={hasNumber} />;
        const colour = <ColourInput name={`${path}.color`} label={t('editor.colours.colour')} />;
        if (hasField) {
          return (
            <FieldChoice path={path}>
              {(hasKey) => (
                <>
                  <Cell columns={hasKey ? 4 : 7}>{operator}</Cell>
                  <Cell columns={hasKey ? 4 : 5}>{value}</Cell>
                  <Cell columns={hasKey ? 4 : 7}>{colour}</Cell>
                </>
              )}
            </FieldChoice>
          );
        }
        return (
          <Box
            sx={{
              display: 'grid',
              gap: 1.5,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: `repeat(${hasOperator ? 3 : 2}, minmax(0, 1fr))` },
            }}
          >
            {hasOperator && operator}
            {value}
            {colour}
          </Box>
        );
      }}
    </RowsInput>
  );
}
