import { Box, ButtonBase } from '@mui/material';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { limitsAt, type Part, partsOf, typeText } from '../document/describe.ts';
import type { JsonSchema, SharedSchemas } from '../document/json-schema.ts';
import { LimitTexts } from './LimitTexts.tsx';
import { PartHeading } from './PartHeading.tsx';

/** Deeper levels unfold on demand, because some schemas are recursive. */
const openDepth = 1;

const listStyle = { listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.75, minWidth: 0 } as const;

interface PartLineProps {
  part: Part;
  shared: SharedSchemas;
  depth: number;
}

function PartLine({ part, shared, depth }: PartLineProps) {
  const { t } = useTranslation('api-page');
  const { name, kind, schema, isRequired } = part;
  const inner = partsOf(schema, shared);
  const [isOpen, setOpen] = useState(depth < openDepth);
  const label = kind === 'property' ? name : [t(`part.${kind}`), name].filter(Boolean).join(' ');
  const head = <PartHeading name={label} type={typeText(schema, shared)} isRequired={isRequired} />;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <Box component="li" sx={{ minWidth: 0 }}>
      {inner.length === 0 ? (
        head
      ) : (
        <ButtonBase
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ gap: 0.5, ml: -2.5, textAlign: 'left', font: 'inherit', borderRadius: 0.5, alignItems: 'flex-start' }}
        >
          <Box component="span" aria-hidden sx={{ display: 'flex', width: '1rem', pt: 0.25, color: 'text.secondary' }}>
            <Icon size="1rem" />
          </Box>
          {head}
        </ButtonBase>
      )}
      <LimitTexts limits={limitsAt(schema, shared)} />
      {isOpen && inner.length > 0 && <Parts parts={inner} shared={shared} depth={depth + 1} label={label} />}
    </Box>
  );
}

const nameOf = ({ name, kind, schema }: Part) => name || `${kind} ${schema.$ref ?? schema.type ?? ''}`;

function Parts({ parts, shared, depth, label }: Omit<PartLineProps, 'part'> & { parts: Part[]; label: string }) {
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        ...listStyle,
        mt: depth > 0 ? 0.75 : 0,
        pl: 2.5,
        borderLeft: depth > 0 ? 1 : 0,
        borderColor: 'border.main',
      }}
    >
      {withUniqueKeys(parts, nameOf).map(({ key, item }) => (
        <PartLine key={key} part={item} shared={shared} depth={depth} />
      ))}
    </Box>
  );
}

interface SchemaTreeProps {
  schema: JsonSchema;
  shared: SharedSchemas;
  label: string;
}

/** A schema as a tree: names, types, limits. */
export function SchemaTree({ schema, shared, label }: SchemaTreeProps) {
  const parts = partsOf(schema, shared);
  if (parts.length === 0) {
    return (
      <Box>
        <PartHeading name="" type={typeText(schema, shared)} />
        <LimitTexts limits={limitsAt(schema, shared)} />
      </Box>
    );
  }
  return <Parts parts={parts} shared={shared} depth={0} label={label} />;
}
