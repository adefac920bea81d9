/** Not what it says. */
export const manifest = { type: 'something-else' };
