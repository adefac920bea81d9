import { Box, ButtonBase, Chip, Menu, MenuItem } from '@mui/material';
import { mappingLimits } from '@stellwerk/contract/field-mapping';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monospaceFamily } from '../../../../ui/theme/tokens.ts';
import {
  type FieldUse,
  isReadable,
  type MappingDraft,
  type Path,
  type PickedField,
  usesFor,
  usesOf,
} from './mapping-draft.ts';

interface JsonFieldsProps {
  label: string;
  from: PickedField['from'];
  value: unknown;
  draft: MappingDraft;
  onAssign: (use: FieldUse, picked: PickedField) => void;
}

/** Of long lists, the first entries show what the others hold. */
const shownEntries = 20;
const shownLength = 60;

interface Row {
  path: Path;
  name: string;
  value: unknown;
}

function childrenOf({ path, value }: Row): Row[] {
  if (typeof value !== 'object' || value === null || path.length >= mappingLimits.depth) return [];
  if (Array.isArray(value)) {
    return value
      .slice(0, shownEntries)
      .map((each, index) => ({ path: [...path, index], name: `[${index}]`, value: each }));
  }
  return Object.entries(value).map(([name, each]) => ({ path: [...path, name], name, value: each }));
}

function textOf(value: unknown, t: (key: string, values: { count: number }) => string): string {
  if (Array.isArray(value)) return t('mapping.entries', { count: value.length });
  if (typeof value === 'object' && value !== null) return '{…}';
  const text = JSON.stringify(value) ?? '';
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}

/** A message whose fields can be clicked to say what they are. */
export function JsonFields({ label, from, value, draft, onAssign }: JsonFieldsProps) {
  const { t } = useTranslation('connectors');
  const menuId = useId();
  const [chosen, setChosen] = useState<{ anchor: HTMLElement; picked: PickedField }>();

  function rows(parent: Row) {
    const members = childrenOf(parent);
    if (members.length === 0) return null;
    return (
      <Box component="ul" sx={{ m: 0, p: 0, pl: parent.path.length === 0 ? 0 : 2, listStyle: 'none' }}>
        {members.map((row) => {
          // A list at the top is a list of messages, each of which is read by itself.
          const path = from === 'body' && Array.isArray(value) ? row.path.slice(1) : row.path;
          const picked: PickedField = { from, path, value: row.value };
          const uses = path.length > 0 ? usesOf(draft, picked) : [];
          return (
            <li key={row.name}>
              <ButtonBase
                disabled={!isReadable(path)}
                aria-haspopup="menu"
                onClick={({ currentTarget }) => setChosen({ anchor: currentTarget, picked })}
                sx={{
                  display: 'flex',
                  flexWrap: 'wrap',
                  justifyContent: 'flex-start',
                  columnGap: 1,
                  width: '100%',
                  minHeight: '1.75rem',
                  px: 0.75,
                  borderRadius: 0.5,
                  textAlign: 'left',
                  fontFamily: monospaceFamily,
                  fontSize: '0.8125rem',
                  overflowWrap: 'anywhere',
                  '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
                }}
              >
                <Box component="span" sx={{ color: 'text.secondary' }}>
                  {`${row.name}:`}
                </Box>
                <span>{textOf(row.value, t)}</span>
                {uses.map((use) => (
                  <Chip key={use} size="small" color="primary" label={t(`mapping.use.${use}`)} />
                ))}
              </ButtonBase>
              {rows(row)}
            </li>
          );
        })}
      </Box>
    );
  }

  return (
    <Box
      role="group"
      aria-label={label}
      sx={{ maxHeight: '28rem', overflow: 'auto', p: 1, border: 1, borderColor: 'border.main', borderRadius: 1 }}
    >
      {rows({ path: [], name: '', value })}
      <Menu
        id={menuId}
        open={chosen !== undefined}
        anchorEl={chosen?.anchor ?? null}
        onClose={() => setChosen(undefined)}
      >
        {chosen &&
          usesFor(chosen.picked, draft).map((use) => (
            <MenuItem
              key={use}
              onClick={() => {
                onAssign(use, chosen.picked);
                setChosen(undefined);
              }}
            >
              {t(`mapping.as.${use}`)}
            </MenuItem>
          ))}
      </Menu>
    </Box>
  );
}
