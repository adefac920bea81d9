import { Box } from '@mui/material';
import { type State, valueTypes } from '@stellwerk/contract/state';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconInput } from '../../../ui/form/IconInput.tsx';
import { NumberInput } from '../../../ui/form/NumberInput.tsx';
import { SelectInput } from '../../../ui/form/SelectInput.tsx';
import { TextInput } from '../../../ui/form/TextInput.tsx';
import { Section } from '../../../ui/surface/Section.tsx';
import { stateIcons } from '../state-icons.ts';
import { FixedKey, KeyInput } from './KeyInput.tsx';

export const pair = { display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } } as const;

/** What a state is called and what its values are. */
export function GeneralFields({ state }: { state: State | undefined }) {
  const { t } = useTranslation('states');
  const isNumber = useWatch({ name: 'valueType' }) === 'number';
  return (
    <Section title={t('section.general')}>
      <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2 }}>
        <TextInput name="title" label={t('field.title')} required maxLength={200} autoFocus={!state} />
        <Box sx={pair}>
          {state ? <FixedKey value={state.key} /> : <KeyInput />}
          <TextInput name="unit" label={t('field.unit')} placeholder="°C" maxLength={30} />
          <SelectInput
            name="valueType"
            label={t('field.valueType')}
            options={valueTypes.map((value) => ({ value, label: t(`valueType.${value}`) }))}
          />
          <NumberInput
            name="validSeconds"
            label={t('field.validSeconds')}
            help={t('field.validSecondsHelp')}
            unit={t('field.seconds')}
            emptyAs="null"
          />
          {isNumber && (
            <>
              <NumberInput
                name="lowerBound"
                label={t('field.lowerBound')}
                info={t('field.boundsInfo')}
                emptyAs="null"
              />
              <NumberInput
                name="upperBound"
                label={t('field.upperBound')}
                info={t('field.boundsInfo')}
                emptyAs="null"
              />
            </>
          )}
        </Box>
        <IconInput name="icon" label={t('field.icon')} icons={stateIcons} labelOf={(icon) => t(`icon.${icon}`)} />
        <SelectInput
          name="geoLink"
          label={t('field.geoLink')}
          info={t('field.geoLinkInfo')}
          emptyAs="null"
          options={(['latitude', 'longitude'] as const).map((value) => ({ value, label: t(`geoLink.${value}`) }))}
        />
      </Box>
    </Section>
  );
}
