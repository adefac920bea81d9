import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { type DemoWorld, readDemo } from '@stellwerk/contract/demo';
import { Bell, DoorOpen, LayoutDashboard, type LucideIcon, Map as MapIcon, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../lib/abilities.ts';
import { useFormats } from '../../lib/formats.ts';
import { ConfirmDialog } from '../../ui/feedback/ConfirmDialog.tsx';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { Card } from '../../ui/surface/Card.tsx';
import { useStoredText } from '../../ui/use-stored-text.ts';
import { dashboardPath } from '../dashboards/index.ts';
import { useDemo, useRemoveDemo } from './demo.queries.ts';

interface Place {
  name: 'dashboard' | 'map' | 'room' | 'alarms' | 'people';
  to: string;
  icon: LucideIcon;
}

function placesOf({ tenantId, dashboardId, twinId }: DemoWorld): Place[] {
  return [
    ...(dashboardId === null
      ? []
      : [{ name: 'dashboard' as const, to: dashboardPath(dashboardId), icon: LayoutDashboard }]),
    { name: 'map', to: '/digitaltwin-mgmt?view=map', icon: MapIcon },
    ...(twinId === null ? [] : [{ name: 'room' as const, to: `/digitaltwin-mgmt/${twinId}`, icon: DoorOpen }]),
    { name: 'alarms', to: '/alarm-logs?status=unresolved', icon: Bell },
    { name: 'people', to: `/account-mgmt/${tenantId}?tab=users`, icon: Users },
  ];
}

function Places({ demo }: { demo: DemoWorld }) {
  const { t } = useTranslation('demo');
  return (
    <Box
      component="ul"
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', lg: 'repeat(5, minmax(0, 1fr))' },
        m: 0,
        p: 0,
        listStyle: 'none',
      }}
    >
      {placesOf(demo).map(({ name, to, icon: Icon }) => (
        <Box component="li" key={name} sx={{ display: 'flex', gap: 1.25, minWidth: 0 }}>
          <Box aria-hidden sx={{ display: 'flex', flexShrink: 0, mt: 0.25, color: 'primary.main' }}>
            <Icon size="1.25rem" />
          </Box>
          <Box sx={{ minWidth: 0 }}>
            <InternalLink to={to} sx={{ fontWeight: 500 }}>
              {t(`place.${name}.title`)}
            </InternalLink>
            <Typography variant="body2" color="textSecondary">
              {t(`place.${name}.text`)}
            </Typography>
          </Box>
        </Box>
      ))}
    </Box>
  );
}

function Progress({ demo }: { demo: DemoWorld }) {
  const { t } = useTranslation('demo');
  const formats = useFormats();
  const { state, done, total, deviceCount } = demo;
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <LinearProgress
        variant={total > 0 ? 'determinate' : 'indeterminate'}
        value={share * 100}
        aria-label={t(`${state}.title`)}
      />
      <Typography variant="body2" color="textSecondary" role="status">
        {t(`${state === 'removing' ? 'removing' : 'building'}.progress`, {
          percent: formats.number(Math.round(share * 100)),
          devices: formats.number(deviceCount),
        })}
      </Typography>
    </Box>
  );
}

function Removal({ demo, onClose }: { demo: DemoWorld; onClose: () => void }) {
  const { t } = useTranslation('demo');
  const formats = useFormats();
  const { mutateAsync } = useRemoveDemo();
  return (
    <ConfirmDialog
      open
      title={t('remove.question', { name: demo.tenantName })}
      description={t('remove.text')}
      consequences={[t('remove.devices', { count: demo.deviceCount, number: formats.number(demo.deviceCount) })]}
      confirmLabel={t('remove.confirm')}
      onConfirm={() => mutateAsync()}
      onClose={onClose}
    />
  );
}

function Notice({ demo, onHide }: { demo: DemoWorld; onHide: () => void }) {
  const { t } = useTranslation('demo');
  const [isAsking, setAsking] = useState(false);
  const { state } = demo;
  const isBusy = state === 'building' || state === 'removing';
  return (
    <Card title={t(`${state}.title`)} subtitle={demo.tenantName}>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ maxWidth: '80ch' }}>{t(`${state}.text`)}</Typography>
        {isBusy && <Progress demo={demo} />}
        {state === 'ready' && <Places demo={demo} />}
        {state !== 'removing' && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {!isBusy && <Button onClick={onHide}>{t('hide')}</Button>}
            <Button color="error" startIcon={<Trash2 size="1rem" aria-hidden />} onClick={() => setAsking(true)}>
              {t('remove.action')}
            </Button>
          </Box>
        )}
      </Box>
      {isAsking && <Removal demo={demo} onClose={() => setAsking(false)} />}
    </Card>
  );
}

function Known() {
  const demo = useDemo();
  const [hidden, hide] = useStoredText('demo-notice');
  if (!demo) return null;
  // Of another world than the hidden one it may tell again, and of its end in any case.
  const isHidden = hidden === demo.startedAt && demo.state !== 'removing';
  return isHidden ? null : <Notice demo={demo} onHide={() => hide(demo.startedAt)} />;
}

/** On the start page of system administrators: the demo world while it is built, and ways into it. */
export function DemoNotice() {
  return useCan(readDemo.permission) ? <Known /> : null;
}
