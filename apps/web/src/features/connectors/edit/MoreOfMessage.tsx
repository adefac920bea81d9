import { Box, Button, Collapse } from '@mui/material';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/form/TextField.tsx';
import type { TestMessage } from './test-message.ts';

interface MoreOfMessageProps {
  message: TestMessage;
  onChange: (next: TestMessage) => void;
}

/** Topic, headers and query of a message, which most messages do without. */
export function MoreOfMessage({ message, onChange }: MoreOfMessageProps) {
  const { t } = useTranslation('connectors');
  const [isOpen, setOpen] = useState(false);
  const Icon = isOpen ? ChevronDown : ChevronRight;
  const part = (name: 'topic' | 'headers' | 'query') => (
    <TextField
      label={t(`tester.${name}`)}
      value={message[name]}
      placeholder={t(`tester.${name}Sample`)}
      onChange={(text) => onChange({ ...message, [name]: text })}
      {...(name === 'topic' ? {} : { rows: 2, help: t('tester.pairsHelp') })}
    />
  );
  return (
    <Box>
      <Button
        variant="text"
        size="small"
        startIcon={<Icon aria-hidden />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {t('tester.more')}
      </Button>
      <Collapse in={isOpen} unmountOnExit>
        <Box sx={{ display: 'grid', gap: 2, pt: 1.5 }}>
          {part('topic')}
          {part('headers')}
          {part('query')}
        </Box>
      </Collapse>
    </Box>
  );
}
