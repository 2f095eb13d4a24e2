import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, afterAll, describe, expect, test } from 'vitest';
import { type TestFolder, testFolder } from '../test-support/run-kb.ts';

const image = 'registry.example.com:5000/team/shop:v1';

describe('images of a project', () => {
  let folder: TestFolder;
  beforeAll(async () => {
    folder = testFolder();
    await folder.kb('init');
  });
  afterAll(() => folder[Symbol.dispose]());

  test.each([
    [['docker-build', '--image', image], {}, [`docker build --tag ${image} .`]],
    [['docker-build'], { CONTAINER_TOOL: 'podman' }, ['podman build --tag controller:latest .']],
    [['docker-build'], { CONTAINER_TOOL: '' }, ['docker build --tag controller:latest .']],
    [['docker-push', '--image', image, '--container-tool', '/opt/nerdctl'], {}, [`/opt/nerdctl push ${image}`]],
    [
      ['docker-buildx', '--image', image],
      {},
      [`docker buildx build --platform linux/amd64,linux/arm64 --tag ${image} --push .`],
    ],
    [
      ['docker-buildx', '--image', image, '--platforms', 'linux/arm/v7'],
      { CONTAINER_TOOL: '/usr/bin/podman' },
      [
        `/usr/bin/podman build --platform linux/arm/v7 --manifest ${image} .`,
        `/usr/bin/podman manifest push --all ${image}`,
      ],
    ],
  ])('%j with %j', async (args, env, lines) => {
    const { code, out } = await folder.kbWith(env, ...args, '--dry-run');
    expect({ code, lines: out.trim().split('\n') }).toEqual({ code: 0, lines });
  });

  test.each([
    [['docker-build', '--image', 'Not An Image'], 1, /KB_INVALID_IMAGE/],
    [['docker-buildx', '--platforms', 'arm64'], 2, /KB_WRONG_FLAGS.*"arm64" is not a list of platforms/s],
    [['docker-push', '--container-tool', './none'], 1, /KB_CONTAINER_TOOL.*there is no program \.\/none/s],
  ])('%j is refused', async (args, code, message) => {
    const before = folder.snapshot();
    const run = await folder.kb(...args);
    expect(run.code).toBe(code);
    expect(run.err).toMatch(message);
    expect(folder.snapshot()).toEqual(before);
  });

  test('runs the tool in the folder of the project, and ends as the tool does', async () => {
    const tool = path.join(folder.path, '..', 'tool');
    writeFileSync(tool, '#!/bin/sh\necho "$PWD $*" > called\nexit 3\n');
    chmodSync(tool, 0o755);
    expect(await folder.kbIn('packages', 'docker-build', '--container-tool', tool)).toMatchObject({ code: 3 });
    expect(folder.read('called')).toMatch(/shop build --tag controller:latest \.\n$/);
  });
});
