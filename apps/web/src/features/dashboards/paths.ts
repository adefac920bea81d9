export const dashboardsPath = '/dashboards';
export const dashboardPath = (id: number) => `/dashboards/${id}`;
