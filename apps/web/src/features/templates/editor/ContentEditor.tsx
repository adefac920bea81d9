import { Box } from '@mui/material';
import type { TemplateContent } from '@stellwerk/contract/device-template';
import { GeneralCard } from './GeneralCard.tsx';
import { HealthCard } from './HealthCard.tsx';
import type { TemplateNames } from './names.ts';
import { PropertiesCard } from './PropertiesCard.tsx';
import { RulesCard } from './RulesCard.tsx';
import { StatesCard } from './StatesCard.tsx';

interface ContentEditorProps {
  content: TemplateContent;
  names: TemplateNames;
  driverVersion: number | null;
  /** Undefined: read-only. */
  onChange: ((part: Partial<TemplateContent>) => void) | undefined;
}

/** Everything that a template sets on its devices. */
export function ContentEditor({ content, names, driverVersion, onChange }: ContentEditorProps) {
  return (
    <Box
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
    >
      <GeneralCard content={content} names={names} onChange={onChange} />
      <PropertiesCard
        properties={content.properties}
        onChange={onChange && ((properties) => onChange({ properties }))}
      />
      <StatesCard
        content={content}
        driverVersion={driverVersion}
        onChange={onChange && ((states) => onChange({ states }))}
      />
      <RulesCard content={content} onChange={onChange && ((rules) => onChange({ rules }))} />
      <HealthCard
        entries={content.healthConfig}
        keys={content.states.map(({ key }) => key)}
        onChange={onChange && ((healthConfig) => onChange({ healthConfig }))}
      />
    </Box>
  );
}
