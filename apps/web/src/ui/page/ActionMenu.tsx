import { Box, IconButton, Menu, MenuItem, Typography } from '@mui/material';
import { Ellipsis } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigation } from '../navigation/use-navigation.ts';
import type { PageAction } from './actions.ts';

export interface ActionMenuProps {
  actions: readonly PageAction[];
  /** Name for screen readers; by default "More actions". */
  label?: string;
  /** Without a border, for rows and cards. */
  plain?: boolean;
  icon?: ReactNode;
}

function DisabledText({ text, reason }: { text: string; reason: string }) {
  return (
    <Box component="span">
      {text}
      <Typography variant="caption" sx={{ display: 'block' }}>
        {reason}
      </Typography>
    </Box>
  );
}

/** Secondary actions behind three dots. */
export function ActionMenu({ actions, label, plain = false, icon }: ActionMenuProps) {
  const { t } = useTranslation('ui');
  const { go } = useNavigation();
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const ordered = [...actions.filter((action) => !action.danger), ...actions.filter((action) => action.danger)];
  const run = ({ to, onClick }: PageAction) => {
    setAnchor(null);
    if (to === undefined) onClick?.();
    else go(to);
  };
  return (
    <>
      <IconButton
        aria-label={label ?? t('page.more')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={plain ? {} : { border: 1, borderColor: 'border.strong', bgcolor: 'background.paper' }}
      >
        {icon ?? <Ellipsis aria-hidden />}
      </IconButton>
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {ordered.map((action) => {
          const { label: text, icon: Icon, disabledReason, danger } = action;
          return (
            <MenuItem
              key={text}
              disabled={disabledReason !== undefined}
              onClick={() => run(action)}
              sx={danger ? { color: 'error.main', '&& > svg': { color: 'inherit' } } : {}}
            >
              {Icon && <Icon aria-hidden />}
              {disabledReason === undefined ? text : <DisabledText text={text} reason={disabledReason} />}
            </MenuItem>
          );
        })}
      </Menu>
    </>
  );
}
