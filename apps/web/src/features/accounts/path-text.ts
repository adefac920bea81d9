/** The path of an account from the top: `City / Works`. */
export const pathText = (path: readonly { name: string }[]): string => path.map(({ name }) => name).join(' / ');
