/** All English guides in one chunk, because the search needs all of them. */
export const texts = import.meta.glob<string>('../../../../../docs/guides/en/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
});
