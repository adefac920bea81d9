throw new Error('this kind is broken');

export const manifest = {};
