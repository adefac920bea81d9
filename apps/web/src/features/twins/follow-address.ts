export interface Located {
  address: string;
  latitude: number | null;
  longitude: number | null;
  isAddressLinked: boolean;
}

/** The shortest text that the service searches. */
export const shortestAddress = 3;

/** Whether an address was changed alone, so that linked coordinates have to follow it. */
export const addressChanged = (values: Located, before: Located): boolean =>
  values.isAddressLinked &&
  values.address.trim() !== before.address.trim() &&
  values.address.trim().length >= shortestAddress &&
  values.latitude === before.latitude &&
  values.longitude === before.longitude;
