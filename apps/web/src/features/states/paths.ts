/** The tab with the states of a twin. */
export const twinStatesPath = (twinId: number) => `/digitaltwin-mgmt/${twinId}?tab=states`;

export const twinPath = (twinId: number) => `/digitaltwin-mgmt/${twinId}`;
