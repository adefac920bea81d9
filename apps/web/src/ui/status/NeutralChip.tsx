import { Chip } from '@mui/material';

export interface NeutralChipProps {
  label: string;
}

/** A grey word beside a status, such as a lifecycle phase, without any warning. */
export function NeutralChip({ label }: NeutralChipProps) {
  return <Chip label={label} />;
}
