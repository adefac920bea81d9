import type { CompletionSource } from '@codemirror/autocomplete';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeEditor } from '../../ui/code/CodeEditor.tsx';
import type { CodeProblem } from '../../ui/code/problems.ts';
import { Card } from '../../ui/surface/Card.tsx';
import { DemoGrid } from './DemoGrid.tsx';

const script = `// Turns the bytes of a packet into values
function parse(packet) {
  const bytes = Buffer.from(packet.payload, 'hex');
  const temperature = bytes.readInt16BE(0) / 10;
  if (temperature > 85) {
    throw new Error("out of range");
  }
  return { temperature, humidity: byte[2], ok: true };
}
`;

const names = ['packet.payload', 'packet.port', 'packet.receivedAt', 'Buffer.from'];
const problems: CodeProblem[] = [{ line: 8, column: 35, message: 'byte is not defined' }];

const complete: CompletionSource = (context) => {
  const word = context.matchBefore(/[\w.]+/);
  if (!word && !context.explicit) return null;
  return { from: word?.from ?? context.pos, options: names.map((label) => ({ label, type: 'property' })) };
};

export function CodeDemo() {
  const { t } = useTranslation('gallery');
  const [code, setCode] = useState(script);
  const [json, setJson] = useState('{\n  "port": 85,\n  "values": [1, 2, 3,]\n}\n');
  return (
    <DemoGrid minWidth="28rem">
      <Card>
        <CodeEditor
          label={t('code.script')}
          value={code}
          onChange={setCode}
          language="javascript"
          complete={complete}
          problems={problems}
          help={t('code.scriptHelp')}
        />
      </Card>
      <Card>
        <CodeEditor label="JSON" value={json} onChange={setJson} language="json" error={t('code.jsonError')} rows={8} />
      </Card>
      <Card>
        <CodeEditor label={t('code.readOnly')} value={json} language="json" rows={8} />
      </Card>
    </DemoGrid>
  );
}
