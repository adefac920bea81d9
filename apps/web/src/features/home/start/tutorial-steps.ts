import { useCan } from '../../../lib/abilities.ts';
import { useSession } from '../../../lib/session.ts';
import { useHasConnectors, useHasDrivers, useTutorialDevice } from '../home.queries.ts';

export const stepNames = ['prerequisites', 'connector', 'driver', 'device'] as const;
export type StepName = (typeof stepNames)[number];

/** A condition of a step that is met by itself as soon as the object exists. */
export interface Condition {
  name: 'account' | 'mayConnect' | 'mayCreate' | 'hasConnector' | 'hasDriver' | 'hasDevice' | 'hasPacket';
  isMet: boolean;
}

export interface TutorialStep {
  name: StepName;
  /** The screen on which the step is done; absent for conditions that only an administrator can meet. */
  to?: string;
  isAllowed: boolean;
  isDone: boolean;
  conditions: Condition[];
}

/** The steps to the first values. They watch the real objects, regardless of who creates them and how. */
export function useTutorialSteps(): {
  steps: TutorialStep[];
  next: StepName | undefined;
  deviceId: number | undefined;
} {
  const session = useSession();
  const mayConnect = useCan('all.manage');
  const mayDrive = useCan('DeviceDriver.manage');
  const mayCreate = useCan('VirtualDevice.manage');
  const seesDevices = useCan('VirtualDevice.read') || mayCreate;
  const seesDrivers = useCan('DeviceDriver.read') || mayDrive;
  const hasConnector = useHasConnectors(seesDevices || mayConnect).data ?? false;
  const hasDriver = useHasDrivers(seesDrivers).data ?? false;
  const { data: device } = useTutorialDevice(seesDevices);
  const step = (name: StepName, isAllowed: boolean, conditions: Condition[], to?: string): TutorialStep => ({
    ...{ name, isAllowed, conditions, isDone: conditions.every(({ isMet }) => isMet) },
    ...(to ? { to } : {}),
  });
  const steps = [
    step('prerequisites', false, [
      { name: 'account', isMet: session !== null && session !== undefined },
      // Somebody else may have created the connector already.
      { name: 'mayConnect', isMet: mayConnect || hasConnector },
      { name: 'mayCreate', isMet: mayCreate },
    ]),
    step('connector', mayConnect, [{ name: 'hasConnector', isMet: hasConnector }], '/connectors/create'),
    step('driver', mayDrive, [{ name: 'hasDriver', isMet: hasDriver }], '/virtual-device-drivers'),
    step(
      'device',
      mayCreate,
      [
        { name: 'hasDevice', isMet: device !== undefined },
        { name: 'hasPacket', isMet: device?.lastSeenAt != null },
      ],
      device ? `/virtual-devices/${device.id}?tab=packets` : '/virtual-devices/create',
    ),
  ];
  return { steps, next: steps.find(({ isDone }) => !isDone)?.name, deviceId: device?.id };
}
