import { Button, IconButton, ListSubheader, Menu, MenuItem, Tooltip } from '@mui/material';
import { Braces } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { monospaceFamily } from '../theme/tokens.ts';

export interface PlaceholderGroup {
  title: string;
  /** Placeholder names without braces. */
  names: readonly string[];
}

interface PlaceholderMenuProps {
  groups: readonly PlaceholderGroup[];
  /** Gets the placeholder with its braces, after the menu has returned the focus. */
  onInsert: (placeholder: string) => void;
  /** An icon inside a field, with this label; otherwise a button with text. */
  inField?: string;
  disabled?: boolean;
}

/** A menu of placeholders to insert into a text. */
export function PlaceholderMenu({ groups, onInsert, inField, disabled = false }: PlaceholderMenuProps) {
  const { t } = useTranslation('ui');
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const common = {
    disabled,
    size: 'small',
    'aria-haspopup': 'menu',
    'aria-expanded': anchor !== null,
    'aria-controls': anchor ? id : undefined,
    onClick: ({ currentTarget }: { currentTarget: HTMLElement }) => setAnchor(currentTarget),
  } as const;
  const insert = (name: string) => {
    setAnchor(null);
    setTimeout(() => onInsert(`{{${name}}}`));
  };
  return (
    <>
      {inField === undefined ? (
        <Button {...common} variant="text" startIcon={<Braces aria-hidden />} sx={{ justifySelf: 'start' }}>
          {t('placeholder.insert')}
        </Button>
      ) : (
        <Tooltip title={t('placeholder.insert')}>
          <span>
            <IconButton {...common} edge="end" aria-label={t('placeholder.insertInto', { label: inField })}>
              <Braces aria-hidden />
            </IconButton>
          </span>
        </Tooltip>
      )}
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {groups.flatMap(({ title, names }) => [
          <ListSubheader key={title} role="presentation" sx={{ lineHeight: 2, bgcolor: 'transparent' }}>
            {title}
          </ListSubheader>,
          ...names.map((name) => (
            <MenuItem key={name} onClick={() => insert(name)} sx={{ fontFamily: monospaceFamily }}>
              {`{{${name}}}`}
            </MenuItem>
          )),
        ])}
      </Menu>
    </>
  );
}
