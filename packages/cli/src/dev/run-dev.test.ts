import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { CliError } from '../cli-error.ts';
import { createTerminal } from '../terminal/terminal.ts';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';
import { runDev } from './run-dev.ts';

/** Runs kb dev until its kubeconfig is written and printed, or until another line, and then makes it fail. */
async function devUntilKubeconfig(
  folder: TestFolder,
  then: () => void,
  printed: (text: string) => void = () => undefined,
  last = 'kubectl',
): Promise<string> {
  let err = '';
  const options = {
    once: true,
    samples: true,
    port: 0,
    access: { 'insecure-http': undefined, 'allowed-host': undefined },
  };
  const terminal = {
    ...createTerminal(process),
    print(text: string): void {
      printed(text);
      if (!text.startsWith(last)) return;
      then();
      throw new CliError('KB_OPERATOR_ENDED', 'enough was seen');
    },
    printError: (text: string): void => void (err += text),
  };
  await runDev(options, { cwd: folder.path, env: {}, argv: ['dev'], terminal });
  return err;
}

test('removes its kubeconfig at its end, but not one that another kb dev has written there since', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', '--group', 'shop', '--version', 'v1', '--kind', 'Shop');
  const file = path.join(folder.path, '.kb/kubeconfig');
  let other = '';
  expect(await devUntilKubeconfig(folder, () => (other = folder.read('.kb/kubeconfig')))).toContain(
    'KB_OPERATOR_ENDED',
  );
  expect(existsSync(file)).toBe(false);
  const second = await devUntilKubeconfig(folder, () => {
    expect(folder.read('.kb/kubeconfig')).not.toBe(other);
    folder.write('.kb/kubeconfig', other);
  });
  expect(second).toContain('KB_OPERATOR_ENDED');
  expect(existsSync(file) && folder.read('.kb/kubeconfig')).toBe(other);
});

test('reports the number of generated files, and how many of them changed', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  await folder.kb('create', 'api', '--group', 'shop', '--version', 'v1', '--kind', 'Shop');
  await folder.kb('generate');
  const generated = async (): Promise<string[]> => {
    const lines: string[] = [];
    await devUntilKubeconfig(
      folder,
      () => undefined,
      (text) => void lines.push(text),
    );
    return lines.filter((line) => line.startsWith('Generated'));
  };
  const [count] = /\d+/.exec((await folder.kb('generate')).out) ?? [];
  expect(await generated()).toEqual([`Generated   ${count} files, all up to date`]);
  folder.write('config/rbac/role.yaml', '');
  expect(await generated()).toEqual([`Generated   ${count} files, 1 changed`]);
});

test('prints a line about what the server accepts and does not enforce', async () => {
  using folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
  folder.write(
    'config/crd/bases/policy.yaml',
    'apiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: { name: a, namespace: default }\nspec: { podSelector: {} }\n',
  );
  const lines: string[] = [];
  await devUntilKubeconfig(
    folder,
    () => undefined,
    (text) => void lines.push(text),
    'CRDs',
  );
  expect(lines.filter((line) => line.includes('Not enforced'))).toContainEqual(
    expect.stringContaining(
      'NetworkPolicy default/a: the embedded API server stores NetworkPolicies, and there is no network on which they act',
    ),
  );
});
