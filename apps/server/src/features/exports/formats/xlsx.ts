import type { JsonValue } from '../../../platform/history/history.ts';
import { createZonedTime } from '../../state-history/index.ts';
import type { Block } from '../rows/block.ts';
import { columnNames, type FormatInput } from './format.ts';
import { writeZip, type ZipEntry } from './zip.ts';

/** The most rows of a sheet are 1,048,576; the first one is the header. */
const largestSheet = 1_000_000;
const rowsOfPiece = 1_000;
/** Longer texts make programs refuse the file. */
const longestText = 32_767;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Characters that XML 1.0 can't contain, surrogates without their other half included. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
const notInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeXml = (text: string): string =>
  text
    .slice(0, longestText)
    .toWellFormed()
    .replace(notInXml, '')
    .replace(/[&<>"]/g, (character) => entities[character] ?? '');

/** Text cells are never formulas, whatever they begin with. */
const textCell = (text: string | null): string =>
  text === null || text === ''
    ? '<c/>'
    : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;
const numberCell = (value: number, style = 0): string => `<c${style > 0 ? ` s="${style}"` : ''}><v>${value}</v></c>`;

function valueCell(value: JsonValue | undefined): string {
  if (value === null || value === undefined) return '<c/>';
  if (typeof value === 'number') return Number.isFinite(value) ? numberCell(value) : '<c/>';
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  return textCell(typeof value === 'string' ? value : JSON.stringify(value));
}

const dayMs = 86_400_000;
/** Days since 30 December 1899, the numbers of dates in spreadsheets. */
const serialOf = (wall: number): number => wall / dayMs + 25_569;

const dateStyle = 1;
const headerStyle = 2;

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const sheetHead = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="2" width="14" customWidth="1"/><col min="3" max="6" width="24" customWidth="1"/><col min="7" max="7" width="10" customWidth="1"/><col min="8" max="9" width="30" customWidth="1"/><col min="10" max="10" width="16" customWidth="1"/></cols><sheetData>`;
const sheetTail = '</sheetData></worksheet>';

const headerRow = (zone: string): string => {
  const [value = 'value', timestamp = 'timestamp'] = [...columnNames].reverse();
  const names = [...columnNames.slice(0, -2), timestamp, `localTime (${zone})`, value];
  const cells = names.map((name) => `<c s="${headerStyle}" t="inlineStr"><is><t>${escapeXml(name)}</t></is></c>`);
  return `<row>${cells.join('')}</row>`;
};

const workbook = (sheets: number): string => {
  const names = Array.from(
    { length: sheets },
    (_, index) => `<sheet name="${index + 1}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${names.join('')}</sheets></workbook>`;
};

const workbookRelations = (sheets: number): string => {
  const links = Array.from(
    { length: sheets },
    (_, index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
  );
  return `${declaration}<Relationships xmlns="${packaged}/relationships">${links.join('')}<Relationship Id="rId${sheets + 1}" Type="${relations}/styles" Target="styles.xml"/></Relationships>`;
};

const rootRelations = `${declaration}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

const contentTypes = (sheets: number): string => {
  const parts = Array.from(
    { length: sheets },
    (_, index) =>
      `<Override PartName="/xl/worksheets/sheet${index + 1}.xml" ContentType="${contentType}.worksheet+xml"/>`,
  );
  return `${declaration}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>${parts.join('')}<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/></Types>`;
};

/** Rows as XML, in pieces. Times are both unambiguous text and dates of the local clock. */
async function* rowsIn({ blocks, layout: { zone } }: FormatInput): AsyncGenerator<{ text: string; count: number }> {
  const timeOf = createZonedTime(zone);
  const rowOf = (fixed: string, { at, values }: Block, index: number): string => {
    const time = timeOf(at[index] ?? 0);
    // The text is in local time, so without its offset it is the number of the date.
    const local = numberCell(serialOf(Date.parse(`${time.slice(0, 23)}Z`)), dateStyle);
    return `<row>${fixed}${textCell(time)}${local}${valueCell(values[index])}</row>`;
  };
  for await (const block of blocks) {
    const { category, twinId, twinTitle, externalId, key, title, unit } = block.series;
    const texts = [twinTitle, externalId, key, title, unit].map(textCell).join('');
    const fixed = `${textCell(category)}${numberCell(twinId)}${texts}`;
    for (let start = 0; start < block.at.length; start += rowsOfPiece) {
      const end = Math.min(start + rowsOfPiece, block.at.length);
      let text = '';
      for (let index = start; index < end; index += 1) text += rowOf(fixed, block, index);
      yield { text, count: end - start };
    }
  }
}

/** Sheets follow each other while there are rows; the parts that list them come last. */
async function* partsOf(input: FormatInput, rowsOfSheet: number): AsyncGenerator<ZipEntry> {
  const pieces = rowsIn(input)[Symbol.asyncIterator]();
  let next = await pieces.next();
  let sheets = 0;

  async function* sheet(): AsyncGenerator<string> {
    yield sheetHead + headerRow(input.layout.zone);
    for (let rows = 0; !next.done && rows < rowsOfSheet; next = await pieces.next()) {
      rows += next.value.count;
      yield next.value.text;
    }
    const note = next.done ? input.cutNote() : undefined;
    if (note !== undefined) yield `<row>${textCell(note)}</row>`;
    yield sheetTail;
  }

  do {
    sheets += 1;
    yield { name: `xl/worksheets/sheet${sheets}.xml`, content: sheet() };
  } while (!next.done);
  yield { name: 'xl/workbook.xml', content: [workbook(sheets)] };
  yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations(sheets)] };
  yield { name: 'xl/styles.xml', content: [styles] };
  yield { name: '_rels/.rels', content: [rootRelations] };
  yield { name: '[Content_Types].xml', content: [contentTypes(sheets)] };
}

/** Office Open XML (ECMA-376), reduced to what a table needs, and written while the rows are read. */
export const writeXlsx = (input: FormatInput, rowsOfSheet = largestSheet): AsyncGenerator<Buffer> =>
  writeZip(partsOf(input, rowsOfSheet));
