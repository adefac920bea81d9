export const devicesPath = '/virtual-devices';
export const devicePath = (id: number, tab?: string) => `${devicesPath}/${id}${tab ? `?tab=${tab}` : ''}`;
export const newDevicePath = `${devicesPath}/create`;
