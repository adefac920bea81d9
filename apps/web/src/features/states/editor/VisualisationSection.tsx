import { Box } from '@mui/material';
import { stateLayouts, type Visualisation, visualisationRanges, visualisations } from '@stellwerk/contract/state';
import {
  BatteryMedium,
  Bell,
  ChartLine,
  CircleGauge,
  EyeOff,
  Hash,
  Loader,
  type LucideIcon,
  MapIcon,
  RectangleHorizontal,
  SquareMousePointer,
} from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { SwitchInput } from '../../../ui/form/SwitchInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { Section } from '../../../ui/surface/Section.tsx';
import { ChoiceCards } from './ChoiceCards.tsx';
import { offeredComponents } from './editor-values.ts';
import { pair } from './GeneralFields.tsx';
import { ThresholdsInput } from './ThresholdsInput.tsx';

const icons: Record<Visualisation, LucideIcon> = {
  none: RectangleHorizontal,
  odometer: Hash,
  doughnut: Loader,
  battery: BatteryMedium,
  gauge: CircleGauge,
  map: MapIcon,
  alarmTable: Bell,
  lineChart: ChartLine,
  hidden: EyeOff,
  button: SquareMousePointer,
};

/** Which options a picture has; thresholds make sense for all numbers, because they give the status too. */
const options: Record<Visualisation, readonly ('layout' | 'length' | 'decimals' | 'range' | 'button')[]> = {
  none: ['layout', 'decimals'],
  odometer: ['length', 'decimals'],
  doughnut: ['decimals'],
  battery: ['decimals'],
  gauge: ['decimals'],
  map: ['range'],
  alarmTable: [],
  lineChart: ['range', 'decimals'],
  hidden: [],
  button: ['button'],
};

function ButtonValueInput({ valueType }: { valueType: unknown }) {
  const { t } = useTranslation('states');
  const common = { name: 'visualisation.buttonValue', label: t('field.buttonValue') };
  if (valueType === 'number') return <NumberInput {...common} required />;
  if (valueType === 'boolean') return <SwitchInput {...common} />;
  return <TextInput {...common} required />;
}

function Limits() {
  const { t } = useTranslation('states');
  return (
    <>
      <Box sx={pair}>
        <NumberInput name="visualisation.minimum" label={t('field.minimum')} required />
        <NumberInput name="visualisation.maximum" label={t('field.maximum')} required />
      </Box>
      <ThresholdsInput />
      <SelectInput
        name="visualisation.direction"
        label={t('field.direction')}
        options={(['ascending', 'descending'] as const).map((value) => ({ value, label: t(`direction.${value}`) }))}
      />
    </>
  );
}

/** How the state is drawn on the tiles, with the options of that picture. */
export function VisualisationSection() {
  const { t } = useTranslation('states');
  const form = useFormContext();
  const valueType: unknown = useWatch({ name: 'valueType' });
  const stored: unknown = useWatch({ name: 'visualisation.component' });
  const component = visualisations.find((each) => each === stored) ?? 'none';
  const has = (option: (typeof options)[Visualisation][number]) => options[component].includes(option);
  const offered = offeredComponents.includes(component) ? offeredComponents : [...offeredComponents, component];
  const isNumber = valueType === 'number';
  return (
    <Section title={t('section.visualisation')}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <ChoiceCards
          label={t('column.component')}
          options={offered.map((value) => ({ value, icon: icons[value], label: t(`component.${value}`) }))}
          value={component}
          onChange={(value) => form.setValue('visualisation.component', value, { shouldDirty: true })}
          disabled={form.formState.isSubmitting}
          width="10.5rem"
        />
        <Box sx={{ ...pair, '&:empty': { display: 'none' } }}>
          {has('layout') && (
            <SelectInput
              name="layout"
              label={t('field.layout')}
              options={stateLayouts.map((value) => ({ value, label: t(`layout.${value}`) }))}
            />
          )}
          {has('length') && (
            <NumberInput name="visualisation.minimumLength" label={t('field.minimumLength')} required />
          )}
          {has('decimals') && isNumber && (
            <NumberInput
              name="visualisation.decimals"
              label={t('field.decimals')}
              help={t('field.decimalsHelp')}
              emptyAs="null"
            />
          )}
          {has('range') && (
            <SelectInput
              name="visualisation.timeRange"
              label={t('field.timeRange')}
              options={visualisationRanges.map((value) => ({ value, label: t(`range.${value}`) }))}
            />
          )}
          {has('button') && (
            <>
              <TextInput name="visualisation.buttonLabel" label={t('field.buttonLabel')} maxLength={50} />
              <ButtonValueInput valueType={valueType} />
              <SwitchInput name="visualisation.confirm" label={t('field.confirm')} />
            </>
          )}
        </Box>
        {isNumber && component !== 'button' && component !== 'map' && <Limits />}
      </Box>
    </Section>
  );
}
