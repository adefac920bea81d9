import { Box, IconButton, Popover, Typography } from '@mui/material';
import { fillLine } from '@stellwerk/plugin/placeholder';
import { widgetLookup } from '@stellwerk/plugin/widget-texts';
import { X } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { ActionButton } from '../actions/ActionLink.tsx';
import { useEnclosingView } from '../view/view-context.ts';
import { MapPopupFacts } from './MapPopupFacts.tsx';
import type { PictureOf, PictureProps } from './picture-props.ts';

interface MapPicturePopupProps extends Pick<PictureProps, 'isEditing' | 'onAction'> {
  twinId: number;
  twinTitle: string;
  at: { left: number; top: number };
  popup: NonNullable<PictureOf<'map'>['popup']>;
  onClose: () => void;
}

/** Details of one twin on a map: the configured attributes with current values, and the actions. */
export function MapPicturePopup({ twinId, twinTitle, at, popup, isEditing, onAction, onClose }: MapPicturePopupProps) {
  const { t } = useTranslation('dashboards');
  const titleId = useId();
  const parameters = useEnclosingView()?.dataQuery.parameters;
  const title = fillLine(popup.title, widgetLookup({ twin: { id: twinId, title: twinTitle }, parameters }));
  const clickable = { twinId, twinTitle, value: null };
  return (
    <Popover
      open
      onClose={onClose}
      anchorReference="anchorPosition"
      anchorPosition={at}
      transformOrigin={{ horizontal: 'center', vertical: 'top' }}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-labelledby': titleId,
          variant: 'outlined',
          sx: { width: (theme) => `min(22rem, calc(100vw - ${theme.spacing(4)}))`, maxHeight: '60vh' },
        },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'flex-start', gap: 1, pl: 2, pr: 1, pt: 1 }}>
        <Typography
          id={titleId}
          variant="h3"
          component="h2"
          sx={{ flex: 1, minWidth: 0, py: 1, overflowWrap: 'anywhere' }}
        >
          {title || twinTitle}
        </Typography>
        <IconButton aria-label={t('picture.map.closePopup')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </Box>
      <Box sx={{ display: 'grid', gap: 1.5, px: 2, pb: 2 }}>
        {(popup.attributes.length > 0 || popup.showValues) && (
          <MapPopupFacts twinId={twinId} attributes={popup.attributes} showValues={popup.showValues} />
        )}
        {popup.actions.length > 0 && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {withUniqueKeys(popup.actions, (action) => JSON.stringify(action)).map(({ key, item }) => (
              <ActionButton
                key={key}
                action={item}
                clickable={clickable}
                isEditing={isEditing}
                onAction={(action, clicked) => {
                  onClose();
                  onAction(action, clicked);
                }}
              />
            ))}
          </Box>
        )}
      </Box>
    </Popover>
  );
}
