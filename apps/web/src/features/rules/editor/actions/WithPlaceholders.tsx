import { Box, Button, ListSubheader, Menu, MenuItem } from '@mui/material';
import { Braces } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { monospaceFamily } from '../../../../ui/theme/tokens.ts';
import { useEditor } from '../editor-context.ts';
import type { RuleDraft } from '../rule-draft.ts';
import { insertInto, type Placeholder, placeholdersOf, textElementOf } from './placeholders.ts';

const kinds: readonly Placeholder['kind'][] = ['metric', 'twin', 'rule'];

/** Fields around which a button inserts placeholders into the one that was used last. */
export function WithPlaceholders({ children }: { children: ReactNode }) {
  const { t } = useTranslation('rules');
  const { twin, mayEdit } = useEditor();
  const metrics = useWatch<RuleDraft, 'metrics'>({ name: 'metrics' });
  const room = useRef<HTMLDivElement>(null);
  const last = useRef<ReturnType<typeof textElementOf>>(undefined);
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const offered = placeholdersOf(
    metrics.map(({ alias }) => alias).filter((alias) => alias !== ''),
    twin,
  );

  function insert(name: string) {
    setAnchor(null);
    const isThere = last.current && room.current?.contains(last.current);
    const fields = [...(room.current?.querySelectorAll('input, textarea') ?? [])];
    const target = isThere ? last.current : fields.map(textElementOf).find((each) => each !== undefined);
    // After the menu has given the keyboard back to its button.
    if (target) setTimeout(() => insertInto(target, `{{${name}}}`));
  }

  return (
    <Box
      ref={room}
      onFocus={({ target }) => {
        last.current = textElementOf(target) ?? last.current;
      }}
      sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      {children}
      {mayEdit && (
        <Button
          size="small"
          variant="text"
          startIcon={<Braces aria-hidden />}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-controls={anchor ? id : undefined}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
          sx={{ justifySelf: 'start' }}
        >
          {t('placeholder.insert')}
        </Button>
      )}
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {kinds.flatMap((kind) => [
          <ListSubheader key={kind} role="presentation" sx={{ lineHeight: 2, bgcolor: 'transparent' }}>
            {t(`placeholder.${kind}`)}
          </ListSubheader>,
          ...offered
            .filter((each) => each.kind === kind)
            .map(({ name }) => (
              <MenuItem key={name} onClick={() => insert(name)} sx={{ fontFamily: monospaceFamily }}>
                {`{{${name}}}`}
              </MenuItem>
            )),
        ])}
      </Menu>
    </Box>
  );
}
