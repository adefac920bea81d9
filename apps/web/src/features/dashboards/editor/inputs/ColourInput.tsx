import { Box, MenuItem } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { FramedTextField } from '../../../../ui/form/FramedTextField.tsx';
import { type FieldProps, useField } from '../../../../ui/form/form-context.ts';
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

/** A colour of the theme by its name, or one's own. */
export function ColourInput(props: Pick<FieldProps, 'name' | 'label' | 'help' | 'info'>) {
  const { t } = useTranslation('dashboards');
  const field = useField(props.name);
  const isOwn = isOwnColour(field.value);
  const nameOf = (colour: string) => {
    const number = seriesColours.indexOf(colour) + 1;
    return number > 0 ? t('editor.colour.series', { number }) : t(`editor.colour.${colour}`);
  };
  const offered = [...statusColours, ...seriesColours];
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <FramedTextField
        field={isOwn ? { ...field, error: undefined } : field}
        common={props}
        select
        value={isOwn ? own : field.value}
        onChange={({ target }) => field.setValue(target.value === own ? light.primary : target.value)}
        slotProps={{
          select: {
            renderValue: (value) => (
              <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
                <Swatch colour={field.value} />
                <Box component="span" sx={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' }}>
                  {nameOf(String(value))}
                </Box>
              </Box>
            ),
          },
        }}
      >
        {offered.map((colour) => (
          <MenuItem key={colour} value={colour} sx={{ gap: 1 }}>
            <Swatch colour={colour} />
            {nameOf(colour)}
          </MenuItem>
        ))}
        <MenuItem value={own} sx={{ gap: 1 }}>
          <Swatch colour={isOwn ? field.value : undefined} />
          {nameOf(own)}
        </MenuItem>
      </FramedTextField>
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
