export const driversPath = '/virtual-device-drivers';
export const driverPath = (id: number, tab?: string) => `${driversPath}/${id}${tab ? `?tab=${tab}` : ''}`;
/** The list of devices, narrowed to those of a driver. */
export const devicesOfDriver = (id: number) => `/virtual-devices?driver=${id}`;
export const devicePath = (id: number) => `/virtual-devices/${id}`;
