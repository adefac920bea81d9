import { Box, Button, Tooltip } from '@mui/material';
import { useNavigation } from '../navigation/use-navigation.ts';
import type { PageAction } from './actions.ts';

export interface ActionButtonProps {
  action: PageAction;
  primary?: boolean;
}

export function ActionButton({ action, primary = false }: ActionButtonProps) {
  const { go } = useNavigation();
  const { label, icon: Icon, onClick, to, disabledReason } = action;
  const button = (
    <Button
      variant={primary ? 'contained' : 'outlined'}
      disabled={disabledReason !== undefined}
      {...(Icon ? { startIcon: <Icon aria-hidden /> } : {})}
      onClick={() => (to === undefined ? onClick?.() : go(to))}
    >
      {label}
    </Button>
  );
  if (disabledReason === undefined) return button;
  // A disabled button takes no focus, so its reason would be unreachable without the wrapper.
  return (
    <Tooltip title={disabledReason}>
      <Box component="span" role="note" tabIndex={0} aria-label={`${label}: ${disabledReason}`}>
        {button}
      </Box>
    </Tooltip>
  );
}
