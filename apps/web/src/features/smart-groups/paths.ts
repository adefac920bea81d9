export const groupsPath = '/virtual-device-groups';
export const groupPath = (id: number, tab?: string) => `${groupsPath}/${id}${tab ? `?tab=${tab}` : ''}`;
