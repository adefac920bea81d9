import { Box } from '@mui/material';
import type { Parameter } from '../document/calls.ts';
import { limitsAt, typeText } from '../document/describe.ts';
import type { SharedSchemas } from '../document/json-schema.ts';
import { LimitTexts } from './LimitTexts.tsx';
import { PartHeading } from './PartHeading.tsx';

export function Parameters({ parameters, shared }: { parameters: readonly Parameter[]; shared: SharedSchemas }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}>
      {parameters.map(({ name, in: place, required, schema }) => (
        <li key={name}>
          <PartHeading name={name} type={typeText(schema, shared)} isRequired={required} isInPath={place === 'path'} />
          <LimitTexts limits={limitsAt(schema, shared)} />
        </li>
      ))}
    </Box>
  );
}
