import { Box } from '@mui/material';
import { stateLayouts, type Visualisation, visualisations } from '@stellwerk/contract/state';
import { visualisationRanges } from '@stellwerk/contract/visualisation-range';
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
import { Section } from '../../../ui/surface/Section.tsx';
import { ButtonFields } from './ButtonFields.tsx';
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
const options: Record<Visualisation, readonly ('layout' | 'length' | 'decimals' | 'range')[]> = {
  none: ['layout', 'decimals'],
  odometer: ['length', 'decimals'],
  doughnut: ['decimals'],
  battery: ['decimals'],
  gauge: ['decimals'],
  map: ['range'],
  alarmTable: [],
  lineChart: ['range', 'decimals'],
  hidden: [],
  button: [],
};

/** Their value, if they have one, is no number to be judged. */
const withoutLimits: readonly Visualisation[] = ['button', 'map', 'alarmTable'];

function Limits() {
  const { t } = useTranslation('states');
  return (
    <>
      <Box sx={pair}>
        <NumberInput name="visualisation.minimum" label={t('field.minimum')} required />
        <NumberInput name="visualisation.maximum" label={t('field.maximum')} required />
      </Box>
      <ThresholdsInput />
    </>
  );
}

/** How the state is drawn on the tiles, with the options of that picture. */
export function VisualisationSection({ twinId }: { twinId: number }) {
  const { t } = useTranslation('states');
  const form = useFormContext();
  const valueType: unknown = useWatch({ name: 'valueType' });
  const stored: unknown = useWatch({ name: 'visualisation.component' });
  const component = visualisations.find((each) => each === stored) ?? 'none';
  const has = (option: (typeof options)[Visualisation][number]) => options[component].includes(option);
  const isNumber = valueType === 'number';
  const choose = (value: Visualisation) => {
    form.setValue('visualisation.component', value, { shouldDirty: true });
    // Half a command would keep the form from being saved, with no field on the screen that says why.
    if (value !== 'button') form.setValue('visualisation.outbound', null);
  };
  return (
    <Section title={t('section.visualisation')}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <ChoiceCards
          label={t('column.component')}
          options={offeredComponents.map((value) => ({ value, icon: icons[value], label: t(`component.${value}`) }))}
          value={component}
          onChange={choose}
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
        </Box>
        {component === 'button' && <ButtonFields twinId={twinId} valueType={valueType} />}
        {isNumber && !withoutLimits.includes(component) && <Limits />}
      </Box>
    </Section>
  );
}
