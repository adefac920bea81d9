import { Box } from '@mui/material';
import { schemeColours } from '@stellwerk/contract/branding-colours';
import { useTranslation } from 'react-i18next';
import { useChoice } from '../../lib/storage.ts';
import { BaseField } from '../../ui/form/BaseField.tsx';

const schemes = ['brand', ...(Object.keys(schemeColours) as (keyof typeof schemeColours)[])] as const;

/** The colours of the domain, or others that the user likes better. */
export function ColourSchemeSwitch() {
  const { t } = useTranslation('app');
  const [scheme, choose] = useChoice('colourScheme', 'brand');
  return (
    <Box sx={{ px: 1.25, py: 0.5 }}>
      <BaseField
        select
        label={t('colourScheme.label')}
        value={scheme}
        onChange={({ target }) => choose(schemes.find((each) => each === target.value) ?? 'brand')}
        // A native select: a second popup layer would take the focus, and the menu closes when it loses the focus.
        selectProps={{ native: true }}
      >
        {schemes.map((each) => (
          <option key={each} value={each}>
            {t(`colourScheme.${each}`)}
          </option>
        ))}
      </BaseField>
    </Box>
  );
}
