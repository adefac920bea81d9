export const listPath = '/connectors/list';

export const createPath = (type?: string) =>
  type === undefined ? '/connectors/create' : `/connectors/create?kind=${encodeURIComponent(type)}`;

/** The wizard for a device with an id that the connector has received. */
export const newDevicePath = (
  { id, tenantId, tenantName }: { id: number; tenantId: number; tenantName: string },
  externalId: string,
) => {
  // Values of the address are JSON: without quotes, an id of digits would become a number.
  const quoted = { tenantName: JSON.stringify(tenantName), externalId: JSON.stringify(externalId) };
  const search = { connector: String(id), tenant: String(tenantId), ...quoted };
  return `/virtual-devices/create?${new URLSearchParams(search)}`;
};

export type EditTab = 'settings' | 'mutator' | 'packets' | 'unknown' | 'deliveries' | 'log' | 'reference';

export const editPath = ({ id, tenantId }: { id: number; tenantId: number }, tab?: EditTab) =>
  `/connectors/edit/${tenantId}/${id}${tab ? `?tab=${tab}` : ''}`;
