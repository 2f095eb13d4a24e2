import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startComponent, waitForComponent } from './component.ts';
import { startSupervisor } from './supervisor.ts';
import { deadlineIn, waitUntil } from '../wait.ts';

test('a component that does not get ready fails with the tail of its log', async () => {
  const supervisor = await startSupervisor(mkdtempSync(join(tmpdir(), 'kb-component-')));
  try {
    const script = "console.log('still thinking'); setInterval(() => {}, 1 << 30)";
    const component = await startComponent(supervisor, 'etcd', process.execPath, ['-e', script]);
    const said = async (): Promise<true | undefined> =>
      readFileSync(component.logFile, 'utf8').includes('thinking') || undefined;
    await waitUntil(said, { what: 'its log', deadline: deadlineIn(120_000) });
    const waiting = waitForComponent(component, { what: 'etcd to be healthy', deadline: deadlineIn(0) }, () =>
      Promise.resolve(undefined),
    );
    await expect(waiting).rejects.toMatchObject({
      code: 'KB_TIMEOUT',
      message: expect.stringMatching(/^gave up waiting for etcd to be healthy[^]*still thinking/),
    });
  } finally {
    await supervisor.stop();
  }
});
