import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { monospaceFamily } from '../../../ui/theme/tokens.ts';

interface PartHeadingProps {
  name: string;
  type: string;
  isRequired?: boolean;
  isInPath?: boolean;
}

/** Name, type and whether it is required. */
export function PartHeading({ name, type, isRequired = false, isInPath = false }: PartHeadingProps) {
  const { t } = useTranslation('api-page');
  return (
    <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
      {name && (
        <Box
          component="code"
          sx={{ fontFamily: monospaceFamily, fontSize: '0.8125rem', fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {name}
        </Box>
      )}
      <Box
        component="span"
        sx={{ fontFamily: monospaceFamily, fontSize: '0.8125rem', color: 'text.secondary', overflowWrap: 'anywhere' }}
      >
        {type}
      </Box>
      {isInPath && (
        <Box component="span" sx={{ typography: 'caption', color: 'text.muted' }}>
          {t('inPath')}
        </Box>
      )}
      {isRequired && (
        <Box component="span" sx={{ typography: 'caption', fontWeight: 600, color: 'warning.main' }}>
          {t('required')}
        </Box>
      )}
    </Box>
  );
}
