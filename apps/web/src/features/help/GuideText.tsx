import { Box, Table, TableBody, TableCell, TableContainer, TableHead, TableRow, Typography } from '@mui/material';
import { astToJSX, type MarkdownToJSX, RuleType } from 'markdown-to-jsx/react';
import { Fragment, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { withUniqueKeys } from '../../lib/unique-keys.ts';
import { InternalLink } from '../../ui/navigation/InternalLink.tsx';
import { monospaceFamily, sizes } from '../../ui/theme/tokens.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { GuideLink } from './GuideLink.tsx';
import { type Guide, type GuideNode, textOfAll } from './guide.ts';

type Render = (nodes: GuideNode[]) => ReactNode;

function Heading({ id, level, children }: { id: string; level: number; children: ReactNode }) {
  const variant = level === 2 ? 'h2' : 'h3';
  return (
    <Typography
      id={id}
      variant={variant}
      tabIndex={-1}
      sx={{
        mt: level === 2 ? 4 : 3,
        mb: 1,
        // Below the sticky toolbar.
        scrollMarginTop: `${sizes.toolbarHeight + sizes.pageMargin}px`,
        breakAfter: 'avoid',
        // It is not a control: the focus only tells screen readers where to continue.
        '&:focus': { outline: 'none' },
      }}
    >
      {children}
    </Typography>
  );
}

/** Paths of screens become links. */
function InlineCode({ text }: { text: string }) {
  const code = (
    <Box
      component="code"
      sx={{
        px: 0.5,
        borderRadius: 0.5,
        bgcolor: 'background.raised',
        fontFamily: monospaceFamily,
        fontSize: '0.875em',
        overflowWrap: 'break-word',
      }}
    >
      {text}
    </Box>
  );
  return /^\/#\/[\w/-]+$/.test(text) ? (
    <InternalLink to={text.slice(2)} underline="always">
      {code}
    </InternalLink>
  ) : (
    code
  );
}

function GuideTable({ node, label, render }: { node: MarkdownToJSX.TableNode; label: string; render: Render }) {
  const cellsOf = (row: GuideNode[][]) => withUniqueKeys(row, textOfAll);
  return (
    <TableContainer
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={{ my: 2, border: 1, borderColor: 'border.main', borderRadius: 1 }}
    >
      <Table
        size="small"
        aria-label={label}
        sx={{ '& td': { verticalAlign: 'top' }, '& tr:last-child td': { border: 0 } }}
      >
        <TableHead>
          <TableRow>
            {cellsOf(node.header).map(({ key, item }) => (
              <TableCell key={key}>{render(item)}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {withUniqueKeys(node.cells, (row) => row.map(textOfAll).join('|')).map(({ key, item: row }) => (
            <TableRow key={key}>
              {cellsOf(row).map(({ key: cellKey, item }) => (
                <TableCell key={cellKey}>{render(item)}</TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** The text of a guide. Unsupported markup, such as HTML, is shown as text. */
export function GuideText({ guide }: { guide: Guide }) {
  const { t } = useTranslation('help');
  const content = useMemo(() => {
    const counts = { code: 0, table: 0 };
    return astToJSX([...guide.nodes], {
      wrapper: Fragment,
      disableParsingRawHTML: true,
      renderRule(next, node, renderChildren, state) {
        const render: Render = (nodes) => renderChildren(nodes, state);
        switch (node.type) {
          case RuleType.heading:
            return (
              <Heading key={state.key} id={node.id} level={node.level}>
                {render(node.children)}
              </Heading>
            );
          case RuleType.codeBlock:
            counts.code += 1;
            return <CodeBlock key={state.key} text={node.text} number={counts.code} />;
          case RuleType.codeInline:
            return <InlineCode key={state.key} text={node.text} />;
          case RuleType.link:
            return (
              <GuideLink key={state.key} target={node.target ?? ''} from={guide.name}>
                {render(node.children)}
              </GuideLink>
            );
          case RuleType.table:
            counts.table += 1;
            return (
              <GuideTable key={state.key} node={node} label={t('table', { number: counts.table })} render={render} />
            );
          default:
            return next();
        }
      },
    });
  }, [guide, t]);
  return (
    <Box
      component="article"
      sx={{
        maxWidth: '48rem',
        minWidth: 0,
        typography: 'body1',
        lineHeight: 1.65,
        overflowWrap: 'break-word',
        '& p': { my: 1.5 },
        '& > p:first-of-type': { mt: 0 },
        '& ul, & ol': { my: 1.5, pl: 3 },
        '& li': { my: 0.5 },
        '& li > p': { my: 0.5 },
        '& strong': { fontWeight: 600 },
      }}
    >
      {content}
    </Box>
  );
}
