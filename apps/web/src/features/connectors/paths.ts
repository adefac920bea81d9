export const listPath = '/connectors/list';

export const createPath = (type?: string) =>
  type === undefined ? '/connectors/create' : `/connectors/create?kind=${encodeURIComponent(type)}`;

export type EditTab = 'settings' | 'mutator' | 'packets' | 'log' | 'reference';

export const editPath = ({ id, tenantId }: { id: number; tenantId: number }, tab?: EditTab) =>
  `/connectors/edit/${tenantId}/${id}${tab ? `?tab=${tab}` : ''}`;
