import { Box, Typography } from '@mui/material';
import type { FavouriteOf, FavouriteSize } from '@stellwerk/contract/favourite';
import { LayoutPanelTop } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { withUniqueKeys } from '../../../lib/unique-keys.ts';
import { Age } from '../../../ui/value/Age.tsx';
import { useWidgetTexts, widgetWebs } from '../../dashboards/index.ts';
import type { TileBodyProps } from './tile-props.ts';

type Widget = FavouriteOf<'dashboard'>['object']['widgets'][number];

/** Maximum number of titles. */
const shown: Record<FavouriteSize, number> = { small: 0, medium: 6, large: 12 };

function WidgetName({ widget }: { widget: Widget }) {
  const texts = useWidgetTexts();
  const Icon = widgetWebs.get(widget.type)?.icon ?? LayoutPanelTop;
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 0.75, minWidth: 0, color: 'text.secondary' }}>
      <Icon size="0.875rem" aria-hidden style={{ flexShrink: 0 }} />
      <Typography noWrap variant="body2" color="inherit">
        {widget.title || texts.title(widget.type)}
      </Typography>
    </Box>
  );
}

/** The content of a dashboard: number and kinds of widgets, and from medium size on their titles. */
export function DashboardBody({ object, size }: TileBodyProps<'dashboard'>) {
  const { t } = useTranslation('home');
  const formats = useFormats();
  const texts = useWidgetTexts();
  const { widgets, widgetCount, updatedAt } = object;
  const named = widgets.slice(0, shown[size]);
  const kinds = [...new Set(widgets.map(({ type }) => type))].map(texts.title).join(', ');
  const count = t('dashboard.widgets', { count: widgetCount, number: formats.number(widgetCount) });
  return (
    <>
      {named.length > 0 ? (
        <Box
          component="ul"
          sx={{
            display: 'grid',
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 9rem), 1fr))',
            columnGap: 2,
            rowGap: 0.5,
            m: 0,
            p: 0,
            listStyle: 'none',
          }}
        >
          {withUniqueKeys(named, ({ type, title }) => `${type} ${title}`).map(({ key, item }) => (
            <WidgetName key={key} widget={item} />
          ))}
        </Box>
      ) : (
        <Typography noWrap color="textSecondary">
          {kinds}
        </Typography>
      )}
      <Typography variant="caption" color="textMuted" sx={{ mt: 'auto' }}>
        {count} · {t('dashboard.changed')} <Age at={updatedAt} />
      </Typography>
    </>
  );
}
