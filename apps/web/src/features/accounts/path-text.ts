/** Where an account lies, from the top: `City / Works`. */
export const pathText = (path: readonly { name: string }[]): string => path.map(({ name }) => name).join(' / ');
