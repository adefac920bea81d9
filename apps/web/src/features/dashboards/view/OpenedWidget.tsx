import { Box, Dialog, IconButton, Typography } from '@mui/material';
import type { Widget } from '@stellwerk/contract/dashboard';
import { X } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { WidgetData } from './data/use-widget-data.ts';
import { useElementHeight } from './grid/use-element-height.ts';
import { WidgetContent } from './grid/WidgetContent.tsx';
import { useWidgetName } from './grid/WidgetFrame.tsx';

interface OpenedWidgetProps {
  widget: Widget;
  data: WidgetData;
  parameters: ReadonlyMap<string, string>;
  onClose: () => void;
}

function LargeContent({ widget, data, parameters }: Omit<OpenedWidgetProps, 'onClose'>) {
  const body = useRef<HTMLDivElement>(null);
  const heightPx = useElementHeight(body);
  const { name } = useWidgetName(widget, parameters);
  return (
    <Box ref={body} sx={{ position: 'relative', flex: 1, minHeight: 0 }}>
      <Box sx={{ position: 'absolute', inset: 0 }}>
        {heightPx !== undefined && (
          <WidgetContent
            widget={widget}
            kind={data.widgets.find(({ id }) => id === widget.id)}
            answer={data.answers?.get(widget.id)}
            span={data.spanOf(widget.id)}
            parameters={parameters}
            title={name}
            heightPx={heightPx}
            isEditing={false}
            onRetry={() => void data.refreshOne(widget.id).catch(() => undefined)}
          />
        )}
      </Box>
    </Box>
  );
}

/** One widget in full screen. */
export function OpenedWidget({ widget, data, parameters, onClose }: OpenedWidgetProps) {
  const { t } = useTranslation('dashboards');
  const titleId = useId();
  const { name } = useWidgetName(widget, parameters);
  return (
    <Dialog
      open
      fullScreen
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { border: 0, borderRadius: 0, p: 2, gap: 1.5 } } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Typography id={titleId} variant="h1" noWrap sx={{ flex: 1, minWidth: 0, fontSize: '1.25rem' }}>
          {name}
        </Typography>
        <IconButton aria-label={t('close')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </Box>
      <LargeContent widget={widget} data={data} parameters={parameters} />
    </Dialog>
  );
}
