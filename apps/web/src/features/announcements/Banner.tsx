import { Alert, Link } from '@mui/material';
import type { OwnAnnouncement } from '@stellwerk/contract/announcement';

interface BannerProps {
  announcement: Pick<OwnAnnouncement, 'type' | 'message' | 'link'>;
  onClose?: () => void;
  closeText?: string;
}

/** One announcement as users see it. Its text is shown as it is, markup included. */
export function Banner({ announcement: { type, message, link }, onClose, closeText }: BannerProps) {
  return (
    <Alert
      severity={type}
      {...(onClose ? { onClose } : {})}
      {...(closeText ? { closeText } : {})}
      sx={{ borderRadius: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
    >
      {message}{' '}
      {link && /^https?:\/\//.test(link.url) && (
        <Link href={link.url} target="_blank" rel="noopener noreferrer" color="inherit" underline="always">
          {link.message}
        </Link>
      )}
    </Alert>
  );
}
