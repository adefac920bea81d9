export const flowsPath = '/connectors/consumers/list';
/** The screen of the list also shows one flow. */
export const flowPath = (id: number) => `${flowsPath}?flow=${id}`;
export const newFlowPath = `${flowsPath}?flow=new`;
export const filtersPath = '/connectors/consumers/filters';
/** The list with the dialog of a filter. */
export const filterPath = (id: number) => `${filtersPath}?filter=${id}`;
export const transformersPath = '/connectors/consumers/transformers';
export const newTransformerPath = `${transformersPath}/create`;
export const transformerPath = (id: number) => `${transformersPath}/${id}`;
