import { Alert, Box, Button, Collapse, IconButton, Tooltip, Typography } from '@mui/material';
import type { RouteAnswer } from '@stellwerk/contract/core/route';
import type { ParserTest, runParserTests } from '@stellwerk/contract/driver-workbench';
import { ChevronDown, ChevronRight, CornerUpLeft, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusChip } from '../../../ui/status/StatusChip.tsx';
import { DifferenceTable } from './DifferenceTable.tsx';
import { differencesOf, shortText, testedValues } from './value-diff.ts';

type TestResult = RouteAnswer<typeof runParserTests>['data'][number];

interface TestListProps {
  tests: readonly ParserTest[];
  /** Undefined until they were run. */
  results: readonly TestResult[] | undefined;
  onLoad?: (test: ParserTest) => void;
  onDrop?: ((test: ParserTest) => unknown) | undefined;
}

interface TestRowProps extends Omit<TestListProps, 'tests' | 'results'> {
  test: ParserTest;
  result: TestResult | undefined;
}

function TestDetail({ test, result }: Pick<TestRowProps, 'test' | 'result'>) {
  const { t } = useTranslation('drivers');
  if (!result || result.passed) {
    return (
      <Typography variant="body2" component="div" sx={{ overflowWrap: 'anywhere' }}>
        {Object.entries(test.expected).map(([name, value]) => (
          <div key={name}>{`${name}: ${shortText(value)}`}</div>
        ))}
      </Typography>
    );
  }
  const { error, variables } = result.result;
  const { error: expectedError, ...expected } = result.expected;
  // A parser may be expected to report an error; what it said stands above the table.
  const isReport = error?.code === 'PARSER_REPORTED';
  const differences = differencesOf(isReport ? expected : result.expected, testedValues(variables));
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {error && <Alert severity="error">{error.message}</Alert>}
      {isReport && expectedError !== undefined && (
        <Typography variant="body2">{`${t('tests.expected')}: ${shortText(expectedError)}`}</Typography>
      )}
      {differences.length > 0 && (
        <DifferenceTable
          label={t('tests.differences', { title: test.title })}
          before={t('tests.expected')}
          after={t('tests.actual')}
          differences={differences}
        />
      )}
    </Box>
  );
}

function TestRow({ test, result, onLoad, onDrop }: TestRowProps) {
  const { t } = useTranslation('drivers');
  const id = useId();
  const hasFailed = result?.passed === false;
  const [opened, setOpened] = useState<boolean>();
  const isOpen = opened ?? hasFailed;
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'border.main', '&:last-of-type': { borderBottom: 0 } }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, py: 0.5 }}>
        <Button
          variant="text"
          size="small"
          startIcon={<Icon aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpened(!isOpen)}
          sx={{ flex: 1, minWidth: 0, justifyContent: 'flex-start', textAlign: 'left', overflowWrap: 'anywhere' }}
        >
          {test.title}
        </Button>
        {result && (
          <StatusChip
            status={result.passed ? 'ok' : 'error'}
            label={t(result.passed ? 'tests.passed' : 'tests.failed')}
          />
        )}
        {onLoad && (
          <Tooltip title={t('tests.load')}>
            <IconButton
              size="small"
              aria-label={t('tests.loadNamed', { title: test.title })}
              onClick={() => onLoad(test)}
            >
              <CornerUpLeft aria-hidden />
            </IconButton>
          </Tooltip>
        )}
        {onDrop && (
          <Tooltip title={t('tests.drop')}>
            <IconButton
              size="small"
              aria-label={t('tests.dropNamed', { title: test.title })}
              onClick={() => void onDrop(test)}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </Tooltip>
        )}
      </Box>
      <Collapse in={isOpen} unmountOnExit id={id}>
        <Box sx={{ pl: 3.5, pb: 1 }}>
          <TestDetail test={test} result={result} />
        </Box>
      </Collapse>
    </Box>
  );
}

/** Tests with what they gave; those that failed show why. */
export function TestList({ tests, results, ...rest }: TestListProps) {
  const { t } = useTranslation('drivers');
  return (
    <Box component="ul" aria-label={t('tests.title')} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {tests.map((test) => (
        <TestRow key={test.id} test={test} result={results?.find(({ id }) => id === test.id)} {...rest} />
      ))}
    </Box>
  );
}
