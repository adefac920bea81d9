import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { boundTo, type FieldProps, useField } from '../../../../ui/form/form-context.ts';
import { SelectField } from '../../../../ui/form/SelectField.tsx';
import { TextInput } from '../../../../ui/form/TextInput.tsx';
import { light } from '../../../../ui/theme/tokens.ts';
import { hexOr, isOwnColour, seriesColours, statusColours, swatchOf } from './colours.ts';

const own = 'own';

function Swatch({ colour }: { colour: unknown }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{
        display: 'inline-block',
        flexShrink: 0,
        width: '1rem',
        height: '1rem',
        borderRadius: 0.5,
        border: 1,
        borderColor: 'border.strong',
        bgcolor: swatchOf(colour),
      }}
    />
  );
}

/** A colour of the theme by its name, or a custom colour. */
export function ColourInput(props: Pick<FieldProps, 'name' | 'label' | 'help' | 'info'>) {
  const { t } = useTranslation('dashboards');
  const field = useField(props.name);
  const isOwn = isOwnColour(field.value);
  const nameOf = (colour: string) => {
    const number = seriesColours.indexOf(colour) + 1;
    return number > 0 ? t('editor.colour.series', { number }) : t(`editor.colour.${colour}`);
  };
  const options = [...statusColours, ...seriesColours].map((value) => ({
    value,
    label: nameOf(value),
    icon: <Swatch colour={value} />,
  }));
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SelectField<unknown>
        {...boundTo(isOwn ? { ...field, error: undefined } : field, props)}
        value={isOwn ? own : field.value}
        options={[
          ...options,
          { value: own, label: nameOf(own), icon: <Swatch colour={isOwn ? field.value : undefined} /> },
        ]}
        onChange={(next) => field.setValue(next === own ? light.primary : next)}
      />
      {isOwn && (
        <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1 }}>
          <Box
            component="input"
            type="color"
            aria-label={t('editor.colour.pick')}
            value={hexOr(field.value, light.primary)}
            disabled={field.disabled}
            onChange={(event: { target: { value: string } }) => field.setValue(event.target.value)}
            sx={{
              mt: 2.75,
              flexShrink: 0,
              width: (theme) => theme.spacing(4.5),
              height: (theme) => theme.spacing(4.5),
              p: 0.25,
              border: 1,
              borderColor: 'border.strong',
              borderRadius: 0.75,
              bgcolor: 'background.paper',
            }}
          />
          <TextInput name={props.name} label={t('editor.colour.hex')} maxLength={7} />
        </Box>
      )}
    </Box>
  );
}
