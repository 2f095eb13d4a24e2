import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startOperator } from './operator-process.ts';

test('kb dev makes the operator serve its webhooks on loopback', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kb-operator-'));
  const main = path.join(folder, 'main.mjs');
  writeFileSync(main, `console.log('webhooks on ' + process.env.WEBHOOK_BIND_ADDRESS);\nprocess.exit(0);\n`);
  const lines: string[] = [];
  try {
    const operator = startOperator({
      main,
      cwd: folder,
      kubeconfig: path.join(folder, 'config'),
      onLine: (line) => void lines.push(line),
    });
    expect([await operator.exited, lines]).toEqual([0, ['webhooks on 127.0.0.1:9443']]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
