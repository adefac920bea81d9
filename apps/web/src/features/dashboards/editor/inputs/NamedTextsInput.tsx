import { Box } from '@mui/material';
import { idFromText } from '@stellwerk/contract/core/id';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SuggestInput } from '../../../../ui/form/SuggestField.tsx';
import { TemplateInput } from '../../../../ui/form/TemplateInput.tsx';
import { useDashboard } from '../../dashboard.queries.ts';
import { useEditing } from '../editor-context.ts';
import { pathOfInput } from '../widget-form.ts';
import type { WidgetInputProps } from './input-props.ts';
import { RowsInput } from './RowsInput.tsx';

interface ParameterRowsProps extends WidgetInputProps {
  /** Path of the field with the dashboard that has these parameters. */
  dashboardPath: string;
}

/** Values for the parameters of another dashboard, whose names are suggested. */
export function ParameterRows({ dashboardPath, ...props }: ParameterRowsProps) {
  const { t } = useTranslation('dashboards');
  const { allPlaceholders } = useEditing();
  const { data, isLoading } = useDashboard(idFromText(useWatch({ name: dashboardPath })));
  const names = data?.customParameters.map(({ name }) => name) ?? [];
  return (
    <RowsInput
      {...props}
      addLabel={t('editor.parameter.add')}
      isWaiting={isLoading}
      blank={(rows) => ({ name: names[rows.length] ?? '', value: '' })}
    >
      {(path) => (
        <Box
          sx={{
            display: 'grid',
            gap: 1.5,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <SuggestInput name={`${path}.name`} label={t('editor.parameter.name')} suggestions={names} required />
          <TemplateInput
            name={`${path}.value`}
            label={t('editor.parameter.value')}
            groups={allPlaceholders}
            maxLength={500}
          />
        </Box>
      )}
    </RowsInput>
  );
}

/** Parameters for the dashboard that the widget shows. */
export function NamedTextsInput(props: WidgetInputProps) {
  const { web } = useEditing();
  return <ParameterRows {...props} dashboardPath={`options.${pathOfInput(web, 'dashboard') ?? 'dashboard'}`} />;
}
