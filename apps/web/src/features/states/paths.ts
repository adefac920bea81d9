/** The tab with the states of a twin. */
export const twinStatesPath = (twinId: number) => `/digitaltwin-mgmt/${twinId}?tab=states`;

export const deviceStatesPath = (deviceId: number) => `/virtual-devices/${deviceId}?tab=states`;

export const twinPath = (twinId: number) => `/digitaltwin-mgmt/${twinId}`;

/** A dashboard that shows a state. */
export const dashboardPath = (id: number) => `/dashboards/${id}`;

/** A rule that uses a state. */
export const rulePath = (twinId: number, ruleId: number) => `/digitaltwin-mgmt/${twinId}/rules/${ruleId}`;
