import { Avatar, ClickAwayListener, IconButton, Paper, Popper } from '@mui/material';
import type { SessionUser } from '@stellwerk/contract/session';
import { type FocusEvent, type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FeedbackDialog } from '../../features/feedback/index.ts';
import { UserPanel } from './UserPanel.tsx';
import { fullName, initialsOf } from './user-name.ts';

/** Does not cover the page, so that a change of language or colours is visible at once. */
export function UserMenu({ user }: { user: SessionUser }) {
  const { t } = useTranslation('app');
  const [isOpen, setOpen] = useState(false);
  const [isGivingFeedback, setGivingFeedback] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const label = t('userMenu.open', { name: fullName(user), initials: initialsOf(user) });
  const close = () => setOpen(false);

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    close();
    button.current?.focus();
  }

  function closeOnLeave({ currentTarget, relatedTarget }: FocusEvent) {
    const isInside = currentTarget.contains(relatedTarget) || relatedTarget === button.current;
    if (relatedTarget && !isInside) close();
  }

  return (
    <ClickAwayListener onClickAway={close}>
      <div>
        <IconButton
          ref={button}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          sx={{ p: 0.5, borderRadius: '50%' }}
        >
          <Avatar>{initialsOf(user)}</Avatar>
        </IconButton>
        {/* Next to its button in the document, so that Tab moves from the button into the panel. */}
        <Popper open={isOpen} anchorEl={button.current} placement="bottom-end" disablePortal sx={{ zIndex: 'modal' }}>
          <Paper
            role="dialog"
            aria-label={label}
            variant="outlined"
            onKeyDown={closeOnEscape}
            onBlur={closeOnLeave}
            sx={{ width: 280, p: 0.75, mt: 0.5, boxShadow: 4 }}
          >
            <UserPanel
              user={user}
              onClose={close}
              onFeedback={() => {
                close();
                setGivingFeedback(true);
              }}
            />
          </Paper>
        </Popper>
        {isGivingFeedback && (
          <Suspense>
            <FeedbackDialog onClose={() => setGivingFeedback(false)} />
          </Suspense>
        )}
      </div>
    </ClickAwayListener>
  );
}
