import { Box, Typography } from '@mui/material';
import { Inbox, Lock, type LucideIcon, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export type EmptyVariant = 'nothing' | 'no-results' | 'no-permission';

export interface EmptyStateProps {
  /** No objects yet, no search results, or no permission: three different texts. */
  variant?: EmptyVariant;
  icon?: LucideIcon;
  /** The kind of objects that will appear here. */
  title?: string;
  /** Why the list is empty and what to do. */
  description?: ReactNode;
  /** The button for that. */
  action?: ReactNode;
  /** Less space around it, inside cards. */
  compact?: boolean;
}

const icons: Record<EmptyVariant, LucideIcon> = { nothing: Inbox, 'no-results': SearchX, 'no-permission': Lock };

export function EmptyState({
  variant = 'nothing',
  icon,
  title,
  description,
  action,
  compact = false,
}: EmptyStateProps) {
  const { t } = useTranslation('ui');
  const Icon = icon ?? icons[variant];
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        textAlign: 'center',
        px: 3,
        py: compact ? 3 : 7,
        gap: 0.5,
      }}
    >
      <Box
        aria-hidden
        sx={{
          display: 'grid',
          placeItems: 'center',
          width: (theme) => theme.spacing(5.5),
          height: (theme) => theme.spacing(5.5),
          mb: 1,
          borderRadius: '50%',
          bgcolor: 'background.raised',
          color: 'text.secondary',
        }}
      >
        <Icon size="1.375rem" />
      </Box>
      <Typography variant="h3" component="p">
        {title ?? t(`empty.${variant}.title`)}
      </Typography>
      <Typography color="textSecondary" sx={{ maxWidth: '26rem' }} component="div">
        {description ?? t(`empty.${variant}.description`)}
      </Typography>
      {action && <Box sx={{ mt: 2 }}>{action}</Box>}
    </Box>
  );
}
