import { Box } from '@mui/material';
import { type AttributeField, attributeFields } from '@stellwerk/contract/widget';
import type { ComponentType, ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { FieldProps } from '../../../../ui/form/form-context.ts';
import { SelectInput } from '../../../../ui/form/SelectInput.tsx';
import { SuggestInput } from '../../../../ui/form/SuggestField.tsx';
import { useEditing } from '../editor-context.ts';
import { StateKeyInput } from './StateInput.tsx';

function KeyValueKeyInput(props: FieldProps) {
  const { data } = useEditing().found;
  return <SuggestInput {...props} suggestions={data?.keyValueKeys ?? []} />;
}

function ParameterInput(props: FieldProps) {
  const { customParameters } = useEditing().dashboard;
  const options = customParameters.map(({ name, label }) => ({ value: name, label: label || name }));
  return <SelectInput {...props} options={options} />;
}

/** Fields that need a key. */
const keyInputs: Partial<Record<AttributeField, ComponentType<FieldProps>>> = {
  state: StateKeyInput,
  keyValue: KeyValueKeyInput,
  customParameter: ParameterInput,
};

interface FieldChoiceProps {
  path: string;
  /** Content beside the field, or below it where a key input is beside it. */
  children: (hasKey: boolean) => ReactNode;
}

const span = (columns: number) => ({ gridColumn: { xs: '1 / -1', sm: `span ${columns}` }, minWidth: 0 });

/** One cell of the row around a field, in twelfths of the width. */
export const Cell = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <Box sx={span(columns)}>{children}</Box>
);

/** An attribute of twins: a field, with a key for states, key-value pairs and parameters. */
export function FieldChoice({ path, children }: FieldChoiceProps) {
  const { t } = useTranslation('dashboards');
  const chosen: unknown = useWatch({ name: `${path}.field` });
  const field = attributeFields.find((each) => each === chosen);
  const KeyInput = field && keyInputs[field];
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(12, minmax(0, 1fr))' },
      }}
    >
      <Cell columns={5}>
        <SelectInput
          name={`${path}.field`}
          label={t('editor.attribute.field')}
          options={attributeFields.map((value) => ({ value, label: t(`editor.field.${value}`) }))}
        />
      </Cell>
      {KeyInput && (
        <Cell columns={7}>
          <KeyInput key={field} name={`${path}.key`} label={t(`editor.attribute.key.${field}`)} required />
        </Cell>
      )}
      {children(KeyInput !== undefined)}
    </Box>
  );
}
