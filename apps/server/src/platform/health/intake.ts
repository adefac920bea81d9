import type { DiskGuard } from './disk.ts';

export type IntakeRefusal = 'SERVER_STOPPING' | 'INGEST_DISK_NEARLY_FULL';

/** One decision for every way in, HTTP and MQTT alike: is data of devices taken now? */
export interface Intake {
  /** The code that senders are refused with; undefined while data is taken. */
  refusal(): IntakeRefusal | undefined;
  isStopping(): boolean;
  /** The process is about to end: from here on nothing is taken. */
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
