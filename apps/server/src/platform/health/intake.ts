import type { DiskGuard } from './disk.ts';

export type IntakeRefusal = 'SERVER_STOPPING' | 'INGEST_DISK_NEARLY_FULL';

/** Decides for all transports, HTTP and MQTT alike, whether data of devices is currently accepted. */
export interface Intake {
  /** The error code for refused senders; undefined while data is accepted. */
  refusal(): IntakeRefusal | undefined;
  isStopping(): boolean;
  /** Called when the process is about to end: no data is accepted afterwards. */
  stop(): void;
}

export function createIntake({ disk }: { disk: Pick<DiskGuard, 'hasRoom'> }): Intake {
  let isStopping = false;
  return {
    refusal() {
      if (isStopping) return 'SERVER_STOPPING';
      return disk.hasRoom() ? undefined : 'INGEST_DISK_NEARLY_FULL';
    },
    isStopping: () => isStopping,
    stop() {
      isStopping = true;
    },
  };
}
