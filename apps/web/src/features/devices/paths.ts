export const devicesPath = '/virtual-devices';
export const devicePath = (id: number, tab?: string) => `${devicesPath}/${id}${tab ? `?tab=${tab}` : ''}`;
/** Devices ticked in the list; the search and filters of the list go along. */
export const bulkEditPath = (ids: readonly (string | number)[] = [], search: string | URLSearchParams = '') => {
  const parameters = new URLSearchParams(search);
  parameters.delete('page');
  if (ids.length > 0) parameters.set('ids', ids.join('-'));
  return `${devicesPath}/bulk-edit${parameters.size > 0 ? `?${parameters}` : ''}`;
};
export const bulkImportPath = `${devicesPath}/bulk-import`;
export const newDevicePath = `${devicesPath}/create`;
