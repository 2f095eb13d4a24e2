import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

let folder: TestFolder;
beforeAll(async () => {
  folder = testFolder();
  await folder.kb('init', '--domain', 'example.com');
});
afterAll(() => folder[Symbol.dispose]());

const api = ['create', 'api', '--group', 'cache', '--kind', 'Memcached'];

test.each([
  [['--image', 'Mem Cached'], 'is not the name of an image'],
  [['--run-as-user', '1001'], '--run-as-user needs --image'],
  [['--image-container-port', '80'], '--image-container-port needs --image'],
  [['--image', 'memcached', '--image-container-port', '0'], '"0" is not a number from 1 to 65535'],
  [['--image', 'memcached', '--image-container-port', '65536'], '"65536" is not a number from 1 to 65535'],
  [['--image', 'memcached', '--image-container-port', '1e3'], '"1e3" is not a number'],
  [['--image', 'memcached', '--run-as-user', '0'], '"0" is not a number from 1'],
  [['--image', 'memcached', '--run-as-user=-1'], '"-1" is not a number from 1'],
  [['--image', 'memcached', '--image-container-command', 'a,,b'], 'has an empty word'],
  [['--image', 'memcached', '--no-namespaced'], '--image and --no-namespaced exclude each other'],
  [['--image', 'memcached', '--no-controller'], '--image and --no-controller exclude each other'],
])('%j is refused, and nothing is written', async (flags, message) => {
  const before = folder.snapshot();
  const run = await folder.kb(...api, ...flags);
  expect(run.code).toBeGreaterThan(0);
  expect(run.err).toContain(message);
  expect(folder.snapshot()).toEqual(before);
});

test('a kind that runs an image has its settings in types, controller, test and sample', async () => {
  using other = testFolder();
  await other.kb('init', '--domain', 'example.com');
  const image = 'registry.example.com:5000/cache/memcached:1.6';
  const flags = ['--image', image, '--image-container-command', 'memcached,-v', '--image-container-port', '11211'];
  expect(await other.kb(...api, ...flags, '--run-as-user', '1001')).toMatchObject({ code: 0, err: '' });
  expect(other.read('config/samples/cache_v1alpha1_memcached.yaml')).toContain(
    `image: ${image}\n  containerPort: 11211`,
  );
  expect(other.read('config/crd/bases/cache.example.com_memcacheds.yaml')).toMatch(/default: 11211[^]*default: 1\n/);
  const controller = other.read('packages/controller/src/memcached.controller.ts');
  expect(controller).toContain("command: ['memcached', '-v'],");
  expect(controller).toContain('runAsUser: 1001,');
  expect(other.read('packages/controller/src/controllers.ts')).toContain('[memcachedController]');
  expect(other.read('packages/controller/src/memcached.controller.test.ts')).toContain(`toBe('${image}')`);
  expect(await other.kb('generate', '--check')).toMatchObject({ code: 0 });
});
