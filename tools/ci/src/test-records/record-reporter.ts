import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import { recordsFolder, type SkippedTest, type TestRecord } from './test-record.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** A reporter for vitest that writes the package's {@link TestRecord}. Partial runs write none. */
export function recordReporter(): Reporter {
  let vitest: Vitest | undefined;
  let start = 0;
  return {
    onInit(instance) {
      vitest = instance;
      start = performance.now();
    },
    async onTestRunEnd(modules) {
      if (vitest === undefined || (await isPartial(vitest, modules))) return;
      const { name } = JSON.parse(readFileSync(join(vitest.config.root, 'package.json'), 'utf8')) as { name: string };
      const file = join(recordsFolder, `${name}.json`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, `${JSON.stringify(recordOf(name, modules, performance.now() - start), undefined, 2)}\n`);
    },
  };
}

async function isPartial(vitest: Vitest, modules: readonly TestModule[]): Promise<boolean> {
  if (vitest.config.testNamePattern !== undefined) return true;
  return modules.length < (await vitest.globTestSpecifications()).length;
}

function recordOf(name: string, modules: readonly TestModule[], ms: number): TestRecord {
  const cases = modules.flatMap((module) => [...module.children.allTests()]);
  return {
    name,
    tests: cases.length,
    failed: cases.filter((test) => test.result().state === 'failed').length,
    seconds: Math.round(ms / 100) / 10,
    skipped: cases.filter((test) => test.result().state === 'skipped').map(skippedTest),
  };
}

function skippedTest(test: TestCase): SkippedTest {
  const titles = [test.name];
  for (let at = test.parent; at.type === 'suite'; at = at.parent) titles.unshift(at.name);
  return { file: relative(root, test.module.moduleId).replaceAll(sep, '/'), titles };
}
