import { Box } from '@mui/material';

export interface TagsProps {
  tags: readonly string[];
}

export function Tags({ tags }: TagsProps) {
  return (
    <Box component="ul" sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5, p: 0, m: 0, listStyle: 'none' }}>
      {tags.map((tag) => (
        <Box
          component="li"
          key={tag}
          sx={{
            px: 1,
            border: 1,
            borderColor: 'border.main',
            borderRadius: 0.5,
            bgcolor: 'background.raised',
            color: 'text.secondary',
            typography: 'caption',
            lineHeight: 1.6,
          }}
        >
          {tag}
        </Box>
      ))}
    </Box>
  );
}
