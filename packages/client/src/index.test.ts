import { execFile } from 'node:child_process';
import fs from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import * as codegen from './codegen/v1.ts';
import * as client from './index.ts';
import { VERSION } from './version.ts';

const run = promisify(execFile);

/** The modules that importing a file of this package loads, by path. */
async function modulesOf(file: string, then = ''): Promise<string[]> {
  const url = new URL(file, import.meta.url).href;
  const script = `
    import { registerHooks } from 'node:module';
    const urls = [];
    registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) });
    const loaded = await import(${JSON.stringify(url)});
    ${then}
    console.log(JSON.stringify(urls));`;
  const args = ['--conditions=@kb/source', '--input-type=module', '-e', script];
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, NODE_OPTIONS: '' } });
  return JSON.parse(stdout) as string[];
}

const heavy = /node_modules\/(undici|@kubernetes|js-yaml)\//;

describe('the main entry', () => {
  test('exports these names', () => {
    expect(Object.keys(client).sort()).toEqual([
      'ConnectionError',
      'CredentialError',
      'InvalidRequestError',
      'KubeConfigError',
      'NoMatchError',
      'StreamError',
      'UnexpectedResponseError',
      'changeOptions',
      'createClient',
      'createRestMapper',
      'createTransport',
      'dryRunClient',
      'fetchTransport',
      'findResource',
      'forwardPort',
      'interceptClient',
      'isConnectionLost',
      'listEach',
      'listPages',
      'loadKubeConfig',
      'namespacedClient',
      'systemClock',
      'systemRandom',
      'uncheckedPatchValue',
      'withFieldOwner',
      'withFieldValidation',
      'withSignal',
    ]);
    expect(Object.keys(codegen)).toEqual(['defineResource']);
  });

  test('exports the version', () => {
    const text = fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8');
    expect((JSON.parse(text) as { version: string }).version).toBe(VERSION);
  });

  test('loads neither undici nor client-node on import', async () => {
    const modules = await modulesOf('./index.ts');
    expect(modules.some((url) => url.endsWith('/create-client.ts'))).toBe(true);
    expect(modules.filter((url) => heavy.test(url))).toEqual([]);
  });

  test('loads one module of client-node to read a kubeconfig', async () => {
    const config = {
      'current-context': 'a',
      clusters: [{ name: 'a', cluster: { server: 'http://a' } }],
      contexts: [{ name: 'a', context: { cluster: 'a' } }],
    };
    const read = `await loaded.loadKubeConfig({ path: '/k', readFile: async () => new TextEncoder().encode(${JSON.stringify(JSON.stringify(config))}) });`;
    const modules = await modulesOf('./index.ts', read);
    expect(modules.filter((url) => url.includes('client-node')).map((url) => url.split('/').at(-1))).toEqual([
      'config_types.js',
    ]);
  });

  test('is not loaded by the module that generated clients import', async () => {
    const modules = await modulesOf('./codegen/v1.ts');
    expect(modules.filter((url) => url.includes('/packages/client/')).map((url) => url.split('/src/')[1])).toEqual([
      'codegen/v1.ts',
    ]);
  });
});
