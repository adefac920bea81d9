/** Its type differs from its folder, which the server must refuse. */
export const manifest = { type: 'something-else' };
