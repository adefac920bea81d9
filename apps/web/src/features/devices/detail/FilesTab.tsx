import { ErrorState } from '../../../ui/feedback/ErrorState.tsx';
import { Skeletons } from '../../../ui/feedback/Skeletons.tsx';
import { AttachmentsTab, useTwin } from '../../twins/index.ts';

/** Files hang on the twin that the device is. */
export function FilesTab({ deviceId }: { deviceId: number }) {
  const { data, error, refetch } = useTwin(deviceId);
  if (data) return <AttachmentsTab twin={data} />;
  return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeletons shape="rows" count={3} />;
}
