import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('parses long YAML in the main thread, and reports its errors, if no thread can start', async () => {
  const module = new URL('yaml-thread.ts', import.meta.url).href;
  const program = `
    import { readYamlInThread } from ${JSON.stringify(module)};
    console.log(JSON.stringify((await readYamlInThread('a: 1')).value));
    console.log(await readYamlInThread('a: [').catch(({ name }) => name));
  `;
  const forbidden = ['--permission', '--allow-fs-read=*'];
  const args = ['--conditions=@kb/source', ...forbidden, '--input-type=module', '--eval', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toBe('{"a":1}\nYamlError\n');
});
