import { Box } from '@mui/material';
import { Cpu } from 'lucide-react';
import { driverImageAddress } from './driver-file.queries.ts';

interface DriverImageProps {
  driver: { id: number; hasImage: boolean; updatedAt: string };
  /** In units of the grid. */
  size: number;
}

/** The picture of a device, or a sign where there is none; the name stands beside it. */
export function DriverImage({ driver, size }: DriverImageProps) {
  const { id, hasImage, updatedAt } = driver;
  return (
    <Box
      aria-hidden
      sx={{
        display: 'grid',
        placeItems: 'center',
        flexShrink: 0,
        width: (theme) => theme.spacing(size),
        height: (theme) => theme.spacing(size),
        border: 1,
        borderColor: 'border.main',
        borderRadius: 0.75,
        bgcolor: 'background.raised',
        color: 'text.muted',
        overflow: 'hidden',
      }}
    >
      {hasImage ? (
        <Box
          component="img"
          src={driverImageAddress(id, updatedAt)}
          alt=""
          loading="lazy"
          sx={{ width: '100%', height: '100%', objectFit: 'contain' }}
        />
      ) : (
        <Cpu size="50%" />
      )}
    </Box>
  );
}
