export const templatesPath = '/device-templates';
export const templatePath = (id: number, tab?: string) => `${templatesPath}/${id}${tab ? `?tab=${tab}` : ''}`;
export const devicePath = (id: number) => `/virtual-devices/${id}`;
