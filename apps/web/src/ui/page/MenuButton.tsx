import { Button, type ButtonProps, Menu } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';

interface MenuButtonProps extends Pick<ButtonProps, 'size' | 'startIcon' | 'disabled' | 'variant'> {
  label: string;
  /** The entries; each closes the menu before its action. */
  children: (close: () => void) => ReactNode;
}

/** A button with a menu of things to add or insert. Actions on an object use `ActionMenu`. */
export function MenuButton({ label, children, ...button }: MenuButtonProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const close = () => setAnchor(null);
  return (
    <>
      <Button
        {...button}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ justifySelf: 'start' }}
      >
        {label}
      </Button>
      <Menu id={id} open={anchor !== null} anchorEl={anchor} onClose={close}>
        {children(close)}
      </Menu>
    </>
  );
}
